// An experiment, not a product. It shows the speed of a renderer that is made only for the scenes of this comparison,
// on a processor with AVX2.
//
//  - Row by row, front to back: opaque items hide what is behind the pixels they cover fully; only visible pixels are
//    sampled.
//  - Edges are antialiased analytically and drawn back to front, so that they blend with what is visible behind them.
//  - Each item samples one mip level, with width and height halved independently (ideal_levels.h).
//  - Eight pixels at a time (ideal_spans.h). Shifts by whole pixels are copies.
//
// It supports only opaque textures and quads in front of the eye, and clips only at the canvas.
// Variant "ss2": where a quad is minified horizontally, two samples a pixel from a level twice as wide.
#include "contender.h"
#include "ideal_spans.h"

enum { most_hidden = 64, most_segments = 512 };

// Columns that an opaque item covers fully.
typedef struct {
  int begin, end;
} Hidden;

// The visible part of an item in a row. It covers the columns full_begin..<full_end fully.
typedef struct {
  int item, begin, end, full_begin, full_end;
} Segment;

static Scene *scene;
static uint32_t *pixels;
static int takes_two_samples;
static Levels *levels; // one set per texture
static Drawn *drawn;   // one per item

static void prepare_edges(Drawn *d, const Item *item) {
  const double *c = item->corners;
  double area = 0;
  for (int k = 0; k < 4; k++) area += c[2 * k] * c[(2 * k + 3) & 7] - c[(2 * k + 2) & 7] * c[2 * k + 1];
  for (int k = 0; k < 4; k++) {
    const double ax = c[2 * k], ay = c[2 * k + 1], bx = c[(2 * k + 2) & 7], by = c[(2 * k + 3) & 7];
    double a = -(by - ay), b = bx - ax;
    const double length = hypot(a, b);
    if (area < 0) {
      a = -a;
      b = -b;
    }
    d->edges[k][0] = a / length;
    d->edges[k][1] = b / length;
    d->edges[k][2] = -(a * ax + b * ay) / length;
    d->edge_widths[k] = (fabs(a) + fabs(b)) / length;
  }
}

// Chooses a level for the whole item by the texel density at the center of the quad.
static void choose_level(Drawn *d, const Item *item) {
  const Texture *texture = scene->textures + item->texture;
  const double *v = d->inverse;
  double x = 0, y = 0;
  for (int k = 0; k < 4; k++) {
    x += item->corners[2 * k] / 4;
    y += item->corners[2 * k + 1] / 4;
  }
  const double w = v[6] * x + v[7] * y + v[8];
  const double s = (v[0] * x + v[1] * y + v[2]) / w, t = (v[3] * x + v[4] * y + v[5]) / w;
  double across = hypot((v[0] - s * v[6]) / w, (v[1] - s * v[7]) / w);
  double down = hypot((v[3] - t * v[6]) / w, (v[4] - t * v[7]) / w);
  int halvings_across = 0, halvings_down = 0;
  if (takes_two_samples && across > 1.05) {
    d->samples = 2;
    across /= 2;
  }
  for (; across > 2 && halvings_across < most_halvings && (texture->width >> halvings_across) > 8; across /= 2)
    halvings_across++;
  for (; down > 2 && halvings_down < most_halvings && (texture->height >> halvings_down) > 8; down /= 2)
    halvings_down++;
  d->level = level(levels[item->texture], halvings_across, halvings_down);
}

static void prepare(void) {
  for (int i = 0; i < scene->item_count; i++) {
    const Item *item = scene->items + i;
    const Texture *texture = scene->textures + item->texture;
    const double *m = item->matrix;
    Drawn *d = drawn + i;
    double *v = d->inverse;
    invert(m, v);
    const Box box = bounds(item, scene);
    d->top = box.top;
    d->bottom = box.bottom;
    d->alpha = (int)lrint(item->alpha * 256);
    d->samples = 1;
    d->is_axis_aligned = !is_projective(m) && fabs(v[1]) < 1e-12 && fabs(v[3]) < 1e-12;
    prepare_edges(d, item);
    d->is_copy = is_integral_translation(m);
    if (d->is_copy) {
      d->left_of_copy = (int)m[2];
      d->top_of_copy = (int)m[5];
      d->level = level(levels[item->texture], 0, 0);
    } else {
      choose_level(d, item);
    }
    const double kx = (double)d->level->width / texture->width, ky = (double)d->level->height / texture->height;
    for (int k = 0; k < 3; k++) {
      v[k] *= kx;
      v[3 + k] *= ky;
    }
    const double scale = 1 / v[8];
    for (int k = 0; k < 9; k++) v[k] *= scale;
  }
}

static void set_up(Scene *loaded, const char *variant) {
  takes_two_samples = !strcmp(variant, "ss2");
  if (*variant && !takes_two_samples) refuse("no such variant", variant);
  scene = loaded;
  if (scene->width > widest_canvas) refuse("the canvas is too wide for the probe", scene->name);
  pixels = allocate_pixels((size_t)scene->width * scene->height);
  levels = allocate(scene->texture_count, sizeof *levels);
  for (int i = 0; i < scene->texture_count; i++)
    levels[i][0][0] = (Level){scene->textures[i].width, scene->textures[i].height, scene->textures[i].pixels};
  drawn = allocate(scene->item_count, sizeof *drawn);
  prepare(); // makes the levels
}

// Computes the columns of a row that an item touches, and the columns that it covers fully. Returns 0 if it
// touches none.
static int cross(const Drawn *d, double y, Segment *segment) {
  double touched_begin = 0, touched_end = scene->width, full_begin = 0, full_end = scene->width;
  for (int k = 0; k < 4; k++) {
    const double a = d->edges[k][0], c = d->edges[k][1] * y + d->edges[k][2], half = d->edge_widths[k] * .5;
    if (fabs(a) < 1e-9) {
      if (c <= -half) touched_end = -1;
      if (c < half) full_end = -1;
      continue;
    }
    const double outer = (-half - c) / a, inner = (half - c) / a;
    if (a > 0) {
      if (outer > touched_begin) touched_begin = outer;
      if (inner > full_begin) full_begin = inner;
    } else {
      if (outer < touched_end) touched_end = outer;
      if (inner < full_end) full_end = inner;
    }
  }
  segment->begin = (int)ceil(touched_begin - .5);
  segment->end = (int)floor(touched_end - .5) + 1;
  if (segment->begin < 0) segment->begin = 0;
  if (segment->end > scene->width) segment->end = scene->width;
  if (segment->begin >= segment->end) return 0;
  const double slack = 1e-6; // an edge on a pixel's border covers the pixel
  segment->full_begin = (int)ceil(full_begin - .5 - slack);
  segment->full_end = (int)floor(full_end - .5 + slack) + 1;
  if (segment->full_begin < segment->begin) segment->full_begin = segment->begin;
  if (segment->full_end > segment->end) segment->full_end = segment->end;
  if (segment->full_end <= segment->full_begin) segment->full_begin = segment->full_end = segment->end;
  return 1;
}

// Adds columns to the sorted list of hidden columns. Returns the new length of the list.
static int hide(Hidden *hidden, int count, int begin, int end) {
  Hidden merged[most_hidden];
  int length = 0, is_in = 0;
  for (int k = 0; k < count; k++) {
    if (hidden[k].end < begin) {
      merged[length++] = hidden[k];
    } else if (hidden[k].begin > end) {
      if (!is_in) merged[length++] = (Hidden){begin, end};
      is_in = 1;
      merged[length++] = hidden[k];
    } else {
      if (hidden[k].begin < begin) begin = hidden[k].begin;
      if (hidden[k].end > end) end = hidden[k].end;
    }
  }
  if (!is_in) merged[length++] = (Hidden){begin, end};
  memcpy(hidden, merged, length * sizeof *hidden);
  return length;
}

// Draws the pixels of an item's edge, weighted by coverage.
static void draw_edge(const Drawn *d, int begin, int end, int y, uint32_t *row, uint32_t *run) {
  const double center = y + .5;
  if (end <= begin) return;
  if (d->is_copy) {
    for (int x = begin; x < end; x++) {
      const int u = x - d->left_of_copy, v = y - d->top_of_copy;
      if (u >= 0 && v >= 0 && u < d->level->width && v < d->level->height)
        row[x] = mixed_pixel(d->level->pixels[v * d->level->width + u], row[x], d->alpha);
    }
    return;
  }
  sample_run(d, begin, end - begin, center, run);
  for (int x = begin; x < end; x++) {
    float coverage = 1;
    for (int k = 0; k < 4; k++) {
      const double *edge = d->edges[k];
      const float share = (float)((edge[0] * (x + .5) + edge[1] * center + edge[2]) / d->edge_widths[k] + .5);
      coverage *= share < 0 ? 0 : share > 1 ? 1 : share;
    }
    row[x] = mixed_pixel(run[x - begin], row[x], (int)(coverage * d->alpha + .5f));
  }
}

static void draw_segment(Segment segment, int y, uint32_t *row, uint32_t *run) {
  const Drawn *d = drawn + segment.item;
  int begin = segment.full_begin < segment.begin ? segment.begin : segment.full_begin;
  int end = segment.full_end > segment.end ? segment.end : segment.full_end;
  if (end < begin) begin = end = segment.end <= segment.full_begin ? segment.end : segment.begin;
  const int length = end - begin;
  if (length > 0 && d->alpha >= 256) {
    sample_run(d, begin, length, y + .5, row + begin);
  } else if (length > 0) {
    sample_run(d, begin, length, y + .5, run);
    mix_run(row + begin, run, length, d->alpha);
  }
  draw_edge(d, segment.begin, begin, y, row, run);
  draw_edge(d, end, segment.end, y, row, run);
}

static void draw_row(int y, uint32_t *run) {
  const int width = scene->width;
  uint32_t *row = pixels + (size_t)y * width;
  Hidden hidden[most_hidden];
  Segment segments[most_segments];
  int hidden_count = 0, segment_count = 0;
  for (int i = scene->item_count - 1; i >= 0; i--) {
    const Drawn *d = drawn + i;
    Segment whole;
    if (y < d->top || y >= d->bottom || !cross(d, y + .5, &whole)) continue;
    int x = whole.begin;
    for (int k = 0; k <= hidden_count && x < whole.end; k++) { // the visible parts lie between the hidden ones
      const int gap_end = k < hidden_count ? hidden[k].begin : width, next = k < hidden_count ? hidden[k].end : width;
      if (next <= x) continue;
      const int end = gap_end < whole.end ? gap_end : whole.end;
      if (end > x && segment_count < most_segments)
        segments[segment_count++] = (Segment){i, x, end, whole.full_begin, whole.full_end};
      x = next;
    }
    if (d->alpha >= 256 && whole.full_end > whole.full_begin && hidden_count < most_hidden - 2)
      hidden_count = hide(hidden, hidden_count, whole.full_begin, whole.full_end);
  }

  int x = 0;
  for (int k = 0; k <= hidden_count; k++) {
    const int end = k < hidden_count ? hidden[k].begin : width;
    for (; x < end; x++) row[x] = scene->background;
    if (k < hidden_count) x = hidden[k].end;
  }
  for (int k = segment_count - 1; k >= 0; k--) draw_segment(segments[k], y, row, run);
}

static uint32_t *draw_frame(void) {
  uint32_t run[widest_canvas + 8];
  prepare();
  for (int y = 0; y < scene->height; y++) draw_row(y, run);
  return pixels;
}
