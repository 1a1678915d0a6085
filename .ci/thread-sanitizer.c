// Tells the thread sanitizer of mutexes that threads wait for: it is loaded before the tests (LD_PRELOAD).
//
// Swift's Synchronization.Mutex takes a free mutex in code of the client, which the sanitizer sees. A thread that has to
// wait does so in libswiftSynchronization, which was compiled without the sanitizer: without this, it reports all that two
// threads did one after the other under such a mutex. What is added here is what the mutex promises, and no more.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// There in processes that run under the sanitizer.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

// Synchronization._MutexHandle._lockSlow(Swift.UInt32) -> ()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
// Synchronization._MutexHandle._tryLockSlow() -> Swift.Bool
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
// Synchronization._MutexHandle._unlockSlow() -> ()
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lockSlow(uint32_t thread, SELF void *handle) __asm__(LOCK);
SWIFT bool tryLockSlow(SELF void *handle) __asm__(TRY_LOCK);
SWIFT void unlockSlow(SELF void *handle) __asm__(UNLOCK);

// The functions of the library. All threads find the same.
static void *next(const char *name, void **known) {
  void *found = __atomic_load_n(known, __ATOMIC_RELAXED);
  if (!found) {
    found = dlsym(RTLD_NEXT, name);
    if (!found) {
      fprintf(stderr, "Swift's mutexes have no %s any more\n", name);
      abort();
    }
    __atomic_store_n(known, found, __ATOMIC_RELAXED);
  }
  return found;
}

SWIFT void lockSlow(uint32_t thread, SELF void *handle) {
  static void *known;
  ((SWIFT void (*)(uint32_t, SELF void *))next(LOCK, &known))(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT bool tryLockSlow(SELF void *handle) {
  static void *known;
  bool isLocked = ((SWIFT bool (*)(SELF void *))next(TRY_LOCK, &known))(handle);
  if (isLocked && __tsan_acquire) __tsan_acquire(handle);
  return isLocked;
}

SWIFT void unlockSlow(SELF void *handle) {
  static void *known;
  if (__tsan_release) __tsan_release(handle);
  ((SWIFT void (*)(SELF void *))next(UNLOCK, &known))(handle);
}
