package import CarouselUI
internal import DecoderClient
internal import DecoderProtocol
package import PhotoViews
package import Photos

/// Loads the photos of all pages of a window, within the memory limit of the program.
@MainActor
package final class PhotoPipeline {
  /// Decodes photos without the cache of the loader.
  package let decoder: PhotoDecoder
  package let loader: PhotoLoader
  /// The loader of thumbnails, which have images and a cache of their own. Beside another page, it decodes one thumbnail at a time,
  /// so that the photos of that page have the other helpers.
  package private(set) lazy var thumbnailLoader: PhotoLoader = {
    let loader = PhotoLoader(byteBudget: Self.thumbnailBytes, decoder: decoder)
    loader.capacity = 1
    return loader
  }()
  /// The loader of views that load their pictures by themselves. Its cache counts in the memory limit.
  package let imageLoader = ImageLoader(cacheByteLimit: PhotoPipeline.viewBytes)
  /// The photos that cannot be shown, or can be shown only in part.
  package let problems: PhotoProblems
  /// The texts about photos for screen readers.
  private(set) lazy var spokenFacts = SpokenFacts(decoder)
  /// Prints a message to the user, on any thread.
  package let print: @Sendable (String) -> Void
  package let memory: PhotoMemory
  /// The notices of the decoders.
  package let notices: DecoderNotices
  /// Called with the largest size of the painted photos, in bytes, when this budget changes.
  package var onTextureBudget: ((Int) -> Void)? {
    didSet { if let textureBudget { onTextureBudget?(textureBudget) } }
  }
  private var textureBudget: Int?
  /// The photo that is decoded while the window opens. It is kept until its view has requested the photo: a decode without a
  /// request ends when another photo waits.
  private var early: (photo: Photo, request: PhotoLoader.Request)?
  private var hasStarted = false

  /// The largest size of the cached thumbnails, in bytes: some hundreds, the least that a large grid shows at once.
  private static let thumbnailBytes = 24 << 20
  /// The largest size of the cached pictures of views that load their pictures by themselves, in bytes.
  private static let viewBytes = 64 << 20

  /// Creates the pipeline, and starts the first helper process.
  ///
  /// - Parameters:
  ///   - memory: The memory limit for all pictures, in bytes; `nil` for the default.
  ///   - thumbnails: The photos whose thumbnails are written.
  ///   - program: The name under which failed thumbnails are recorded, such as "carousel-photos-0.1".
  ///   - print: Prints a message to the user, on any thread.
  package init(
    memory limit: Int? = nil, thumbnails: ThumbnailPolicy = .fixed, program: String,
    print: @escaping @Sendable (String) -> Void
  ) {
    self.print = print
    memory = PhotoMemory(limit: limit)
    let notices = DecoderNotices(print)
    self.notices = notices
    decoder = memory.makeDecoder(thumbnails, program: program) { notices.receive($0) }
    loader = PhotoLoader(byteBudget: 0, decoder: decoder)
    problems = PhotoProblems(print)
    memory.onPlan = { [weak self] in self?.apply($0) }
    memory.otherBytes = { [weak self] in self?.otherCachedBytes ?? 0 }
  }

  /// Starts to decode the photo that the window shows first, while the window opens.
  ///
  /// The photo is decoded again if the window gets another size.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - box: The box that the photo must fit into, in a window of the expected size.
  package func loadEarly(_ photo: Photo, in box: PhotoBox) {
    guard !hasStarted, early?.photo != photo else { return }
    early = (photo, loader.load(photo, at: box.target, priority: .current) { _ in })
  }

  /// Cancels the early load, because the views have requested the photos that they show.
  func endEarlyLoad() { (early, hasStarted) = (nil, true) }

  /// Cancels the early load of a photo, because a view has requested it.
  func endEarlyLoad(of photo: Photo) { if photo == early?.photo { endEarlyLoad() } }

  /// Returns the picture of a file for a view that loads its picture by itself. The helpers of this pipeline decode it.
  package func source(of path: String) -> FileImageSource { source(of: Photo(path: path)) }

  /// Returns the frames of an animated photo.
  ///
  /// - Parameters:
  ///   - box: The box for which the frames are decoded; `nil` for the size of the view.
  ///   - info: The description of the animation; `nil` to read it when it is needed.
  func source(
    of photo: Photo, box: TargetSize? = nil, info: ImageAnimationInfo? = nil
  ) -> FileImageSource {
    FileImageSource(photo.path, box: box, info: info) {
      [decoder] request, cancellation throws(PhotoError) in
      try decoder.decode(photo, request, cancellation)
    }
  }

  /// Makes the caches shrink, because the system is low on memory.
  package func receiveMemoryWarning() { memory.receiveMemoryWarning() }

  /// The memory of the caches that have limits of their own, in bytes: the thumbnails, and the pictures of views that load their
  /// pictures by themselves.
  private var otherCachedBytes: Int { thumbnailLoader.usage.cachedBytes + imageLoader.cachedByteCount }

  private func apply(_ plan: PhotoMemory.Plan) {
    let views = min(Self.viewBytes, plan.decoded)
    if views != imageLoader.cacheByteLimit { imageLoader.cacheByteLimit = views }
    if plan.decoded != loader.byteBudget { loader.byteBudget = plan.decoded }
    guard plan.textures != textureBudget else { return }
    textureBudget = plan.textures
    onTextureBudget?(plan.textures)
  }
}
