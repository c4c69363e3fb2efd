package import Geometry
internal import Raster

extension TextureCache {
  /// Returns the default budget of a window of `width` × `height` pixels, in bytes: four times the memory of
  /// its pixels, and at least 8 MiB.
  ///
  /// A background view needs the memory of one window. The views in front of it need the memory of one or two
  /// windows: they overlap, and are drawn smaller than they were painted. The rest is for mip levels and for
  /// the views that become visible next. A larger budget only helps if the data source keeps many views and
  /// users scroll back and forth over them.
  static func defaultBudget(width: Int, height: Int) -> Int { max(4 * width * height * 4, 8 << 20) }

  /// The limit for the visible and loaded views, in bytes: max(``budget``, ``budget`` / 8 + the bytes that
  /// cannot be evicted).
  ///
  /// At 1080p, an eighth is enough for one cover of a cover flow with its first mip levels.
  var effectiveBudget: Int {
    max(budget, entries.values.reduce(0) { $0 + requiredBytes(of: $1) } + budget / 8)
  }

  /// Returns the memory that cannot be evicted while the view of `entry` is visible or loaded, in bytes.
  private func requiredBytes(of entry: Entry) -> Int {
    switch distance(of: entry) {
    case .shown: entry.bytes
    case .loaded: entry.unevictableBytes
    case .unloaded: 0
    }
  }

  /// Evicts pixels in three steps, until the budget is met or nothing more may be evicted. In each step the
  /// farthest views come first.
  ///
  /// 1. The mip levels of unloaded views are evicted, then the textures of these views.
  /// 2. Mip levels are evicted if the frame did not use them and they are not predicted to be used soon.
  /// 3. If ``effectiveBudget`` is still exceeded, the other mip levels of loaded but invisible views are
  ///    evicted, then the textures of these views. A texture stays if the content of its view is released:
  ///    without the texture, the view would show a placeholder when it scrolls in.
  ///
  /// - Parameters:
  ///   - needed: The number of bytes that are about to be added.
  ///   - limit: Views at this distance or nearer keep their pixels. `.loaded(items: .infinity)` means that the
  ///     frame has not yet shown all its views: only the first step is performed.
  /// - Returns: Whether there is enough memory for `needed` bytes.
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

  /// Evicts, independent of the budget, all pixels that the last frame did not show, and all mip levels that it neither used
  /// nor is predicted to use soon. Call it between two frames.
  ///
  /// The pixels of loaded views with released content stay: without them, the views would show placeholders. Invisible
  /// views are not prepainted before the first frame that is three seconds later.
  ///
  /// - Parameter now: The current time, on the clock of the frames.
  package func purge(at now: Timestamp) {
    pausePrepainting(at: now)
    _ = evictUnusedLevels()
    for (key, entry) in entries where distance(of: entry) != .shown {
      if distance(of: entry).isLoaded, entry.unevictableBytes > 0 {
        entry.texture?.removeLevels()
      } else {
        entries[key]?.discardPixels()
      }
    }
  }

  /// Evicts mip levels, then textures, in the order of `keys`, until `wanted` bytes have been freed. Returns
  /// the number of bytes freed.
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

  /// Evicts the mip levels that are neither used nor predicted to be used soon. Returns the number of bytes
  /// freed.
  ///
  /// A frame draws only damaged regions. A visible texture that was not drawn keeps its mip levels, because
  /// otherwise the next frame that draws it would compute them again.
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
