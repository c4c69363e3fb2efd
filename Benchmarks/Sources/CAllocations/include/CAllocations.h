#pragma once
#include <stddef.h>

/// Returns how many blocks of memory this process has asked for so far, on all threads.
size_t allocations_so_far(void);
