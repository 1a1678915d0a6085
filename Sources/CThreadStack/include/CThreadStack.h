#ifndef CTHREADSTACK_H
#define CTHREADSTACK_H

#include <stddef.h>

/// Bytes left on the calling thread's stack below the caller, or SIZE_MAX where the system does not
/// tell where the stack ends.
size_t cthreadstack_remaining_byte_count(void);

/// A place of the calling thread's own for a pointer, NULL at first.
void **cthreadstack_release_queue(void);

#endif
