// Tells the thread sanitizer what Swift's libraries promise, which were compiled without it: it is loaded before the tests
// (LD_PRELOAD). What is added here is what they promise, and no more.
//
// Mutexes that threads wait for. Synchronization.Mutex takes a free mutex in code of the client, which the sanitizer sees. A
// thread that has to wait does so in libswiftSynchronization: without this, the sanitizer reports all that two threads did one
// after the other under such a mutex.
//
// Values that are copied when they are changed. Who takes a copy of an array under a mutex may read it without the mutex,
// because nobody changes storage in place that has more than one owner. Owners are counted in libswiftCore: without this, the
// sanitizer reports the change in place by the last owner as a race with what another one read before it gave its copy up.
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

// The functions of the libraries. All threads find the same.
static void *next(const char *name, void **known) {
  void *found = __atomic_load_n(known, __ATOMIC_RELAXED);
  if (!found) {
    found = dlsym(RTLD_NEXT, name);
    if (!found) {
      fprintf(stderr, "Swift's libraries have no %s any more\n", name);
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

// An owner gives up what others own, too, and has read it.
static void tellOthers(void *object) {
  static void *known;
  if (!object || !__tsan_release) return;
  if (((size_t (*)(void *))next("swift_retainCount", &known))(object) > 1) __tsan_release(object);
}

void swift_release(void *object) {
  static void *known;
  tellOthers(object);
  ((void (*)(void *))next("swift_release", &known))(object);
}

void swift_release_n(void *object, uint32_t count) {
  static void *known;
  tellOthers(object);
  ((void (*)(void *, uint32_t))next("swift_release_n", &known))(object, count);
}

// The last owner may change it.
bool swift_isUniquelyReferenced_native(const void *object) {
  static void *known;
  bool isUnique = ((bool (*)(const void *))next("swift_isUniquelyReferenced_native", &known))(object);
  if (isUnique && __tsan_acquire) __tsan_acquire((void *)object);
  return isUnique;
}

bool swift_isUniquelyReferenced_nonNull_native(const void *object) {
  static void *known;
  bool isUnique =
      ((bool (*)(const void *))next("swift_isUniquelyReferenced_nonNull_native", &known))(object);
  if (isUnique && __tsan_acquire) __tsan_acquire((void *)object);
  return isUnique;
}
