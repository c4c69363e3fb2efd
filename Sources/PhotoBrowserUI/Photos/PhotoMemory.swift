internal import DecoderClient
internal import DecoderProtocol
internal import Dispatch
internal import Photos
internal import Threads

/// The memory limit of the program, divided among painted photos, cached images and decodes.
@MainActor
package final class PhotoMemory {
  /// The numbers of photos of a page whose pixels are kept if there is memory.
  package struct Kept: Sendable {
    /// The painted photos.
    let painted: Int
    /// The images that the loader caches: the photos ahead and behind, and some to scroll back to.
    let decoded: Int

    /// A box has about a third of the pixels of the window.
    package static let carousel = Kept(painted: 12, decoded: 20)
    /// A photo has all pixels of the window.
    package static let single = Kept(painted: 5, decoded: 8)
    /// The shown slide and the next one.
    package static let slideshow = Kept(painted: 2, decoded: 3)
  }
  /// The memory that each part may take, in bytes.
  struct Plan {
    /// The largest size of all painted photos.
    var textures: Int
    /// The largest size of the images in the loader's cache.
    var decoded: Int
  }

  /// Called with each new plan.
  var onPlan: ((Plan) -> Void)?

  /// Returns the memory of caches that ``onPlan`` does not limit, in bytes.
  var otherBytes: () -> Int = { 0 }

  private var governor: MemoryGovernor
  /// The time at which the memory pressure was read last, in seconds.
  private var pressureTime = -Double.infinity
  /// Whether the memory will be divided again because the governor may lower its level.
  private var awaitsRecovery = false
  /// The photos that a page shows.
  private struct PageDemand {
    /// The size of a photo at which it is shown, in bytes.
    var photoBytes: Int
    /// The number of views with a photo.
    var views: Int
    var kept: Kept
  }
  private var pages: [ObjectIdentifier: PageDemand] = [:]
  /// The memory of the large decode that runs, in bytes; 0 if none runs.
  private var largeDecode = 0
  private let helperCount = DecoderPool.defaultHelperCount

  /// - Parameter limit: The memory limit for all pictures, in bytes; `nil` for the default.
  init(limit: Int?) {
    governor = MemoryGovernor(
      wanted: limit, machineBytes: SystemMemory.machineBytes, groupBytes: SystemMemory.groupBytes)
  }

  /// Creates the decoder of the program, whose decodes stay within the limit.
  ///
  /// - Parameters:
  ///   - thumbnails: The photos whose thumbnails are written.
  ///   - program: The name under which failed thumbnails are recorded.
  ///   - onNotice: Called with a notice for the user, on any thread.
  func makeDecoder(
    _ thumbnails: ThumbnailPolicy, program: String, onNotice: @escaping @Sendable (String) -> Void
  ) -> PhotoDecoder {
    var options = DecoderPool.Options()
    options.onNotice = onNotice
    options.helperCount = helperCount
    options.limits.workingBytes = min(options.limits.workingBytes, governor.decodeLimit)
    // While decodes are slow, others run besides them.
    options.concurrentBytes = governor.concurrentDecodeLimit(
      for: helperCount + DecoderPool.extraHelperCount)
    options.onLargeDecode = { [weak self] bytes in
      DispatchQueue.main.async { self?.largeDecodeChanged(to: bytes) }
    }
    return PhotoDecoder(options, store: ThumbnailStore(program: program), policy: thumbnails)
  }

  /// Divides the memory again. Call it when the size of the photos or the number of views has changed.
  ///
  /// - Parameters:
  ///   - page: The page whose photos these are. Without views, it needs no memory.
  ///   - photoBytes: The size of a photo at which it is shown, in bytes.
  ///   - views: The number of views with a photo.
  package func update(of page: AnyObject, photoBytes: Int, views: Int, _ kept: Kept = .carousel) {
    pages[ObjectIdentifier(page)] = PageDemand(photoBytes: photoBytes, views: views, kept: kept)
    divide()
  }

  /// Makes the caches shrink, because the system is low on memory.
  func receiveMemoryWarning() {
    governor.receiveMemoryWarning(at: MonotonicClock.now())
    divide()
  }

  /// Lets the caches shrink while a large photo is decoded, and grow afterwards.
  ///
  /// - Parameter bytes: The memory of the large decode that begins; 0 if it ends.
  private func largeDecodeChanged(to bytes: Int) {
    largeDecode = bytes
    divide()
  }

  private func divide() {
    readPressure()
    // Before the first view, all pages count.
    let used = pages.values.filter { $0.views > 0 }
    let demands = used.isEmpty ? Array(pages.values) : used
    let photoBytes = demands.map(\.photoBytes).max() ?? 0
    var demand = MemoryGovernor.Demand()
    demand.fixed = Self.fixedBytes + otherBytes()
    demand.shownTextures = demands.reduce(0) { $0 + $1.views * $1.photoBytes }
    let painted = demands.map { $0.kept.painted * $0.photoBytes }.max() ?? 0
    demand.textures = max(painted, demand.shownTextures + 4 * photoBytes)
    demand.decoded = demands.map { $0.kept.decoded * $0.photoBytes }.max() ?? 0
    demand.decode = photoBytes + Self.decodeBytes
    demand.decodeCount = helperCount
    demand.largeDecode = largeDecode
    let plan = governor.plan(for: demand)
    onPlan?(Plan(textures: plan.textures, decoded: max(plan.decoded, Self.leastCachedPhotos * photoBytes)))
    awaitRecovery()
  }

  /// Divides the memory again after ``MemoryGovernor/recovery`` seconds, as long as less than the limit is used. While no view
  /// changes, nothing else reads the pressure.
  private func awaitRecovery() {
    guard governor.level > .normal, !awaitsRecovery else { return }
    awaitsRecovery = true
    DispatchQueue.main.asyncAfter(deadline: .now() + MemoryGovernor.recovery) { [weak self] in
      self?.awaitsRecovery = false
      self?.divide()
    }
  }

  private func readPressure() {
    let now = MonotonicClock.now()
    guard now - pressureTime >= Self.pressureInterval else { return }
    pressureTime = now
    governor.update(SystemMemory.pressure, at: now)
  }

  /// The shortest time between two reads of the memory pressure, in seconds.
  private static let pressureInterval = 1.0
  /// The memory of the program and its helpers without pictures, in bytes.
  private static let fixedBytes = 70 << 20
  /// The memory of a helper while it decodes a typical photo, without the result, in bytes.
  private static let decodeBytes = 24 << 20
  /// The least number of images that the loader caches. With fewer, each photo that scrolls in would be
  /// decoded again.
  private static let leastCachedPhotos = 2
}
