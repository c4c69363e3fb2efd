internal import Geometry

/// The geometry of a reflection. It maps areas of a view to the reflection and back. All coordinates are
/// points from the top left corner of the view.
struct ReflectionMirror {
  private let bounds: Rect
  private let reflection: Rect

  /// - Parameters:
  ///   - size: The size of the view.
  ///   - gap: The distance from the view to its reflection.
  ///   - height: The height of the reflection.
  init(size: Size, gap: Double, height: Double) {
    bounds = Rect(origin: .zero, size: size)
    reflection = Rect(x: 0, y: size.height + gap, width: size.width, height: height)
  }

  /// Returns the rectangle that changes when `area` of the view changes.
  func damage(of area: Rect) -> Rect {
    let mirrored = mirrored(area.intersection(bounds)).intersection(reflection)
    return mirrored.isEmpty ? area : area.union(mirrored)
  }

  /// Returns the part of the view that is visible in `area`, directly or in the reflection, rounded outwards
  /// to whole pixels.
  ///
  /// - Parameter pixel: The size of a pixel.
  func part(for area: Rect, pixel: Size) -> Rect {
    let reflected = mirrored(area.intersection(reflection)).intersection(bounds)
    let direct = area.intersection(bounds)
    let seen = reflected.isEmpty ? direct : direct.isEmpty ? reflected : direct.union(reflected)
    guard !seen.isEmpty, !pixel.isEmpty else { return bounds }
    // A pixel of the reflection is interpolated between pixels of the view.
    func start(_ value: Double, _ pixel: Double) -> Double {
      max(((value / pixel).rounded(.down) - Self.margin) * pixel, 0)
    }
    func end(_ value: Double, _ pixel: Double, _ limit: Double) -> Double {
      min(((value / pixel).rounded(.up) + Self.margin) * pixel, limit)
    }
    let (left, top) = (start(seen.minX, pixel.width), start(seen.minY, pixel.height))
    return Rect(
      x: left, y: top, width: end(seen.maxX, pixel.width, bounds.maxX) - left,
      height: end(seen.maxY, pixel.height, bounds.maxY) - top)
  }

  private static let margin = 2.0  // pixels

  private func mirrored(_ area: Rect) -> Rect {
    guard !area.isEmpty else { return .zero }
    return Rect(
      x: area.minX, y: bounds.maxY + reflection.minY - area.maxY, width: area.size.width,
      height: area.size.height)
  }
}
