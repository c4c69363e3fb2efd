internal import Raster
@_spi(Subclassing) internal import Views

/// Prepainting: loaded views are painted, and the mip levels for their next sizes are computed, before a frame
/// needs them.
///
/// One job runs at a time. The nearest views come first; views without pixels that move away come last. Each
/// job is chosen from the state of the last frame, so no job waits long, and no job is for a view that is no
/// longer loaded. The results do not change the visible frame, so no new frame is requested.
extension TextureCache {
  /// The predicted offsets are extended by this distance in both directions, in items.
  private static let margin = 0.5

  /// The work for one view.
  private struct PrepaintJob: Sendable {
    let key: ObjectIdentifier
    let itemIndex: Int
    /// The view's pixels, if they are up to date; otherwise the job paints them.
    let texture: Texture?
    /// Paints the pixels; `nil` if there already are up-to-date pixels.
    var paintJob: PaintJob?
    /// The sizes of the mip levels to be computed.
    var sizes: [LevelSize]
    /// The memory of the pixels to be painted, and the memory of the mip levels, in bytes.
    let baseBytes, sizesBytes: Int
    /// Whether the last frame used other mip levels in place of `sizes`.
    var isWanted = false
    /// Whether the job runs only if there is no other job.
    var isDeferred = false
  }

  /// Starts the most urgent job, unless a job is running.
  func prepaint() {
    guard isFrameOver, !isPrepainting, scale > 0, let (job, view) = nextPrepaintJob() else { return }
    isPrepainting = true
    if let paintJob = job.paintJob { entries[job.key]?.pendingVersion = paintJob.contentVersion }
    queue.run {
      let texture = job.texture ?? job.paintJob.flatMap { try? $0.run() }.map { Texture($0) }
      texture?.makeLevels(job.sizes)
      return texture
    } completion: { [weak self, weak view, scale] texture in
      guard let self else { return }
      isPrepainting = false
      if receive(texture, for: job, of: view, scale: scale) { prepaint() }
      onPrepainted?()
    }
  }

  /// Returns the mip sizes that a view lacked in the last frame or is predicted to need soon.
  func predictedSizes(for entry: Entry) -> [LevelSize] {
    let wanted = entry.texture?.wantedSizes ?? []
    return wanted + sizesAhead(of: entry).filter { !wanted.contains($0) }
  }

  private func sizesAhead(of entry: Entry) -> [LevelSize] {
    guard let carousel = entry.carousel else { return [] }
    let travel = entry.predictedTravel
    let end = entry.offset + travel
    let around = entry.isMoving ? Self.margin / 2 : Self.margin
    return sizePredictor.sizes(
      carousel: carousel, from: min(entry.offset, end) - around, to: max(entry.offset, end) + around)
  }

  /// Stores the result of a job. Returns whether there may be memory for another job.
  private func receive(_ texture: Texture?, for job: PrepaintJob, of view: View?, scale: Double) -> Bool {
    let key = job.key
    guard let paintJob = job.paintJob else {
      guard let entry = entries[key] else { return true }
      makeRoom(for: 0, keeping: distance(of: entry))
      let isWanted = texture?.wantedSizes.contains { job.sizes.contains($0) } ?? false
      notifyOfArrival(shown: isWanted && distance(of: entry) == .shown)
      return true
    }
    let result = PaintResult(
      texture: texture, version: paintJob.contentVersion, scale: scale, itemIndex: job.itemIndex)
    guard accepts(result, for: view, key: key), let entry = entries[key] else {
      notifyOfArrival()
      return true
    }
    let distance = distance(of: entry)
    let added = (texture?.byteCount ?? 0) - (entry.texture?.byteCount ?? 0)
    guard distance.isLoaded else { return true }
    // Other pixels have taken the memory meanwhile. The next frame tries again.
    guard distance == .shown || makeRoom(for: added, keeping: distance) else { return false }
    store(result, key: key)
    notifyOfArrival(shown: distance == .shown)
    return true
  }

  /// Returns the most urgent job for which there is memory.
  private func nextPrepaintJob() -> (PrepaintJob, View)? {
    let near = entries.values.filter { distance(of: $0).isLoaded }.sorted {
      $0.predictedDistance < $1.predictedDistance
    }
    let jobs = near.map(job)
    func first(where isCandidate: (PrepaintJob) -> Bool) -> (PrepaintJob, View)? {
      firstThatFits(near, jobs.map { job in job.flatMap { isCandidate($0) ? $0 : nil } })
    }
    func firstUndeferred() -> (PrepaintJob, View)? {
      // The visible frame lacks wanted mip levels. After that, a view without pixels delays a frame the most.
      first { $0.isWanted } ?? first { $0.texture == nil && !$0.isDeferred } ?? first { $0.texture != nil }
    }
    if isPrepaintingPaused { return first { $0.isWanted } }
    if jobs.contains(where: { $0?.isDeferred == false }) {
      if let next = firstUndeferred() { return next }
      // The eviction of unused mip levels may free enough memory.
      if evictUnusedLevels() > 0, let next = firstUndeferred() { return next }
    }
    return jobs.contains { $0?.isDeferred == true } ? first { $0.isDeferred } : nil
  }

  /// Returns the first job for which there is memory.
  ///
  /// - Parameters:
  ///   - near: All visible and loaded views, the nearest first.
  ///   - jobs: The job of each view in `near`; `nil` for none.
  private func firstThatFits(_ near: [Entry], _ jobs: [PrepaintJob?]) -> (PrepaintJob, View)? {
    // The bytes that are free if all unloaded views and all evictable pixels of loaded views are evicted. For
    // each job, the loop subtracts the pixels of the views at the same distance or nearer, because a job does
    // not evict them.
    var free =
      effectiveBudget
      - entries.values.reduce(0) { $0 + (distance(of: $1) < .unloaded(frames: 0) ? $1.bytes : 0) }
    free += near.reduce(0) { $0 + spareBytes(of: $1) }
    var spared = 0
    for (entry, job) in zip(near, jobs) {
      while spared < near.count, near[spared].predictedDistance <= entry.predictedDistance {
        free -= spareBytes(of: near[spared])
        spared += 1
      }
      guard var job, let view = entry.view else { continue }
      let hasRoom = job.baseBytes + job.sizesBytes <= free
      if job.texture != nil {
        guard hasRoom || job.isWanted || isUrgent(entry) else { continue }
        return (job, view)
      }
      if !hasRoom { job.sizes = [] }
      guard hasRoom || job.baseBytes <= free else { continue }
      guard let paintJob = ViewPainting.job(for: view, scale: scale) else {
        entries[job.key]?.unpaintableVersion = view.contentVersion
        continue
      }
      job.paintJob = paintJob
      return (job, view)
    }
    return nil
  }

  /// Returns the job for a visible or loaded view; `nil` if the view has all the pixels it needs.
  private func job(for entry: Entry) -> PrepaintJob? {
    guard let view = entry.view else { return nil }
    let key = ObjectIdentifier(view)
    func levelJob(_ texture: Texture, _ sizes: [LevelSize]) -> PrepaintJob? {
      let missing = sizes.filter { !texture.has($0) }
      guard !missing.isEmpty else { return nil }
      return PrepaintJob(
        key: key, itemIndex: entry.itemIndex, texture: texture, sizes: missing, baseBytes: 0,
        sizesBytes: bytes(of: missing, width: texture.width, height: texture.height))
    }
    // Also for outdated pixels: they are shown until they are replaced.
    if distance(of: entry) == .shown, let texture = entry.texture,
      var job = levelJob(texture, texture.wantedSizes)
    {
      job.isWanted = true
      return job
    }
    if entry.version == view.contentVersion {
      return entry.texture.flatMap { levelJob($0, predictedSizes(for: entry)) }
    }
    // A visible view is painted by the frame, or is already being painted in the background.
    guard distance(of: entry) != .shown, entry.pendingVersion == nil, !view.isContentReleased,
      !view.isAwaitingContent, entry.unpaintableVersion != view.contentVersion,
      let (width, height) = ViewPainting.paintedSize(of: view, scale: scale)
    else { return nil }
    let sizes = predictedSizes(for: entry).filter { $0 != .base }
    return PrepaintJob(
      key: key, itemIndex: entry.itemIndex, texture: nil, sizes: sizes,
      baseBytes: LevelSize.base.byteCount(width: width, height: height),
      sizesBytes: bytes(of: sizes, width: width, height: height),
      // Deferred instead of skipped, because the view may have stopped after the last frame. No new frame would
      // report this.
      isDeferred: entry.isReceding)
  }

  private func bytes(of sizes: [LevelSize], width: Int, height: Int) -> Int {
    sizes.reduce(0) { $0 + $1.byteCount(width: width, height: height) }
  }

  private func spareBytes(of entry: Entry) -> Int {
    distance(of: entry) == .shown ? 0 : entry.bytes - entry.unevictableBytes
  }

  /// Whether the next frames need the view's mip levels. Without the job, these frames would compute them.
  private func isUrgent(_ entry: Entry) -> Bool { distance(of: entry) == .shown && entry.isMoving }
}
