#define _GNU_SOURCE
#include "csandbox.h"
#include "csystem.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <malloc.h>
#include <pthread.h>
#include <seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
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

void csandbox_limit_thread_memory(uint64_t stack) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) == 0) {
    if (pthread_attr_setstacksize(&attributes, stack) == 0) pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
  }
#ifdef __GLIBC__
  // By default each thread reserves a heap of 64 MiB of address space.
  mallopt(M_ARENA_MAX, 1);
#endif
}

int csandbox_wait_for_single_thread(int milliseconds) {
  const struct timespec pause = {0, 200 * 1000};
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  for (const time_t start = now.tv_sec * 1000 + now.tv_nsec / 1000000;;) {
    // A thread that was joined stays listed until the kernel has released it.
    int count = csystem_count_threads(0);
    if (count < 0) return -1;
    if (count == 1) return 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec * 1000 + now.tv_nsec / 1000000 - start >= milliseconds) return count - 1;
    nanosleep(&pause, NULL);
  }
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

// The Landlock ruleset of the process, and whether it has a file that may be read.
static int ruleset = -1;
static int has_readable_files = 0;

// Creates the ruleset, which denies all access to files. The kernel added fields and bits of the structure with each version
// of its interface.
static int create_ruleset(void) {
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
  ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0u);
  return ruleset < 0 ? -1 : 0;
}

int csandbox_allow_reading(const char *path) {
  if (ruleset < 0 && create_ruleset() != 0) return -1;
  struct landlock_path_beneath_attr rule = {
    .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE, .parent_fd = open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent_fd < 0) return -1;
  // A rule for a folder would allow reading all files in it.
  struct stat status;
  int result = fstat(rule.parent_fd, &status) == 0 && S_ISREG(status.st_mode)
                 ? (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0u) : -1;
  close(rule.parent_fd);
  if (result == 0) has_readable_files = 1;
  return result;
}

// Denies all access to files except the permitted ones.
static int set_landlock(void) {
  if (ruleset < 0 && create_ruleset() != 0) return -1;
  int result = (int)syscall(SYS_landlock_restrict_self, ruleset, 0u);
  close(ruleset);
  ruleset = -1;
  return result;
}

// Performs fstat() for a library whose C library calls newfstatat() instead. The filter refuses newfstatat() because its other
// use is to look up names, and a filter cannot read the name.
static void answer_newfstatat(int signal, siginfo_t *info, void *context) {
  (void)signal;
#if defined(__x86_64__)
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  const long arguments[] = {registers[REG_RDI], registers[REG_RSI], registers[REG_RDX], registers[REG_R10]};
#elif defined(__aarch64__)
  __typeof__(&((ucontext_t *)context)->uc_mcontext.regs[0]) registers = ((ucontext_t *)context)->uc_mcontext.regs;
  const long arguments[] = {(long)registers[0], (long)registers[1], (long)registers[2], (long)registers[3]};
#endif
#if defined(__x86_64__) || defined(__aarch64__)
  int former = errno;
  const char *name = (const char *)arguments[1];
  long result = -EPERM;
  if (info->si_syscall == SYS_newfstatat && arguments[3] == AT_EMPTY_PATH && (!name || !*name))
    result = syscall(SYS_fstat, (int)arguments[0], (void *)arguments[2]) == 0 ? 0 : -errno;
  errno = former;
#if defined(__x86_64__)
  registers[REG_RAX] = result;
#else
  registers[0] = (unsigned long)result;
#endif
#else
  (void)info, (void)context;
#endif
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

// Allows opening files for reading; Landlock decides which. Other flags stay refused, for example O_PATH, with which a process
// could read the size and owner of any file.
static int allow_opening(scmp_filter_ctx filter) {
  const unsigned harmless = O_CLOEXEC | O_NOCTTY | 0100000 /* O_LARGEFILE of x86 */ | 0400000 /* of arm64 */;
  struct scmp_arg_cmp reading = SCMP_A2(SCMP_CMP_MASKED_EQ, (unsigned)~harmless, 0);
  int failure = allow(filter, SCMP_SYS(openat), 1, &reading);
  struct scmp_arg_cmp closing = SCMP_A1(SCMP_CMP_EQ, F_SETFD);
  failure |= allow(filter, SCMP_SYS(fcntl), 1, &closing);
#if defined(__x86_64__) || defined(__aarch64__)
  struct sigaction action = {.sa_sigaction = answer_newfstatat, .sa_flags = SA_SIGINFO};
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGSYS);
  failure |= sigaction(SIGSYS, &action, NULL) | sigprocmask(SIG_UNBLOCK, &signals, NULL);
  failure |= seccomp_rule_add_array(filter, SCMP_ACT_TRAP, SCMP_SYS(newfstatat), 0, NULL);
#endif
  return failure;
}

static int set_seccomp(int threads, int opening) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return -1;
  // The filter applies to all threads of the process, not only to the calling one.
  int failure = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  for (size_t index = 0; index < sizeof allowed / sizeof *allowed; index++)
    failure |= allow(filter, allowed[index], 0, NULL);
  // Executable memory cannot be mapped.
  struct scmp_arg_cmp not_executable = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
  failure |= allow(filter, SCMP_SYS(mprotect), 1, &not_executable);
  // RLIMIT_DATA does not count shared anonymous memory, so that cannot be mapped either.
  struct scmp_arg_cmp private[] = {not_executable, SCMP_A3(SCMP_CMP_MASKED_EQ, 0xF /* MAP_TYPE */, MAP_PRIVATE)};
  struct scmp_arg_cmp file[] = {not_executable, SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, 0)};
  failure |= allow(filter, SCMP_SYS(mmap), 2, private);
  failure |= allow(filter, SCMP_SYS(mmap), 2, file);
  if (opening) failure |= allow_opening(filter);
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
  // clone() may create threads if the decoders need them, but no processes. A filter cannot read the arguments of clone3(),
  // so it fails with ENOSYS, and glibc falls back to clone().
  struct scmp_arg_cmp thread = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD);
  if (threads) failure |= allow(filter, SCMP_SYS(clone), 1, &thread);
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

int csandbox_enter(uint64_t memory, uint64_t cpu_seconds, int threads) {
  int missing = 0;
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  // Landlock comes before the limits, because it needs a descriptor that they may forbid.
  if (set_landlock() != 0) missing |= csandbox_landlock;
  if (set_limits(memory, cpu_seconds) != 0) missing |= csandbox_limits;
  if (set_seccomp(threads, has_readable_files && !(missing & csandbox_landlock)) != 0) {
    missing |= csandbox_seccomp;
    limit(RLIMIT_NPROC, 0);
  }
  return missing;
}
