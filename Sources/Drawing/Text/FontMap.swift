import CCairo
import CPango
import Synchronization

/// A Pango font map with a context, used by one thread at a time.
///
/// Pango's objects may move between threads but never be used by two at once, and on Linux even main-actor work
/// moves between threads. Neither Pango's per-thread default map nor one shared map serves that. So each layout
/// belongs to one map of a small pool, and whoever touches the layout holds that map's lock.
final class FontMap: @unchecked Sendable {
  private static let pool = Mutex<[FontMap]>([])
  private static let poolLimit = 4  // as many texts at once; further threads wait for a turn

  private let lock = Mutex<Void>(())
  private let map: UnsafeMutablePointer<PangoFontMap>
  private let context: OpaquePointer

  private init() {
    map = pango_cairo_font_map_new()
    context = pango_font_map_create_context(map)
    // Text is laid out alike at every scale, and a tilted card shows no hinted steps.
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(UnsafeMutableRawPointer(map))
  }

  /// Runs `body` with an empty layout of a map that nobody else uses meanwhile.
  static func makeLayout<Metrics: Sendable>(
    _ body: (OpaquePointer) -> Metrics
  ) -> (map: FontMap, layout: OpaquePointer, metrics: Metrics) {
    let known = pool.withLock { $0 }
    for map in known {
      if let made = map.lock.withLockIfAvailable({ _ in map.makeLayout(body) }) {
        return (map, made.layout.pointer, made.metrics)
      }
    }
    let map: FontMap
    if known.count < poolLimit {
      map = FontMap()
      pool.withLock { if $0.count < poolLimit { $0.append(map) } }
    } else {
      map = known[0]
    }
    let made = map.lock.withLock { _ in map.makeLayout(body) }
    return (map, made.layout.pointer, made.metrics)
  }

  /// Runs `body` while no other thread uses this map or its layouts.
  func exclusively(_ body: () -> Void) {
    lock.withLock { _ in body() }
  }

  private struct Layout: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private func makeLayout<Metrics: Sendable>(
    _ body: (OpaquePointer) -> Metrics
  ) -> (layout: Layout, metrics: Metrics) {
    let layout = pango_layout_new(context)!  // never NULL: GLib ends the process without memory
    return (Layout(pointer: layout), body(layout))
  }
}
