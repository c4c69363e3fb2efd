internal import DecoderClient
internal import DecoderProtocol
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
  /// The photos that cannot be shown, or can be shown only in part.
  package let problems: PhotoProblems
  /// The texts about photos for screen readers.
  private(set) lazy var spokenFacts = SpokenFacts(decoder)
  /// Prints a message to the user, on any thread.
  package let print: @Sendable (String) -> Void
  package let memory: PhotoMemory
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
    decoder = memory.makeDecoder(thumbnails, program: program, print: print)
    loader = PhotoLoader(byteBudget: 0, decoder: decoder)
    problems = PhotoProblems(print)
    memory.onPlan = { [weak self] in self?.apply($0) }
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

  /// Makes the caches shrink, because the system is low on memory.
  package func receiveMemoryWarning() { memory.receiveMemoryWarning() }

  private func apply(_ plan: PhotoMemory.Plan) {
    if plan.decoded != loader.byteBudget { loader.byteBudget = plan.decoded }
    guard plan.textures != textureBudget else { return }
    textureBudget = plan.textures
    onTextureBudget?(plan.textures)
  }
}
