#include "cjpeg.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jpeglib.h>
#include <jerror.h>

struct cjpeg_reader {
  struct jpeg_decompress_struct decompressor;
  struct jpeg_error_mgr errors;
  struct jpeg_progress_mgr progress;
  jmp_buf failure;
  cjpeg_status status;
  cjpeg_checkpoint checkpoint;
  void *context;
  char *message;
};

static cjpeg_reader *reader_of(j_common_ptr info) { return (cjpeg_reader *)info->client_data; }

static void format_message(j_common_ptr info) {
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  snprintf(reader_of(info)->message, 200, "%s", text);
}

static void on_error(j_common_ptr info) {
  cjpeg_reader *reader = reader_of(info);
  int code = info->err->msg_code;
  // Without a backing store libjpeg-turbo reports an exceeded memory limit as one of these errors.
  int is_memory = code == JERR_OUT_OF_MEMORY || code == JERR_NO_BACKING_STORE;
  reader->status = is_memory ? cjpeg_out_of_memory : cjpeg_failed;
  format_message(info);
  longjmp(reader->failure, 1);
}

static void on_message(j_common_ptr info, int level) {
  if (level >= 0 || reader_of(info)->message[0]) return;
  switch (info->err->msg_code) {
  // These warnings mean that a part of the pixels is wrong or missing.
  case JWRN_ARITH_BAD_CODE:
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_JPEG_EOF:
  case JWRN_MUST_RESYNC: format_message(info); break;
  // Other warnings concern the header, or bytes that are not used.
  default: break;
  }
}

static void on_output(j_common_ptr info) { (void)info; }

static void check(cjpeg_reader *reader) {
  if (reader->checkpoint(reader->context)) {
    reader->status = cjpeg_stopped;
    longjmp(reader->failure, 1);
  }
}

static void on_progress(j_common_ptr info) { check(reader_of(info)); }

cjpeg_reader *cjpeg_open(const uint8_t *bytes, size_t count, size_t memory, cjpeg_checkpoint checkpoint,
                         void *context, cjpeg_header *header, char message[200]) {
  message[0] = 0;
  cjpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    snprintf(message, 200, "out of memory");
    return NULL;
  }
  reader->checkpoint = checkpoint;
  reader->context = context;
  reader->message = message;
  struct jpeg_decompress_struct *info = &reader->decompressor;
  info->err = jpeg_std_error(&reader->errors);
  info->client_data = reader;
  reader->errors.error_exit = on_error;
  reader->errors.emit_message = on_message;
  reader->errors.output_message = on_output;
  if (setjmp(reader->failure)) {
    cjpeg_close(reader);
    return NULL;
  }
  jpeg_create_decompress(info);
  info->client_data = reader;
  info->mem->max_memory_to_use = memory > 0x7fffffff ? 0x7fffffff : (long)memory;
  reader->progress.progress_monitor = on_progress;
  info->progress = &reader->progress;
  jpeg_mem_src(info, bytes, count);
  jpeg_read_header(info, TRUE);
  header->width = info->image_width;
  header->height = info->image_height;
  int is_cmyk = info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
  header->layout = is_cmyk ? cjpeg_cmyk : cjpeg_bgra;
  header->has_multiple_scans = jpeg_has_multiple_scans(info);
  info->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_BGRA;
  return reader;
}

cjpeg_status cjpeg_start(cjpeg_reader *reader, int eighths, int maximum_scans, uint32_t *width,
                         uint32_t *height) {
  struct jpeg_decompress_struct *info = &reader->decompressor;
  if (setjmp(reader->failure)) return reader->status;
  info->scale_num = (unsigned)eighths;
  info->scale_denom = 8;
  info->buffered_image = jpeg_has_multiple_scans(info);
  jpeg_start_decompress(info);
  if (info->buffered_image) {
    int result;
    do {
      check(reader);
      result = jpeg_consume_input(info);
      if (result == JPEG_REACHED_SOS && info->input_scan_number > maximum_scans) {
        snprintf(reader->message, 200, "more than %d scans; only the first are shown", maximum_scans);
        break;
      }
    } while (result != JPEG_REACHED_EOI);
    jpeg_start_output(info, info->input_scan_number);
  }
  *width = info->output_width;
  *height = info->output_height;
  return cjpeg_ok;
}

cjpeg_status cjpeg_select(cjpeg_reader *reader, uint32_t y, uint32_t *x, uint32_t *width) {
  struct jpeg_decompress_struct *info = &reader->decompressor;
  if (setjmp(reader->failure)) return reader->status;
  if (*width < info->output_width) {
    JDIMENSION start = *x, count = *width;
    jpeg_crop_scanline(info, &start, &count);
    *x = start;
    *width = count;
  }
  while (info->output_scanline < y) {
    if (jpeg_skip_scanlines(info, y - info->output_scanline) == 0) return cjpeg_failed;
  }
  return cjpeg_ok;
}

cjpeg_status cjpeg_read_row(cjpeg_reader *reader, uint8_t *row) {
  struct jpeg_decompress_struct *info = &reader->decompressor;
  if (setjmp(reader->failure)) return reader->status;
  JSAMPROW rows[1] = {row};
  if (info->output_scanline >= info->output_height) return cjpeg_failed;
  if (jpeg_read_scanlines(info, rows, 1) != 1) {
    if (!reader->message[0]) snprintf(reader->message, 200, "the image data is incomplete");
    return cjpeg_failed;
  }
  return cjpeg_ok;
}

void cjpeg_close(cjpeg_reader *reader) {
  jpeg_destroy_decompress(&reader->decompressor);
  free(reader);
}
