// cairo: it has no projective patterns, so each projective quad is cut into columns of two canvas pixels.
//
// In each column, the map from pixels to texels is replaced by its linear approximation at the column's center
// (the error along u and the shear of v are of second order). This is valid only for quads that are rotated
// about a vertical axis, as all quads of these scenes are. Each column fills its intersection with the quad.
// Columns begin at whole pixels, so no seams are visible.
#include "contender.h"
#include <cairo.h>

enum { column_width = 2 };

static Scene *scene;
static uint32_t *pixels;
static cairo_surface_t *canvas;
static cairo_t *context;
static cairo_pattern_t **patterns; // one per texture

static void set_up(Scene *loaded, const char *variant) {
  if (*variant) refuse("no such variant", variant);
  scene = loaded;
  for (int i = 0; i < scene->item_count; i++) {
    double v[9];
    invert(scene->items[i].matrix, v);
    if (fabs(v[7]) * scene->height > 1e-6 * fabs(v[8]))
      refuse("draws only quads that are turned about a vertical axis", scene->name);
  }
  pixels = allocate_pixels((size_t)scene->width * scene->height);
  canvas = cairo_image_surface_create_for_data((unsigned char *)pixels, CAIRO_FORMAT_ARGB32, scene->width,
                                               scene->height, scene->width * 4);
  context = cairo_create(canvas);
  patterns = allocate(scene->texture_count, sizeof *patterns);
  for (int i = 0; i < scene->texture_count; i++) {
    const Texture *texture = scene->textures + i;
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *)texture->pixels, texture->opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, texture->width,
        texture->height, texture->width * 4);
    patterns[i] = cairo_pattern_create_for_surface(surface);
    cairo_pattern_set_extend(patterns[i], CAIRO_EXTEND_PAD);
    cairo_pattern_set_filter(patterns[i], CAIRO_FILTER_BILINEAR);
  }
}

enum side { left_of, right_of };

// Keeps the part of a convex polygon on one side of a vertical line; returns its number of points.
static int clip(const double *in, int count, double line, enum side side, double *out) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    const int j = (i + 1) % count;
    const double ax = in[2 * i], ay = in[2 * i + 1], bx = in[2 * j], by = in[2 * j + 1];
    const int a_is_in = side == right_of ? ax >= line : ax <= line;
    const int b_is_in = side == right_of ? bx >= line : bx <= line;
    if (a_is_in) {
      out[2 * kept] = ax;
      out[2 * kept++ + 1] = ay;
    }
    if (a_is_in != b_is_in) {
      out[2 * kept] = line;
      out[2 * kept++ + 1] = ay + (by - ay) * (line - ax) / (bx - ax);
    }
  }
  return kept;
}

static void fill(const Item *item, const cairo_matrix_t *matrix, const double *points, int count) {
  cairo_pattern_t *pattern = patterns[item->texture];
  cairo_pattern_set_matrix(pattern, matrix);
  cairo_set_source(context, pattern);
  for (int k = 0; k < count; k++) cairo_line_to(context, points[2 * k], points[2 * k + 1]);
  cairo_close_path(context);
  if (item->alpha >= 1) {
    cairo_fill(context);
  } else {
    cairo_save(context);
    cairo_clip(context);
    cairo_paint_with_alpha(context, item->alpha);
    cairo_restore(context);
  }
}

static void draw_columns(const Item *item, const double *v) {
  const Box box = bounds(item, scene);
  for (int x = box.left; x < box.right; x += column_width) {
    const int end = x + column_width < box.right ? x + column_width : box.right;
    double beyond[32], column[32];
    int count = clip(item->corners, 4, x, right_of, beyond);
    if (count < 3) continue;
    count = clip(beyond, count, end, left_of, column);
    if (count < 3) continue;
    double low = 1e9, high = -1e9, cy = 0;
    for (int k = 0; k < count; k++) {
      if (column[2 * k] < low) low = column[2 * k];
      if (column[2 * k] > high) high = column[2 * k];
      cy += column[2 * k + 1] / count;
    }
    const double cx = (low + high) / 2, w = v[6] * cx + v[7] * cy + v[8];
    const double s = (v[0] * cx + v[1] * cy + v[2]) / w, t = (v[3] * cx + v[4] * cy + v[5]) / w;
    if (s < -2) continue; // beyond the horizon
    const double sx = (v[0] - s * v[6]) / w, sy = (v[1] - s * v[7]) / w;
    const double tx = (v[3] - t * v[6]) / w, ty = (v[4] - t * v[7]) / w;
    cairo_matrix_t tangent;
    cairo_matrix_init(&tangent, sx, tx, sy, ty, s - sx * cx - sy * cy, t - tx * cx - ty * cy);
    fill(item, &tangent, column, count);
  }
}

static uint32_t *draw_frame(void) {
  const uint32_t b = scene->background;
  cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_rgba(context, ((b >> 16) & 255) / 255., ((b >> 8) & 255) / 255., (b & 255) / 255.,
                        (b >> 24) / 255.);
  cairo_paint(context);
  cairo_set_operator(context, CAIRO_OPERATOR_OVER);
  for (int i = 0; i < scene->item_count; i++) {
    const Item *item = scene->items + i;
    double v[9];
    invert(item->matrix, v);
    if (is_projective(item->matrix)) {
      draw_columns(item, v);
    } else {
      cairo_matrix_t matrix;
      cairo_matrix_init(&matrix, v[0] / v[8], v[3] / v[8], v[1] / v[8], v[4] / v[8], v[2] / v[8], v[5] / v[8]);
      fill(item, &matrix, item->corners, 4);
    }
  }
  cairo_surface_flush(canvas);
  return pixels;
}
