#define _GNU_SOURCE
#include "CRasterKernels.h"

#if defined(__linux__)
#include <sched.h>
#include <sys/mman.h>

void craster_advise_huge_pages(void *memory, int64_t size) { madvise(memory, (size_t)size, MADV_HUGEPAGE); }

int craster_current_processor(void) { return sched_getcpu(); }

void craster_exclude_processor(pthread_t thread, int processor) {
  cpu_set_t processors;
  if (pthread_getaffinity_np(pthread_self(), sizeof processors, &processors) != 0) return;
  if (processor >= 0 && processor < CPU_SETSIZE && CPU_COUNT(&processors) > 1) CPU_CLR(processor, &processors);
  pthread_setaffinity_np(thread, sizeof processors, &processors);
}

#else

void craster_advise_huge_pages(void *memory, int64_t size) {}
int craster_current_processor(void) { return -1; }
void craster_exclude_processor(pthread_t thread, int processor) {}

#endif
