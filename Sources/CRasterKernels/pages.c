#include "CRasterKernels.h"

#if defined(__linux__)
#include <sys/mman.h>

void craster_wish_large_pages(void *memory, int64_t size) { madvise(memory, (size_t)size, MADV_HUGEPAGE); }

#else

void craster_wish_large_pages(void *memory, int64_t size) {}

#endif
