package import Geometry

/// The scale of a surface: the compositor's preferred scale, or else the largest scale of the surface's outputs.
package struct SurfaceScale {
  /// In 120ths, from `wp_fractional_scale_v1.preferred_scale`.
  package var preferred: UInt32?
  /// The scales of the surface's outputs. Before it is on an output: the scale of all outputs if they have the same.
  package var outputs: [Int] = []

  /// Creates scale 1.
  package init() {}

  /// Buffer pixels per point.
  package var value: Double {
    if let preferred, preferred > 0 { return Double(preferred) / 120 }
    return Double(max(1, outputs.max() ?? 1))
  }

  /// Whether the buffer is scaled with a viewport and not with an integer buffer scale.
  package var usesViewport: Bool { preferred != nil }

  /// The argument of `wl_surface.set_buffer_scale`.
  package var bufferScale: Int32 { usesViewport ? 1 : Int32(value) }

  /// Returns the buffer's size in pixels for a surface of `size` points. Each side is rounded, halves away from zero.
  package func bufferSize(for size: Size) -> (width: Int, height: Int) {
    // Multiply before dividing: 50 × 138 / 120 is exactly 57.5, but 50 × (138 / 120) is slightly less.
    func pixels(_ side: Double) -> Int {
      let exact = preferred.map { $0 > 0 ? side * Double($0) / 120 : side * value } ?? side * value
      return max(1, Int(exact.rounded()))
    }
    return (pixels(size.width), pixels(size.height))
  }
}
