#define _GNU_SOURCE
#include "csystem.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

int csystem_set_nonblocking(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

int csystem_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  // Only the reading end is made nonblocking: the two ends have separate flags, and the writing end belongs
  // to the other program.
  return csystem_set_nonblocking(ends[0]);
}

long csystem_write_without_sigpipe(int fd, const void *bytes, unsigned long count) {
  sigset_t pipe_signal, former, pending;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&pending);
  int was_pending = sigismember(&pending, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &former);
  long written = write(fd, bytes, count);
  int reason = errno;
  if (written < 0 && reason == EPIPE && !was_pending) {
    // write() has raised the signal for this thread; remove it before the mask is restored.
    struct timespec now = {0, 0};
    while (sigtimedwait(&pipe_signal, NULL, &now) < 0 && errno == EINTR) {}
  }
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  errno = reason;
  return written;
}
