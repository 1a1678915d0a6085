#define _GNU_SOURCE
#include "CThreadStack.h"

#include <pthread.h>
#include <stdint.h>

/// The lowest address of this thread's stack: 0 not asked yet, UINTPTR_MAX not known.
static __thread uintptr_t lowest_address;

static uintptr_t find_lowest_address(void) {
#if defined(__APPLE__)
  pthread_t thread = pthread_self();
  return (uintptr_t)pthread_get_stackaddr_np(thread) - pthread_get_stacksize_np(thread);
#elif defined(__linux__)
  pthread_attr_t attributes;
  void *lowest = 0;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return UINTPTR_MAX;
  int failed = pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return failed ? UINTPTR_MAX : (uintptr_t)lowest;
#else
  return UINTPTR_MAX;
#endif
}

size_t cthreadstack_remaining_byte_count(void) {
  if (lowest_address == 0) lowest_address = find_lowest_address();
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (lowest_address == UINTPTR_MAX || here < lowest_address) return SIZE_MAX;
  return here - lowest_address;
}

void **cthreadstack_release_queue(void) {
  static __thread void *queue;
  return &queue;
}
