#pragma once
#include <sys/timerfd.h>
#include <time.h>

/// Returns the descriptor of a timer of the calendar time; -1 sets errno.
static inline int ctimerfd_create_realtime(void) { return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

/// Lets a timer fire at a second since 1970, and when the clock is set. Returns 0; -1 sets errno.
static inline int ctimerfd_set(int descriptor, long second) {
  // A time of 0 would stop the timer.
  struct itimerspec time = {.it_value = {.tv_sec = second > 0 ? second : 0, .tv_nsec = 1}};
  return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &time, NULL);
}
