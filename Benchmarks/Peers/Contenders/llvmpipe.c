// Mesa's software rasterizers through EGL without a surface: one quad per item, trilinear mip levels,
// glReadPixels.
//
// The corners keep their w, so the rasterizer does the perspective division. Edges are not antialiased. Only
// the caller's thread is used.
#include "contender.h"
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

static const char vertex_source[] = "attribute vec4 place; attribute vec2 texel; varying vec2 at;"
                                    "void main() { gl_Position = place; at = texel; }";
static const char fragment_source[] = "precision highp float;"
                                      "uniform sampler2D image; uniform float alpha; varying vec2 at;"
                                      "void main() { gl_FragColor = texture2D(image, at) * alpha; }";
enum { place_attribute, texel_attribute };

static Scene *scene;
static uint32_t *pixels;
static GLuint *textures;
static GLint alpha_uniform;

static void make_context(void) {
  setenv("LP_NUM_THREADS", "0", 1);
  setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
  const PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
  if (!get_display) refuse("EGL has no platform displays", "");
  const EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  if (!eglInitialize(display, NULL, NULL)) refuse("EGL does not start without a surface", "");
  eglBindAPI(EGL_OPENGL_ES_API);
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_NONE};
  EGLConfig config;
  EGLint count = 0;
  eglChooseConfig(display, wanted, &config, 1, &count);
  const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
  const EGLContext context = eglCreateContext(display, count ? config : EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) refuse("no OpenGL ES 3 context", "");
  // The report quotes this line.
  fprintf(stderr, "version: %s, %s\n", glGetString(GL_RENDERER), glGetString(GL_VERSION));
}

static void make_canvas(void) {
  GLuint framebuffer, colors;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glGenRenderbuffers(1, &colors);
  glBindRenderbuffer(GL_RENDERBUFFER, colors);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, scene->width, scene->height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colors);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) refuse("no framebuffer", scene->name);
  glViewport(0, 0, scene->width, scene->height);
}

static GLuint shader(GLenum kind, const char *source) {
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, NULL);
  glCompileShader(shader);
  GLint is_compiled;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &is_compiled);
  if (!is_compiled) {
    char log[1000];
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    refuse("a shader does not compile", log);
  }
  return shader;
}

static void make_program(void) {
  const GLuint program = glCreateProgram();
  glAttachShader(program, shader(GL_VERTEX_SHADER, vertex_source));
  glAttachShader(program, shader(GL_FRAGMENT_SHADER, fragment_source));
  glBindAttribLocation(program, place_attribute, "place");
  glBindAttribLocation(program, texel_attribute, "texel");
  glLinkProgram(program);
  glUseProgram(program);
  alpha_uniform = glGetUniformLocation(program, "alpha");
}

static void make_textures(void) {
  textures = allocate(scene->texture_count, sizeof *textures);
  glGenTextures(scene->texture_count, textures);
  for (int i = 0; i < scene->texture_count; i++) {
    const Texture *texture = scene->textures + i;
    glBindTexture(GL_TEXTURE_2D, textures[i]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_BGRA_EXT, texture->width, texture->height, 0, GL_BGRA_EXT, GL_UNSIGNED_BYTE,
                 texture->pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glGenerateMipmap(GL_TEXTURE_2D);
  }
}

static void set_up(Scene *loaded, const char *variant) {
  if (*variant) refuse("no such variant", variant);
  scene = loaded;
  pixels = allocate_pixels((size_t)scene->width * scene->height);
  make_context();
  make_canvas();
  make_program();
  make_textures();
  glEnableVertexAttribArray(place_attribute);
  glEnableVertexAttribArray(texel_attribute);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glFinish();
}

static void draw_item(const Item *item) {
  const Texture *texture = scene->textures + item->texture;
  const double *m = item->matrix;
  static const float texels[8] = {0, 0, 1, 0, 0, 1, 1, 1};
  float places[16];
  for (int k = 0; k < 4; k++) {
    const double u = (k & 1) ? texture->width : 0, v = (k >> 1) ? texture->height : 0;
    const double x = m[0] * u + m[1] * v + m[2], y = m[3] * u + m[4] * v + m[5], w = m[6] * u + m[7] * v + m[8];
    places[4 * k] = 2 * x / scene->width - w;
    places[4 * k + 1] = 2 * y / scene->height - w; // not flipped: glReadPixels then returns the top row first
    places[4 * k + 2] = 0;
    places[4 * k + 3] = w;
  }
  if (item->alpha < 1 || !texture->opaque)
    glEnable(GL_BLEND);
  else
    glDisable(GL_BLEND);
  glUniform1f(alpha_uniform, item->alpha);
  glBindTexture(GL_TEXTURE_2D, textures[item->texture]);
  glVertexAttribPointer(place_attribute, 4, GL_FLOAT, GL_FALSE, 0, places);
  glVertexAttribPointer(texel_attribute, 2, GL_FLOAT, GL_FALSE, 0, texels);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

static uint32_t *draw_frame(void) {
  const uint32_t b = scene->background;
  glClearColor(((b >> 16) & 255) / 255.f, ((b >> 8) & 255) / 255.f, (b & 255) / 255.f, (b >> 24) / 255.f);
  glClear(GL_COLOR_BUFFER_BIT);
  for (int i = 0; i < scene->item_count; i++) draw_item(scene->items + i);
  glReadPixels(0, 0, scene->width, scene->height, GL_BGRA_EXT, GL_UNSIGNED_BYTE, pixels);
  return pixels;
}
