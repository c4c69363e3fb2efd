package import Geometry

/// Which scale a surface has: what the compositor prefers, or else the largest of the outputs it is on.
package struct SurfaceScale {
  /// In 120ths, from `wp_fractional_scale_v1.preferred_scale`.
  package var preferred: UInt32?
  /// Of the outputs the surface is on; before it is on one, of those there are if they agree.
  package var outputs: [Int] = []

  package init() {}

  /// Buffer pixels for each point.
  package var value: Double {
    if let preferred, preferred > 0 { return Double(preferred) / 120 }
    return Double(max(1, outputs.max() ?? 1))
  }

  /// Whether the buffer is stretched by a viewport instead of a whole buffer scale.
  package var usesViewport: Bool { preferred != nil }

  /// What to tell `wl_surface.set_buffer_scale`.
  package var bufferScale: Int32 { usesViewport ? 1 : Int32(value) }

  /// Returns the buffer's size in pixels for a surface of `size` points: each side rounded, halves away from zero.
  package func bufferSize(for size: Size) -> (width: Int, height: Int) {
    // The whole product first: 50 × 138 / 120 is 57.5, but 138 / 120 is a hair less than 1.15.
    func pixels(_ side: Double) -> Int {
      let exact = preferred.map { $0 > 0 ? side * Double($0) / 120 : side * value } ?? side * value
      return max(1, Int(exact.rounded()))
    }
    return (pixels(size.width), pixels(size.height))
  }
}
