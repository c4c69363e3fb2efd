// pixman: a projective transform on the source image, bilinear, OVER, within the bounds of the quad.
//
// With PIXMAN_REPEAT_NONE the outermost texel fades out, so edges are soft over one texel instead of one
// pixel. This is not real antialiasing, but the cheapest method that pixman offers. (A mask of antialiased
// triangles costs a fifth to a half more.)
#include "contender.h"
#include <pixman.h>

static Scene *scene;
static uint32_t *pixels;
static pixman_image_t *canvas;
static pixman_image_t **sources; // one per texture

static void set_up(Scene *loaded, const char *variant) {
  if (*variant) refuse("no such variant", variant);
  scene = loaded;
  pixels = allocate_pixels((size_t)scene->width * scene->height);
  canvas = pixman_image_create_bits(PIXMAN_a8r8g8b8, scene->width, scene->height, pixels, scene->width * 4);
  sources = allocate(scene->texture_count, sizeof *sources);
  for (int i = 0; i < scene->texture_count; i++) {
    const Texture *texture = scene->textures + i;
    sources[i] = pixman_image_create_bits(PIXMAN_a8r8g8b8, texture->width, texture->height, texture->pixels,
                                          texture->width * 4);
    pixman_image_set_repeat(sources[i], PIXMAN_REPEAT_NONE);
  }
}

// Maps pixels of the box to texels, in pixman's 16.16 fixed-point numbers.
static pixman_transform_t transform(const Item *item, Box box) {
  double inverse[9], q[9];
  invert(item->matrix, inverse);
  // The matrix includes the translation by the box's origin, so that its entries stay small.
  for (int row = 0; row < 3; row++) {
    const double *v = inverse + 3 * row;
    q[3 * row] = v[0];
    q[3 * row + 1] = v[1];
    q[3 * row + 2] = v[0] * box.left + v[1] * box.top + v[2];
  }
  if (!is_projective(item->matrix)) {
    for (int k = 0; k < 9; k++) q[k] /= q[8];
  } else {
    // A homogeneous matrix may be scaled. This uses the largest scale at which no entry overflows, and no
    // row's value at a corner of the box.
    double largest = 0;
    for (int k = 0; k < 9; k++)
      if (fabs(q[k]) > largest) largest = fabs(q[k]);
    for (int row = 0; row < 3; row++)
      for (int corner = 0; corner < 4; corner++) {
        const double *v = q + 3 * row;
        const double value = fabs(v[0] * ((corner & 1) ? box.right - box.left : 0) +
                                  v[1] * ((corner & 2) ? box.bottom - box.top : 0) + v[2]);
        if (value > largest) largest = value;
      }
    for (int k = 0; k < 9; k++) q[k] *= 16000 / largest;
  }
  pixman_transform_t result;
  for (int k = 0; k < 9; k++) result.matrix[k / 3][k % 3] = (pixman_fixed_t)lrint(q[k] * 65536.0);
  return result;
}

static uint32_t *draw_frame(void) {
  const pixman_box32_t everything = {0, 0, scene->width, scene->height};
  const uint32_t b = scene->background;
  const pixman_color_t background = {((b >> 16) & 255) * 257, ((b >> 8) & 255) * 257, (b & 255) * 257,
                                     (b >> 24) * 257};
  pixman_image_fill_boxes(PIXMAN_OP_SRC, canvas, &background, 1, &everything);
  for (int i = 0; i < scene->item_count; i++) {
    const Item *item = scene->items + i;
    const Box box = bounds(item, scene);
    const int width = box.right - box.left, height = box.bottom - box.top;
    if (width <= 0 || height <= 0) continue;
    pixman_image_t *source = sources[item->texture];
    const pixman_transform_t matrix = transform(item, box);
    pixman_image_set_transform(source, &matrix);
    const int copies = is_integral_translation(item->matrix);
    pixman_image_set_filter(source, copies ? PIXMAN_FILTER_NEAREST : PIXMAN_FILTER_BILINEAR, NULL, 0);
    const pixman_color_t opacity = {0, 0, 0, (uint16_t)lrint(item->alpha * 65535)};
    pixman_image_t *mask = opacity.alpha < 65535 ? pixman_image_create_solid_fill(&opacity) : NULL;
    pixman_image_composite32(PIXMAN_OP_OVER, source, mask, canvas, 0, 0, 0, 0, box.left, box.top, width, height);
    if (mask) pixman_image_unref(mask);
  }
  return pixels;
}
