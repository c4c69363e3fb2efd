internal import CarouselViews
internal import Raster

/// Work for the frames to come: what is ready gets its pixels, and what will be shown at another size soon gets
/// its smaller copies, before a frame would have to wait for them.
///
/// One view at a time, the nearest first, views that move away last, and always by what the last frame said:
/// nothing waits long behind it, and nothing is done for a view that is no longer ready. What arrives changes nothing that is shown, so no
/// frame is asked for. When nothing is left to do, nothing happens.
extension TextureCache {
  /// How far round its place a view may be wanted as soon as it moves, in items.
  private static let surroundings = 0.5

  /// Something to do for one view.
  private struct Errand: Sendable {
    let key: ObjectIdentifier
    let subject: Int
    /// The pixels there are, if they are those of the view as it is now.
    let texture: Texture?
    /// How they are painted otherwise.
    var job: PaintJob?
    /// The smaller copies to be made.
    var sizes: [LevelSize]
    /// The memory of the pixels to be painted, and of the copies.
    let baseBytes, sizesBytes: Int
    /// Whether everything else comes first.
    var canWait = false
  }

  /// Begins with what is most urgent, unless something is being done.
  func workAhead() {
    guard isFrameOver, !isWorkingAhead, scale > 0, let (errand, view) = nextErrand() else { return }
    isWorkingAhead = true
    if let job = errand.job { entries[errand.key]?.pendingVersion = job.contentVersion }
    queue.run {
      let texture = errand.texture ?? errand.job.flatMap { try? $0.run() }.map { Texture($0) }
      texture?.makeLevels(errand.sizes)
      return texture
    } completion: { [weak self, weak view, scale] texture in
      guard let self else { return }
      isWorkingAhead = false
      if receive(texture, for: errand, of: view, scale: scale) { workAhead() }
    }
  }

  /// The sizes at which a view will be shown soon, as far as others were shown there.
  func sizesWanted(by entry: Entry) -> [LevelSize] {
    guard let row = entry.row else { return [] }
    let travel = entry.travel
    let end = entry.offset + travel
    let around = entry.isTravelling ? Self.surroundings / 2 : Self.surroundings
    return sizesShown.wanted(
      row: row, from: min(entry.offset, end) - around, to: max(entry.offset, end) + around)
  }

  /// Returns whether there may be room for more.
  private func receive(_ texture: Texture?, for errand: Errand, of view: View?, scale: Double) -> Bool {
    let key = errand.key
    guard let job = errand.job else {
      if let entry = entries[key] { makeRoom(for: 0, keeping: distance(of: entry)) }
      return true
    }
    let arrival = Arrival(
      texture: texture, version: job.contentVersion, scale: scale, subject: errand.subject)
    guard canTake(arrival, of: view, key: key), let entry = entries[key] else {
      tellOfArrival()
      return true
    }
    let distance = distance(of: entry)
    let added = (texture?.byteCount ?? 0) - (entry.texture?.byteCount ?? 0)
    guard distance.isReady else { return true }
    // Others have taken the room meanwhile: not to be tried again before the next frame.
    guard distance == .shown || makeRoom(for: added, keeping: distance) else { return false }
    take(arrival, key: key)
    tellOfArrival(shown: distance == .shown)
    return true
  }

  /// Returns the most urgent of what there is to do and room for.
  private func nextErrand() -> (Errand, View)? {
    let near = entries.values.filter { distance(of: $0).isReady }.sorted { $0.itemsAway < $1.itemsAway }
    let errands = near.map(errand)
    func first(where isMeant: (Errand) -> Bool) -> (Errand, View)? {
      firstThatFits(near, errands.map { errand in errand.flatMap { isMeant($0) ? $0 : nil } })
    }
    func firstToCome() -> (Errand, View)? {
      // A frame would wait longest for a view without pixels.
      first { $0.texture == nil && !$0.canWait } ?? first { $0.texture != nil }
    }
    if errands.contains(where: { $0?.canWait == false }) {
      if let next = firstToCome() { return next }
      // Copies of sizes that were shown in passing make room before anything is left undone.
      if releaseUnusedLevels() > 0, let next = firstToCome() { return next }
    }
    return errands.contains { $0?.canWait == true } ? first { $0.canWait } : nil
  }

  /// - Parameters:
  ///   - near: All that is shown or ready, the nearest first.
  ///   - errands: What there is to do for each of them.
  private func firstThatFits(_ near: [Entry], _ errands: [Errand?]) -> (Errand, View)? {
    // What may be given up: all that is gone, and of what is ready but farther away than the view that it is
    // for, all but the only pixels of a view.
    var free =
      allowance - entries.values.reduce(0) { $0 + (distance(of: $1) < .gone(frames: 0) ? $1.bytes : 0) }
    free += near.reduce(0) { $0 + spareBytes(of: $1) }
    var spared = 0
    for (entry, errand) in zip(near, errands) {
      while spared < near.count, near[spared].itemsAway <= entry.itemsAway {
        free -= spareBytes(of: near[spared])
        spared += 1
      }
      guard var errand, let view = entry.view else { continue }
      let hasRoom = errand.baseBytes + errand.sizesBytes <= free
      if errand.texture != nil {
        guard hasRoom || isUrgent(entry) else { continue }
        return (errand, view)
      }
      if !hasRoom { errand.sizes = [] }
      guard hasRoom || errand.baseBytes <= free else { continue }
      guard let job = ViewPainting.job(for: view, scale: scale) else {
        entries[errand.key]?.unpaintableVersion = view.contentVersion
        continue
      }
      errand.job = job
      return (errand, view)
    }
    return nil
  }

  /// Returns what there is to do for a view that is shown or ready; `nil` if it has all it will want.
  private func errand(for entry: Entry) -> Errand? {
    guard let view = entry.view else { return nil }
    let key = ObjectIdentifier(view)
    if entry.version == view.contentVersion {
      guard let texture = entry.texture else { return nil }
      let missing = sizesWanted(by: entry).filter { !texture.has($0) }
      guard !missing.isEmpty else { return nil }
      return Errand(
        key: key, subject: entry.subject, texture: texture, sizes: missing, baseBytes: 0,
        sizesBytes: bytes(of: missing, width: texture.width, height: texture.height))
    }
    // What is shown is painted by its frame, or on its way.
    guard distance(of: entry) != .shown, entry.pendingVersion == nil, !view.livesInPixels,
      !view.awaitsContent, entry.unpaintableVersion != view.contentVersion,
      let (width, height) = try? ViewPainting.pixelSize(of: view.size, scale: scale)
    else { return nil }
    let sizes = sizesWanted(by: entry).filter { $0 != .base }
    return Errand(
      key: key, subject: entry.subject, texture: nil, sizes: sizes,
      baseBytes: LevelSize.base.byteCount(width: width, height: height),
      sizesBytes: bytes(of: sizes, width: width, height: height),
      // By what the last frame said: it may stand by now, and no frame comes to say so.
      canWait: entry.isReceding)
  }

  private func bytes(of sizes: [LevelSize], width: Int, height: Int) -> Int {
    sizes.reduce(0) { $0 + $1.byteCount(width: width, height: height) }
  }

  private func spareBytes(of entry: Entry) -> Int {
    distance(of: entry) == .shown ? 0 : entry.bytes - entry.lastingBytes
  }

  /// Whether the frames to come will want its copies, and make them if nobody else does.
  private func isUrgent(_ entry: Entry) -> Bool { distance(of: entry) == .shown && entry.isTravelling }
}
