internal import Raster

extension TextureCache {
  /// Returns the budget of a window of `width` × `height` pixels, in bytes: what its own pixels take, four times, and at least
  /// 8 MiB.
  ///
  /// A backdrop takes one window. What stands in front of it takes one or two: views overlap and are shown smaller than they
  /// were painted. The rest is for smaller copies and for the views that come next. A larger budget only helps who goes
  /// to and fro over many views that are all kept; a window's worth is painted in some 20 ms.
  static func defaultBudget(width: Int, height: Int) -> Int { max(4 * width * height * 4, 8 << 20) }

  /// Gives up what is farthest from being seen until the budget is kept, or nothing is left that may be given up.
  ///
  /// - Parameters:
  ///   - needed: Bytes that are about to be added.
  ///   - isSpare: Whether a view at this distance may lose its pixels.
  func makeRoom(for needed: Int = 0, where isSpare: (ViewDistance) -> Bool) {
    var excess = byteCount + needed - budget
    guard excess > 0 else { return }
    let spare = entries.filter { $1.texture != nil }
      .map { (key: $0, distance: distance(of: $1)) }
      .filter { isSpare($0.distance) }
      .sorted { $0.distance > $1.distance }
    for (key, _) in spare where excess > 0 {
      excess -= entries[key]?.texture?.byteCount ?? 0
      entries[key] = nil
    }
  }
}
