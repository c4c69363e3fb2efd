import CCairo
import CPango
import Synchronization

/// The process's Pango font map, used by one thread at a time.
///
/// Different threads may use a Pango object, but not at the same time. Pango's default, a map per thread, is
/// unsuitable: on Linux, even main-actor work moves between threads. Several maps, each with its own lock, are
/// unsuitable, too: they share cairo's scaled fonts, which cairo 1.16 releases without a lock.
///
/// cairo: `cairo_scaled_font_destroy`.
struct FontMap {
  private static let shared = Mutex(FontMap())

  private let context: OpaquePointer

  private init() {
    let map = pango_cairo_font_map_new()
    context = pango_font_map_create_context(map)  // retains the map
    g_object_unref(UnsafeMutableRawPointer(map))
    // Without hinting, the layout is the same at every scale, and text on tilted cards has no steps.
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
  }

  /// Creates an empty layout and runs `body` with it, holding the font lock.
  static func makeLayout<Metrics: Sendable>(
    _ body: (OpaquePointer) -> Metrics
  ) -> (layout: OpaquePointer, metrics: Metrics) {
    let made = shared.withLock { map in
      let layout = pango_layout_new(map.context)!  // never NULL: GLib aborts when memory is exhausted
      return (Layout(pointer: layout), body(layout))
    }
    return (made.0.pointer, made.1)
  }

  /// Runs `body`, which uses a layout, holding the font lock.
  static func exclusively(_ body: () -> Void) {
    shared.withLock { _ in body() }
  }

  private struct Layout: @unchecked Sendable {
    let pointer: OpaquePointer
  }
}
