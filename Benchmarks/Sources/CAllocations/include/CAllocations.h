#pragma once
#include <stddef.h>

/// Returns the number of memory blocks this process has allocated so far, on all threads.
size_t allocations_so_far(void);
