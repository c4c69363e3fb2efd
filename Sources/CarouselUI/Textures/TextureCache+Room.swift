internal import Raster

extension TextureCache {
  /// Returns the budget of a window of `width` × `height` pixels, in bytes: what its own pixels take, four
  /// times, and at least 8 MiB.
  ///
  /// A backdrop takes one window. What stands in front of it takes one or two: views overlap and are shown
  /// smaller than they were painted. The rest is for smaller copies and for the views that come next. A
  /// larger budget only helps who goes to and fro over many views that are all kept; a window's worth is
  /// painted in some 20 ms.
  static func defaultBudget(width: Int, height: Int) -> Int { max(4 * width * height * 4, 8 << 20) }

  /// Gives up what is farthest from being seen until the budget is kept, or nothing is left that may be given
  /// up.
  ///
  /// Of views that are gone first the smaller copies of all, then the textures. Then, after a frame, the
  /// smaller copies of what it shows that it did not use; then those of views that are ready but not shown,
  /// and their textures.
  ///
  /// - Parameters:
  ///   - needed: Bytes that are about to be added.
  ///   - isFrameOver: Whether it is known what the frame shows. Otherwise all that is ready is spared.
  func makeRoom(for needed: Int, isFrameOver: Bool) {
    var excess = byteCount + needed - budget
    guard excess > 0 else { return }
    let spare = entries.filter { $1.texture != nil }
      .map { (key: $0, distance: distance(of: $1)) }
      .filter { $0.distance != .shown }
      .sorted { $0.distance > $1.distance }
    excess -= release(spare.filter { !$0.distance.isReady }.map(\.key), until: excess)
    guard isFrameOver, excess > 0 else { return }
    excess -= releaseUnusedLevels()
    guard excess > 0 else { return }
    _ = release(spare.filter { $0.distance.isReady }.map(\.key), until: excess)
  }

  /// Gives up smaller copies, then textures, in the order of `keys`, until `wanted` bytes are free; returns
  /// how many are.
  private func release(_ keys: [ObjectIdentifier], until wanted: Int) -> Int {
    var released = 0
    for key in keys where released < wanted {
      guard let texture = entries[key]?.texture else { continue }
      let before = texture.byteCount
      texture.removeLevels()
      released += before - texture.byteCount
    }
    for key in keys where released < wanted {
      released += entries.removeValue(forKey: key)?.texture?.byteCount ?? 0
    }
    return released
  }

  /// Gives up copies of sizes that were shown in passing; returns how many bytes they took.
  ///
  /// A frame draws only what changed. Textures that it did not draw keep their copies, since the next one
  /// that draws them would make them again.
  private func releaseUnusedLevels() -> Int {
    let before = byteCount
    for entry in entries.values where distance(of: entry) == .shown { entry.texture?.removeUnusedLevels() }
    return before - byteCount
  }
}
