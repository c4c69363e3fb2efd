// The input events that tests write to a fifo to simulate a user, one per line:
//
//   move X Y             moves the pointer; X and Y are fractions of the output, 0…1
//   button CODE 0|1      releases or presses a pointer button (BTN_LEFT is 272)
//   axis 0|1 VALUE       scrolls vertically or horizontally, as a touchpad does
//   wheel 0|1 NOTCHES    scrolls vertically or horizontally, as a mouse wheel does
//   key CODE 0|1         releases or presses a key (KEY_Q is 16)
//   down ID X Y          touches with a finger
//   drag ID X Y          moves a finger
//   up ID                lifts a finger
//   frame                ends a group of touch events
//   devices 0|1          removes or adds all input devices
//   age MS               sets the time of the following events to MS milliseconds before they are read
//
// With `age` a flick is a single write of several lines. The speed of the flick then depends on the script,
// not on the speed of the test. An injector that cannot send events with past times defines SCRIPT_WAITS.
// With SCRIPT_WAITS a decrease of the age makes the injector wait for the difference. The injectors include
// this file and implement the `input_…` functions.
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void input_move(struct timespec time, double x, double y);
static void input_button(struct timespec time, int code, int pressed);
static void input_axis(struct timespec time, int axis, double value);
static void input_wheel(struct timespec time, int axis, int notches);
static void input_key(struct timespec time, int code, int pressed);
static void input_down(struct timespec time, int id, double x, double y);
static void input_drag(struct timespec time, int id, double x, double y);
static void input_up(struct timespec time, int id);
static void input_frame(void);
static void input_devices(int present);
// Performs a line that only this injector supports. Returns 0 if the injector does not know the line.
static int input_other(const char *line);

static struct {
  char text[65536];
  size_t length;
  long age;  // ms
} script;

static struct timespec script_time(struct timespec now) {
  int64_t nanoseconds = now.tv_sec * INT64_C(1000000000) + now.tv_nsec - script.age * INT64_C(1000000);
  return (struct timespec){.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
}

static void script_line(const char *line, struct timespec now) {
  struct timespec time = script_time(now);
  int a, b;
  double x, y;
  long before = script.age;
  if (sscanf(line, "age %ld", &script.age) == 1) {
#ifdef SCRIPT_WAITS
    long wait = before - script.age;
    if (wait > 0)
      nanosleep(&(struct timespec){.tv_sec = wait / 1000, .tv_nsec = wait % 1000 * 1000000}, NULL);
#else
    (void)before;
#endif
    return;
  }
  if (sscanf(line, "move %lf %lf", &x, &y) == 2)
    input_move(time, x, y);
  else if (sscanf(line, "button %d %d", &a, &b) == 2)
    input_button(time, a, b);
  else if (sscanf(line, "axis %d %lf", &a, &x) == 2)
    input_axis(time, a, x);
  else if (sscanf(line, "wheel %d %d", &a, &b) == 2)
    input_wheel(time, a, b);
  else if (sscanf(line, "key %d %d", &a, &b) == 2)
    input_key(time, a, b);
  else if (sscanf(line, "down %d %lf %lf", &a, &x, &y) == 3)
    input_down(time, a, x, y);
  else if (sscanf(line, "drag %d %lf %lf", &a, &x, &y) == 3)
    input_drag(time, a, x, y);
  else if (sscanf(line, "up %d", &a) == 1)
    input_up(time, a);
  else if (strcmp(line, "frame") == 0)
    input_frame();
  else if (sscanf(line, "devices %d", &a) == 1)
    input_devices(a);
  else if (!input_other(line))
    fprintf(stderr, "injector: no such event: %s\n", line);
}

// Reads the fifo and performs each complete line. All lines of one read have the same reference time for
// `age`.
static int script_readable(int fd, uint32_t mask, void *data) {
  (void)mask, (void)data;
  ssize_t count = read(fd, script.text + script.length, sizeof script.text - 1 - script.length);
  if (count <= 0)
    return 1;
  script.length += (size_t)count;
  script.text[script.length] = '\0';

  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  char *line = script.text;
  for (char *end; (end = strchr(line, '\n')); line = end + 1) {
    *end = '\0';
    script_line(line, now);
  }
  script.length -= (size_t)(line - script.text);
  memmove(script.text, line, script.length);
  return 1;
}
