internal import CarouselViews
internal import Raster

extension TextureCache {
  /// Returns the default budget of a window of `width` × `height` pixels, in bytes: four times the memory of those
  /// pixels, at least 8 MiB.
  ///
  /// A backdrop needs the memory of one window. The views in front of it need that of one or two: they overlap and
  /// are shown smaller than they were painted. The rest is for mip levels and for the views shown next. A larger
  /// budget only helps if the data source keeps many views and users scroll back and forth over them.
  static func defaultBudget(width: Int, height: Int) -> Int { max(4 * width * height * 4, 8 << 20) }

  /// The limit for shown and loaded views, in bytes: at least ``budget``, and an eighth of it more than the pixels
  /// that cannot be evicted.
  ///
  /// At 1080p, an eighth is one cover of a cover flow with the mip levels that it is first shown with.
  var effectiveBudget: Int {
    max(budget, entries.values.reduce(0) { $0 + requiredBytes(of: $1) } + budget / 8)
  }

  /// The memory of a view that cannot be evicted while it is shown or loaded.
  private func requiredBytes(of entry: Entry) -> Int {
    switch distance(of: entry) {
    case .shown: entry.bytes
    case .loaded: entry.unevictableBytes
    case .unloaded: 0
    }
  }

  /// Evicts pixels until the budget holds, or until nothing more may be evicted. The farthest views come first.
  ///
  /// 1. The mip levels of all unloaded views, then their textures.
  /// 2. After a frame: the mip levels that it did not use and that are not predicted to be used soon.
  /// 3. Beyond the ``effectiveBudget``: the other mip levels of loaded views that are not shown, then their
  ///    textures. A texture is kept if the view's content is released, as evicting it would show a placeholder
  ///    when the view scrolls in.
  ///
  /// - Parameters:
  ///   - needed: Bytes that are about to be added.
  ///   - limit: Views at this distance or nearer are spared. `.loaded(items: .infinity)` means that the frame has
  ///     not shown all its views yet: only the first step is taken.
  /// - Returns: Whether there is room.
  @discardableResult
  func makeRoom(for needed: Int, keeping limit: ViewDistance) -> Bool {
    var excess = byteCount + needed - budget
    guard excess > 0 else { return true }
    let candidates = entries.filter { $1.texture != nil }
      .map { (key: $0, distance: distance(of: $1)) }
      .filter { $0.distance > limit }
      .sorted { $0.distance > $1.distance }
    excess -= evict(candidates.filter { !$0.distance.isLoaded }.map(\.key), until: excess)
    guard limit < .loaded(items: .infinity), excess > 0 else { return excess <= 0 }
    excess -= evictUnusedLevels()
    excess -= effectiveBudget - budget
    guard excess > 0 else { return true }
    excess -= evict(candidates.filter { $0.distance.isLoaded }.map(\.key), until: excess)
    return excess <= 0
  }

  /// Evicts mip levels, then textures, in the order of `keys`, until `wanted` bytes are free. Returns the number of
  /// bytes freed.
  private func evict(_ keys: [ObjectIdentifier], until wanted: Int) -> Int {
    var evicted = 0
    for key in keys where evicted < wanted {
      guard let texture = entries[key]?.texture else { continue }
      let before = texture.byteCount
      texture.removeLevels()
      evicted += before - texture.byteCount
    }
    for key in keys where evicted < wanted {
      guard let entry = entries[key], !distance(of: entry).isLoaded || entry.unevictableBytes == 0 else {
        continue
      }
      evicted += entry.bytes
      entries[key]?.discardPixels()
    }
    return evicted
  }

  /// Evicts the mip levels that are neither used nor predicted to be used soon. Returns the number of bytes freed.
  ///
  /// A frame draws only damaged regions. A shown texture that it did not draw keeps its mip levels, since the next
  /// frame that draws it would make them again.
  func evictUnusedLevels() -> Int {
    let before = byteCount
    for entry in entries.values {
      switch distance(of: entry) {
      case .shown: entry.texture?.removeUnusedLevels(except: predictedSizes(for: entry))
      case .loaded: entry.texture?.removeLevels(except: predictedSizes(for: entry))
      case .unloaded: break
      }
    }
    return before - byteCount
  }
}
