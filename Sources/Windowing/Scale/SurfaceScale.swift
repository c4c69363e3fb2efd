package import Geometry

/// The scale of a surface: the compositor's preferred scale, or else the largest scale of the surface's outputs.
///
/// The scale is limited to 64, so that buffer sizes fit in 32 bits even if the compositor sends extreme numbers.
package struct SurfaceScale {
  /// The preferred scale × 120, from `wp_fractional_scale_v1.preferred_scale`.
  package var preferred: UInt32?
  /// The preferred scale as an integer, from `wl_surface.preferred_buffer_scale`.
  package var preferredWhole: Int32?
  /// The scales of the surface's outputs. Before the surface is on an output: the common scale of all outputs, if they
  /// agree.
  package var outputs: [Int] = []

  /// Creates a surface scale with the value 1.
  package init() {}

  /// Buffer pixels per point.
  package var value: Double {
    if let preferred = fractional { return Double(preferred) / 120 }
    return Double(min(max(1, preferredWhole.map { Int($0) } ?? outputs.max() ?? 1), 64))
  }

  /// Whether the buffer is scaled with a viewport instead of an integer buffer scale.
  package var usesViewport: Bool { preferred != nil }

  /// The argument of `wl_surface.set_buffer_scale`.
  package var bufferScale: Int32 { usesViewport ? 1 : Int32(value) }

  /// Returns the buffer's size in pixels for a surface of `size` points. Each side is rounded; halves are rounded away
  /// from zero.
  package func bufferSize(for size: Size) -> (width: Int, height: Int) {
    // Multiply before dividing: 50 × 138 / 120 is exactly 57.5, but 50 × (138 / 120) is slightly less.
    func pixels(_ side: Double) -> Int {
      let exact = fractional.map { side * Double($0) / 120 } ?? side * value
      return max(1, Int(exact.rounded()))
    }
    return (pixels(size.width), pixels(size.height))
  }

  /// Returns the size of a smaller buffer, in pixels. Each side is rounded, and is at least 1.
  ///
  /// - Parameter resolution: The fraction of each side, in `0...1`.
  package static func reduced(
    _ size: (width: Int, height: Int), to resolution: Double
  ) -> (width: Int, height: Int) {
    func side(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * resolution).rounded())) }
    return (side(size.width), side(size.height))
  }

  /// The preferred fractional scale, if the compositor sent a valid one.
  private var fractional: UInt32? { preferred.flatMap { $0 > 0 ? min($0, 64 * 120) : nil } }
}
