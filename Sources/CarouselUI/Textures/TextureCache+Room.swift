internal import CarouselViews
internal import Raster

extension TextureCache {
  /// Returns the budget of a window of `width` × `height` pixels, in bytes: what its own pixels take, four
  /// times, and at least 8 MiB.
  ///
  /// A backdrop takes one window. What stands in front of it takes one or two: views overlap and are shown
  /// smaller than they were painted. The rest is for smaller copies and for the views that come next. A
  /// larger budget only helps who goes to and fro over many views that are all kept: less is painted ahead.
  static func defaultBudget(width: Int, height: Int) -> Int { max(4 * width * height * 4, 8 << 20) }

  /// The most that may be kept of views that are shown or ready: even if what must be kept fills the budget,
  /// an eighth of it is there for what comes in next.
  ///
  /// At 1080p that is a picture of a cover flow with the smaller copies that it is first shown by.
  var allowance: Int { max(budget, entries.values.reduce(0) { $0 + neededBytes(of: $1) } + budget / 8) }

  /// The memory that a view has as long as it is shown or ready.
  private func neededBytes(of entry: Entry) -> Int {
    switch distance(of: entry) {
    case .shown: entry.bytes
    case .ready: entry.lastingBytes
    case .gone: 0
    }
  }

  /// Gives up what is farthest from being seen until the budget is kept, or nothing is left that may be given
  /// up.
  ///
  /// Of views that are gone first the smaller copies of all, then the textures. Then, after a frame, the
  /// smaller copies of what it shows that it did not use and that will not be used soon; then, beyond the
  /// ``allowance``, those of views that are ready but not shown, and their textures, unless only these know
  /// how the view looks: to be without its picture when it comes in would be seen.
  ///
  /// - Parameters:
  ///   - needed: Bytes that are about to be added.
  ///   - limit: Views that are no farther away than this are spared; with all that are ready nothing is
  ///     known yet of what the frame shows.
  /// - Returns: Whether there is room.
  @discardableResult
  func makeRoom(for needed: Int, keeping limit: ViewDistance) -> Bool {
    var excess = byteCount + needed - budget
    guard excess > 0 else { return true }
    let spare = entries.filter { $1.texture != nil }
      .map { (key: $0, distance: distance(of: $1)) }
      .filter { $0.distance > limit }
      .sorted { $0.distance > $1.distance }
    excess -= release(spare.filter { !$0.distance.isReady }.map(\.key), until: excess)
    guard limit < .ready(items: .infinity), excess > 0 else { return excess <= 0 }
    excess -= releaseUnusedLevels()
    excess -= allowance - budget
    guard excess > 0 else { return true }
    excess -= release(spare.filter { $0.distance.isReady }.map(\.key), until: excess)
    return excess <= 0
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
      guard let entry = entries[key], !distance(of: entry).isReady || entry.lastingBytes == 0 else {
        continue
      }
      released += entry.bytes
      entries[key]?.forgetPixels()
    }
    return released
  }

  /// Gives up copies of sizes that were shown in passing; returns how many bytes they took.
  ///
  /// A frame draws only what changed. Textures that it did not draw keep their copies, since the next one
  /// that draws them would make them again.
  func releaseUnusedLevels() -> Int {
    let before = byteCount
    for entry in entries.values {
      switch distance(of: entry) {
      case .shown: entry.texture?.removeUnusedLevels(except: sizesWanted(by: entry))
      case .ready: entry.texture?.removeLevels(except: sizesWanted(by: entry))
      case .gone: break
      }
    }
    return before - byteCount
  }
}
