#define _GNU_SOURCE
#include "csystem.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

int csystem_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int csystem_memfd_of_size(const char *name, long bytes) {
  int fd = csystem_memfd(name);
  if (fd < 0) return -1;
  if (ftruncate(fd, bytes) == 0 && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0) return fd;
  int reason = errno;
  close(fd);
  errno = reason;
  return -1;
}

int csystem_seal(int fd) { return fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL); }

int csystem_is_read_only(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) == O_RDONLY;
}

// glibc provides these calls only since version 2.36.
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif

int csystem_pidfd(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int csystem_pidfd_kill(int pidfd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

static int lower(int process, int resource, rlim_t value) {
  struct rlimit limit;
  if (prlimit(process, resource, NULL, &limit) != 0) return -1;
  limit.rlim_cur = limit.rlim_max < value ? limit.rlim_max : value;
  return prlimit(process, resource, &limit, NULL);
}

int csystem_limit_memory(int process, unsigned long data, unsigned long addresses) {
  return lower(process, RLIMIT_DATA, data) | lower(process, RLIMIT_AS, addresses);
}

int csystem_count_threads(int process) {
  char path[32] = "/proc/self/task";
  if (process != 0) snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *folder = opendir(path);
  if (!folder) return -1;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
  closedir(folder);
  return count > 0 ? count : -1;
}

int csystem_pidfd_wait(int pidfd, int flags, int *status) {
  const idtype_t descriptor = (idtype_t)3;  // P_PIDFD
  siginfo_t info = {0};
  int result;
  do result = waitid(descriptor, (id_t)pidfd, &info, WEXITED | flags);
  while (result < 0 && errno == EINTR);
  if (result < 0) return -1;
  if (info.si_pid == 0) return 0;
  *status = info.si_code == CLD_EXITED ? (info.si_status & 0xFF) << 8
                                       : info.si_status | (info.si_code == CLD_DUMPED ? 0x80 : 0);
  return 1;
}

int csystem_is_notified(int fd) {
  struct statfs system;
  if (fstatfs(fd, &system) != 0) return 1;
  switch ((unsigned)system.f_type) {
    case 0x6969:      // NFS
    case 0x517B:      // SMB
    case 0xFF534D42:  // CIFS
    case 0xFE534D42:  // SMB2
    case 0x65735546:  // FUSE
    case 0x01021997:  // 9P
    case 0x00C36400:  // Ceph
    case 0x5346414F:  // AFS
      return 0;
    default: return 1;
  }
}

int csystem_rename_exclusively(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1u /* RENAME_NOREPLACE */);
}

int csystem_open_standard_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
    if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // open() returns the lowest free number. This is `stream`, because the streams before it are open.
    if (open("/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY) != stream) return -1;
  }
  return 0;
}

int csystem_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int csystem_seal_shrink(int fd) { return fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK); }

void csystem_map_blocks_from(int bytes) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, bytes);
#endif
}

unsigned long csystem_heap_bytes(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

int csystem_open_unnamed(const char *folder) { return open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600); }

int csystem_link(int fd, const char *path) {
  char source[32];
  snprintf(source, sizeof source, "/proc/self/fd/%d", fd);
  return linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

const char *csystem_libexec(void) {
#ifdef CSYSTEM_LIBEXEC
  return CSYSTEM_LIBEXEC;
#else
  return 0;
#endif
}

void csystem_adopt_orphans(void) {
  prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
}

void csystem_copy_attributes(int from, int to) {
  ssize_t length = flistxattr(from, NULL, 0);
  if (length <= 0) return;
  char *names = malloc(length);
  if (!names) return;
  length = flistxattr(from, names, length);
  for (char *name = names; length > 0 && name < names + length; name += strlen(name) + 1) {
    ssize_t size = fgetxattr(from, name, NULL, 0);
    void *value = size >= 0 ? malloc(size + 1) : NULL;
    if (!value) continue;
    // The attribute may have changed. With a size of 0, the call would return its size and write nothing.
    size = fgetxattr(from, name, value, size + 1);
    if (size >= 0) fsetxattr(to, name, value, size, 0);
    free(value);
  }
  free(names);
}
