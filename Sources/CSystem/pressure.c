#define _GNU_SOURCE
#include "csystem.h"
#include <errno.h>
#include <sys/epoll.h>

int csystem_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }

int csystem_watch_priority(int epoll, int fd) {
  // A file with a trigger is always readable, so only EPOLLPRI is an event. With EPOLLET, a failed file is reported once.
  struct epoll_event event = {.events = EPOLLPRI | EPOLLET};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

int csystem_take_priority_events(int epoll) {
  struct epoll_event events[8];
  for (;;) {
    int count = epoll_wait(epoll, events, 8, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count < 8) return 0;
  }
}
