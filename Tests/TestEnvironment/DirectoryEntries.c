#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stddef.h>
#include <string.h>

// Foundation's Process.run() of Swift 6.3 copies all 256 bytes of each name in /proc/self/fd, although the entry may be
// shorter and end in front of unmapped memory (swift-corelibs-foundation, pull request 5472). The tests have enough descriptors
// open for that. This function replaces that of the C library in the process of the tests: an entry that is not followed by
// enough memory is returned as a copy, which is valid until the next such entry of the thread.
struct dirent *readdir(DIR *folder) {
  static struct dirent *(*next)(DIR *);
  static _Thread_local struct dirent copy;
  if (!next) next = (struct dirent * (*)(DIR *)) dlsym(RTLD_NEXT, "readdir");
  struct dirent *entry = next(folder);
  const uintptr_t page = 4096;
  if (!entry || (uintptr_t)entry % page + sizeof copy <= page) return entry;
  memcpy(&copy, entry, entry->d_reclen < sizeof copy ? entry->d_reclen : sizeof copy);
  return &copy;
}
