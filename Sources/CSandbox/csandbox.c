#define _GNU_SOURCE
#include "csandbox.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Closes all descriptors from `first` on. Linux 5.9 and later need only one call.
static void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) return;
#endif
  // The descriptor limit may have been lowered below an open descriptor, so the open descriptors are listed.
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) {
    long limit = sysconf(_SC_OPEN_MAX);
    if (limit < 0 || limit > 1 << 20) limit = 1 << 20;
    for (int descriptor = first; descriptor < limit; descriptor++) close(descriptor);
    return;
  }
  for (struct dirent *entry; (entry = readdir(folder));) {
    int descriptor = atoi(entry->d_name);
    if (descriptor >= first && descriptor != dirfd(folder)) close(descriptor);
  }
  closedir(folder);
}

int csandbox_bind_to_parent(int parent, int first) {
  close_from(first);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before prctl was called.
  return getppid() == parent ? 0 : -1;
}

int csandbox_limit_processors(int count) {
  cpu_set_t permitted, chosen;
  if (count < 1 || sched_getaffinity(0, sizeof permitted, &permitted) != 0) return -1;
  int all = CPU_COUNT(&permitted);
  if (all <= count) return all;
  // Every (all / count)th processor, so that a machine with fast and slow processors gives some of each. Processes begin
  // at different ones.
  int distance = all / count, offset = getpid() % distance, position = 0, left = count;
  CPU_ZERO(&chosen);
  for (int processor = 0; processor < CPU_SETSIZE && left > 0; processor++) {
    if (!CPU_ISSET(processor, &permitted)) continue;
    if (position++ % distance != offset) continue;
    CPU_SET(processor, &chosen);
    left--;
  }
  return sched_setaffinity(0, sizeof chosen, &chosen) == 0 ? CPU_COUNT(&chosen) : -1;
}

static int limit(int resource, rlim_t value) {
  struct rlimit bound = {value, value}, former;
  if (getrlimit(resource, &former) == 0 && former.rlim_max < value) bound.rlim_cur = bound.rlim_max = former.rlim_max;
  return setrlimit(resource, &bound);
}

static int set_limits(uint64_t memory, uint64_t cpu_seconds) {
  // Core dumps are off because they would contain the picture. The descriptor limit allows for the standard
  // streams, the socket, a file, its pixels and a reserve.
  return limit(RLIMIT_CORE, 0) | limit(RLIMIT_NOFILE, 16) | limit(RLIMIT_AS, memory) |
         limit(RLIMIT_FSIZE, memory) | limit(RLIMIT_CPU, cpu_seconds);
}

// Denies all access to files. The kernel added fields and bits of the structure with each version of its
// interface.
static int set_landlock(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return -1;
  struct {
    uint64_t files, network, scoped;
  } rules = {(1ull << 13) - 1, 0, 0};       // version 1: execute ... make symbolic link
  if (version >= 2) rules.files |= 1ull << 13;  // refer
  if (version >= 3) rules.files |= 1ull << 14;  // truncate
  if (version >= 5) rules.files |= 1ull << 15;  // device ioctl
  size_t size = offsetof(__typeof__(rules), network);
  if (version >= 4) {
    rules.network = 3;  // bind and connect TCP
    size = offsetof(__typeof__(rules), scoped);
  }
  if (version >= 6) {
    rules.scoped = 3;  // abstract UNIX sockets and signals of other processes
    size = sizeof rules;
  }
  int descriptor = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0u);
  if (descriptor < 0) return -1;
  int result = (int)syscall(SYS_landlock_restrict_self, descriptor, 0u);
  close(descriptor);
  return result;
}

// The system calls that are allowed with any arguments.
static const int allowed[] = {
  SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(close), SCMP_SYS(fstat), SCMP_SYS(lseek),
  SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(brk), SCMP_SYS(futex),
  SCMP_SYS(recvmsg), SCMP_SYS(recvfrom), SCMP_SYS(sendmsg), SCMP_SYS(sendto),
  SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(clock_gettime), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep),
  SCMP_SYS(gettimeofday), SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getrandom), SCMP_SYS(sched_yield),
  SCMP_SYS(sched_getaffinity), SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigaction),
  SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(exit),
  SCMP_SYS(exit_group), SCMP_SYS(getrusage),
};

static int allow(scmp_filter_ctx filter, int call, unsigned count, const struct scmp_arg_cmp *arguments) {
  int result = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, count, arguments);
  return result == -EDOM ? 0 : result;  // EDOM: this architecture does not have the call
}

static int set_seccomp(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return -1;
  int failure = 0;
  for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index++)
    failure |= allow(filter, allowed[index], 0, NULL);
  // Executable memory cannot be mapped.
  struct scmp_arg_cmp not_executable = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  failure |= allow(filter, SCMP_SYS(mmap), 1, &not_executable);
  failure |= allow(filter, SCMP_SYS(mprotect), 1, &not_executable);
  // newfstatat() is refused, although glibc's fstat() calls it, because its other use is to look up names.
  const int controls[] = {F_GETFL, F_GETFD};
  for (size_t index = 0; index < sizeof controls / sizeof *controls; index++) {
    struct scmp_arg_cmp control = SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)controls[index]);
    failure |= allow(filter, SCMP_SYS(fcntl), 1, &control);
  }
  // Cairo asks access() about each font file again, although the file is open. The filter answers "yes" and looks at nothing.
  const int questions[] = {SCMP_SYS(access), SCMP_SYS(faccessat)};
  for (size_t index = 0; index < sizeof questions / sizeof *questions; index++) {
    int answer = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(0), questions[index], 0, NULL);
    if (answer != -EDOM) failure |= answer;
  }
  // clone() may create threads, which libheif's decoders use, but no processes. A filter cannot read the
  // arguments of clone3(), so it fails with ENOSYS, and glibc falls back to clone().
  struct scmp_arg_cmp thread = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD);
  failure |= allow(filter, SCMP_SYS(clone), 1, &thread);
  int clone3 = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0, NULL);
  if (clone3 != -EDOM) failure |= clone3;
  // Writing is allowed to the standard streams only. They are /dev/null unless a person runs the program.
  struct scmp_arg_cmp standard_stream = SCMP_A0(SCMP_CMP_LE, STDERR_FILENO);
  failure |= allow(filter, SCMP_SYS(write), 1, &standard_stream);
  // abort() sends a signal to its own process.
  struct scmp_arg_cmp itself = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid());
  failure |= allow(filter, SCMP_SYS(tgkill), 1, &itself);
  if (!failure) failure = seccomp_load(filter);
  seccomp_release(filter);
  return failure;
}

int csandbox_lock(uint64_t memory, uint64_t cpu_seconds) {
  int missing = 0;
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // Landlock comes before the limits, because it needs a descriptor that they may forbid.
  if (set_landlock() != 0) missing |= csandbox_landlock;
  if (set_limits(memory, cpu_seconds) != 0) missing |= csandbox_limits;
  if (set_seccomp() != 0) {
    missing |= csandbox_seccomp;
    limit(RLIMIT_NPROC, 0);
  }
  return missing;
}
