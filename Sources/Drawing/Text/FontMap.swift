import CCairo
import CPango
import Synchronization

/// Pango's font map of the process, used by one thread at a time.
///
/// Pango's objects may move between threads but never be used by two at once, and on Linux even main-actor work
/// moves between threads, so Pango's map of each thread does not serve. Several maps, each with a lock, do not either:
/// below them are cairo's fonts, which all threads share, and which cairo 1.16 lets go of without a lock.
/// cairo: `cairo_scaled_font_destroy`.
struct FontMap {
  private static let shared = Mutex(FontMap())

  private let context: OpaquePointer

  private init() {
    let map = pango_cairo_font_map_new()
    context = pango_font_map_create_context(map)  // keeps the map
    g_object_unref(UnsafeMutableRawPointer(map))
    // Text is laid out alike at every scale, and a tilted card shows no hinted steps.
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
  }

  /// Runs `body` with an empty layout while no other thread uses fonts.
  static func makeLayout<Metrics: Sendable>(
    _ body: (OpaquePointer) -> Metrics
  ) -> (layout: OpaquePointer, metrics: Metrics) {
    let made = shared.withLock { map in
      let layout = pango_layout_new(map.context)!  // never NULL: GLib ends the process without memory
      return (Layout(pointer: layout), body(layout))
    }
    return (made.0.pointer, made.1)
  }

  /// Runs `body`, which uses a layout, while no other thread uses fonts.
  static func exclusively(_ body: () -> Void) {
    shared.withLock { _ in body() }
  }

  private struct Layout: @unchecked Sendable {
    let pointer: OpaquePointer
  }
}
