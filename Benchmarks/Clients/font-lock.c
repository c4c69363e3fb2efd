// Measures how long a thread waits for cairo's font lock while another thread paints text all the time.
//
// font-lock none | NICE | batch | idle    ROUNDS
//
// The first argument selects the second thread: it does not run (none), has this nice value, or has the policy
// SCHED_BATCH or SCHED_IDLE. The first thread paints one line of text every 16 ms, like a view that appears in a
// frame. Prints the wall-clock and the processor time of a line. The font size and the text differ each time, so that
// glyphs are rendered while the lock is held.
#define _GNU_SOURCE
#include <pango/pangocairo.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static atomic_bool ends;
static const char *policy;

static double milliseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

static void paint(int number) {
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 400, 200);
  cairo_t *context = cairo_create(surface);
  PangoLayout *layout = pango_cairo_create_layout(context);
  char text[100];
  snprintf(text, sizeof text, "Sans %d", 10 + number % 60);
  PangoFontDescription *font = pango_font_description_from_string(text);
  pango_layout_set_font_description(layout, font);
  pango_font_description_free(font);
  snprintf(text, sizeof text, "Photo %d of the Alps %c%c", number, 'a' + number % 26, 'A' + number % 26);
  pango_layout_set_text(layout, text, -1);
  pango_cairo_show_layout(context, layout);
  g_object_unref(layout);
  cairo_destroy(context);
  cairo_surface_destroy(surface);
}

static void *work(void *unused) {
  (void)unused;
  struct sched_param none = {0};
  if (!strcmp(policy, "batch")) sched_setscheduler(0, SCHED_BATCH, &none);
  else if (!strcmp(policy, "idle")) sched_setscheduler(0, SCHED_IDLE, &none);
  else setpriority(PRIO_PROCESS, 0, atoi(policy));
  for (int number = 0; !ends; number = (number + 7) % 1000000) paint(number);
  return NULL;
}

static int compare(const void *a, const void *b) {
  double first = *(const double *)a, second = *(const double *)b;
  return first < second ? -1 : first > second;
}

int main(int count, char **arguments) {
  int rounds = count == 3 ? atoi(arguments[2]) : 0;
  double *wall = rounds > 0 ? calloc(rounds, sizeof *wall) : NULL, *processor = wall ? calloc(rounds, sizeof *wall) : NULL;
  if (!processor) {
    fprintf(stderr, "usage: font-lock none|NICE|batch|idle ROUNDS\n");
    return 64;
  }
  policy = arguments[1];
  paint(0);
  pthread_t thread;
  if (strcmp(policy, "none") && pthread_create(&thread, NULL, work, NULL)) return 1;
  for (int round = 0; round < rounds; round++) {
    usleep(16000);
    double start = milliseconds(CLOCK_MONOTONIC), used = milliseconds(CLOCK_THREAD_CPUTIME_ID);
    paint(round * 13 + 5);
    wall[round] = milliseconds(CLOCK_MONOTONIC) - start;
    processor[round] = milliseconds(CLOCK_THREAD_CPUTIME_ID) - used;
  }
  ends = true;
  qsort(wall, rounds, sizeof *wall, compare);
  qsort(processor, rounds, sizeof *processor, compare);
  printf("%-6s wall p50 %.2f p90 %.2f p99 %.2f max %.2f ms, processor p50 %.2f ms\n", policy, wall[rounds / 2],
         wall[rounds * 9 / 10], wall[rounds * 99 / 100], wall[rounds - 1], processor[rounds / 2]);
  return 0;
}
