// The exact picture of a scene, the reference for picture quality.
//
// exact SCENE.json OUT.f32 N      N × N samples a pixel; writes blue, green, red, alpha as floats 0…255
//
// A sample is the color at a point of the canvas. Coverage and order are exact. Each texture is interpolated
// bilinearly between its pixels, without mip levels, and composited with OVER from front to back.
#include "scene.h"

typedef struct {
  double inverse[9];
  Box box;
} Placed;

// Adds the color at a point of the canvas. `hits`: the items with boxes that contain the pixel, front to back.
static void add_sample(const Scene *scene, const Placed *placed, const int *hits, int hit_count, double x, double y,
                       double *sum) {
  double seen_through = 1;
  for (int hit = 0; hit < hit_count; hit++) {
    const Item *item = scene->items + hits[hit];
    const Texture *texture = scene->textures + item->texture;
    const double *m = placed[hits[hit]].inverse;
    const double w = m[6] * x + m[7] * y + m[8];
    double u = (m[0] * x + m[1] * y + m[2]) / w, v = (m[3] * x + m[4] * y + m[5]) / w;
    // Behind the eye, or outside the quad.
    if (w <= 0 || u < 0 || v < 0 || u >= texture->width || v >= texture->height) continue;
    u = fmin(fmax(u - .5, 0), texture->width - 1);
    v = fmin(fmax(v - .5, 0), texture->height - 1);
    const int left = (int)u, top = (int)v;
    const int right = left + 1 < texture->width ? left + 1 : left;
    const int bottom = top + 1 < texture->height ? top + 1 : top;
    const double fx = u - left, fy = v - top;
    const uint32_t *upper = texture->pixels + (size_t)top * texture->width;
    const uint32_t *lower = texture->pixels + (size_t)bottom * texture->width;
    const uint8_t *p = (const uint8_t *)(upper + left), *q = (const uint8_t *)(upper + right);
    const uint8_t *r = (const uint8_t *)(lower + left), *s = (const uint8_t *)(lower + right);
    double color[4];
    for (int channel = 0; channel < 4; channel++)
      color[channel] = (1 - fx) * (1 - fy) * p[channel] + fx * (1 - fy) * q[channel] + (1 - fx) * fy * r[channel] +
                       fx * fy * s[channel];
    for (int channel = 0; channel < 4; channel++) sum[channel] += item->alpha * seen_through * color[channel];
    seen_through *= 1 - item->alpha * color[3] / 255;
    if (seen_through < 1e-6) break;
  }
  for (int channel = 0; channel < 4; channel++)
    sum[channel] += seen_through * (scene->background >> (8 * channel) & 255);
}

static void draw_row(const Scene *scene, const Placed *placed, int y, int samples, float *row, int *hits) {
  for (int x = 0; x < scene->width; x++) {
    int hit_count = 0;
    for (int i = scene->item_count - 1; i >= 0; i--) {
      const Box box = placed[i].box;
      if (x >= box.left && x < box.right && y >= box.top && y < box.bottom) hits[hit_count++] = i;
    }
    double sum[4] = {0};
    for (int j = 0; j < samples; j++)
      for (int k = 0; k < samples; k++)
        add_sample(scene, placed, hits, hit_count, x + (k + .5) / samples, y + (j + .5) / samples, sum);
    for (int channel = 0; channel < 4; channel++) row[4 * x + channel] = sum[channel] / (samples * samples);
  }
}

int main(int count, char **arguments) {
  if (count != 4) refuse("usage: exact SCENE.json OUT.f32 N", "");
  const char *out = arguments[2];
  const int samples = atoi(arguments[3]);
  Scene scene;
  load_scene(arguments[1], &scene);
  Placed *placed = allocate(scene.item_count, sizeof *placed);
  for (int i = 0; i < scene.item_count; i++) {
    invert(scene.items[i].matrix, placed[i].inverse);
    placed[i].box = bounds(scene.items + i, &scene);
  }
  const size_t size = (size_t)scene.width * scene.height * 4;
  float *picture = allocate(size, sizeof *picture);
#pragma omp parallel
  {
    int *hits = allocate(scene.item_count, sizeof *hits);
#pragma omp for schedule(dynamic, 4)
    for (int y = 0; y < scene.height; y++)
      draw_row(&scene, placed, y, samples, picture + (size_t)y * scene.width * 4, hits);
    free(hits);
  }
  FILE *file = fopen(out, "wb");
  if (!file || fwrite(picture, sizeof *picture, size, file) != size || fclose(file)) refuse("cannot write", out);
  return 0;
}
