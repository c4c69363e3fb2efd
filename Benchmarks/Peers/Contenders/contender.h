// Shared by all contenders in C: options, the protocol with the comparison, the clock.
//
// CONTENDER --scene FILE.json --out FILE.raw [--frames N] [--warmup N] [--threads 1] [--variant V] [--serve]
//
// First the scene and everything that depends on its textures alone is loaded; this is not timed. Then the
// warm-up frames are drawn, and then the timed frames. For each timed frame "frame WALL_MS CPU_MS" is printed,
// and at the end "done". With --serve the program prints "ready" after the warm-up and draws N frames for
// every line "N" on standard input, until end of file. The last frame is written to --out.
#pragma once
#define _GNU_SOURCE
#include "scene.h"
#include <time.h>

// Defined by each contender.
static void set_up(Scene *scene, const char *variant);
// Draws the whole frame, background first, and returns its premultiplied BGRA pixels without padding between rows.
static uint32_t *draw_frame(void);

static inline double milliseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

int main(int count, char **arguments) {
  const char *scene_path = NULL, *out = NULL, *variant = "";
  int frames = 5, warmup = 2, serves = 0;
  for (int i = 1; i < count; i++) {
    const char *name = arguments[i];
    if (!strcmp(name, "--serve")) {
      serves = 1;
      continue;
    }
    const char *value = i + 1 < count ? arguments[++i] : "";
    if (!strcmp(name, "--scene"))
      scene_path = value;
    else if (!strcmp(name, "--out"))
      out = value;
    else if (!strcmp(name, "--variant"))
      variant = value;
    else if (!strcmp(name, "--frames"))
      frames = atoi(value);
    else if (!strcmp(name, "--warmup"))
      warmup = atoi(value);
    else if (strcmp(name, "--threads") || atoi(value) != 1) // contenders in C are single-threaded
      refuse("not an option here", name);
  }
  if (!scene_path) refuse("--scene is missing", "");

  static Scene scene;
  load_scene(scene_path, &scene);
  set_up(&scene, variant);
  uint32_t *pixels = NULL;
  for (int i = 0; i < warmup; i++) pixels = draw_frame();

  char line[64];
  if (serves) puts("ready");
  fflush(stdout);
  while (!serves || fgets(line, sizeof line, stdin)) {
    const int wanted = serves ? atoi(line) : frames;
    for (int i = 0; i < wanted; i++) {
      const double wall = milliseconds(CLOCK_MONOTONIC), processor = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
      pixels = draw_frame();
      const double processor_end = milliseconds(CLOCK_PROCESS_CPUTIME_ID), end = milliseconds(CLOCK_MONOTONIC);
      printf("frame %.4f %.4f\n", end - wall, processor_end - processor);
    }
    puts("done");
    fflush(stdout);
    if (!serves) break;
  }

  if (out && pixels) {
    const size_t size = (size_t)scene.width * scene.height;
    FILE *file = fopen(out, "wb");
    if (!file || fwrite(pixels, 4, size, file) != size || fclose(file)) refuse("cannot write", out);
  }
  return 0;
}
