package import DecoderClient
package import DecoderProtocol
package import Drawing
internal import Threads

/// Loads photos on worker threads, at the size at which they are shown, and caches the most recently used
/// images within a byte budget.
///
/// The default number of workers is the number of processor cores minus 1, clamped to 1…4. Workers have a
/// higher nice value than the threads that draw. They start with the first requests, and block while no
/// request waits.
///
///     request = loader.load(photo, at: TargetSize(width: 800, height: 600)) { stage in
///       switch stage {
///       case .preview(let image), .full(let image): show(image)
///       case .incomplete(let image, let error): show(image); report(error)
///       case .failed(let error): show(error.brief)
///       }
///     }
///     request = nil  // scrolled out of view: no further stage arrives
///
/// The cache never exceeds the budget, which counts the pixels of cached full images. It does not count images being
/// decoded (at most one per worker), previews (about 80 KB each for the usual 160 × 120 pixels), and images that a view
/// still holds after the cache evicted them. Cached images are shared with the views, not copied. The least recently
/// used image is evicted first.
///
/// An error is cached until the file changes, so a damaged file that scrolls into view repeatedly is decoded only once.
/// After ``PhotoError/Reason/system(operation:code:)``, for example a lack of memory, each new request tries again.
package final class PhotoLoader: Sendable {
  /// A result of a request. A request may deliver previews, and then delivers exactly one of the other
  /// stages.
  package enum Stage: Sendable {
    /// An image to show until the final one is available: a thumbnail on disk, the embedded preview, a reduced image, or a
    /// cached image of another size. Without such an image no preview is delivered.
    case preview(Image)
    /// The image at the requested size.
    case full(Image)
    /// The intact part of the image at the requested size, and the defect of the file.
    case incomplete(Image, PhotoError)
    /// No image can be shown, for this reason.
    case failed(PhotoError)
  }

  /// The state of the cache and of the queue, for tests and measurements.
  package struct Usage: Hashable, Sendable {
    /// The size of the cached pixels, in bytes.
    package var cachedBytes = 0
    /// The largest value of ``cachedBytes`` so far.
    package var peakBytes = 0
    /// The number of cached images.
    package var cachedCount = 0
    /// The number of photos that wait for a worker.
    package var waiting = 0
    /// The number of photos that a worker is loading.
    package var running = 0
  }

  private let core: LoaderCore

  /// Creates a loader. Its threads start with the first requests.
  ///
  /// - Parameters:
  ///   - byteBudget: The largest size of the cached pixels, in bytes. The default of 256 MiB holds about 70 images of
  ///     1280 × 720 pixels.
  ///   - workers: The number of threads that decode, at least 1; `nil` for the number of helpers.
  ///   - decoder: Decodes the files.
  package convenience init(
    byteBudget: Int = 256 << 20, workers: Int? = nil, decoder: any PhotoDecoding = HelperDecoder()
  ) {
    self.init(byteBudget: byteBudget, workers: workers, decoder: decoder) { FileRevision(of: $0) }
  }

  package init(
    byteBudget: Int, workers: Int?, decoder: any PhotoDecoding,
    revision: @escaping @Sendable (Photo) -> FileRevision?
  ) {
    core = LoaderCore(
      byteBudget: byteBudget, workers: max(1, workers ?? DecoderPool.defaultHelperCount), decoder: decoder,
      revision: revision)
  }

  deinit { core.close() }

  /// Requests a photo immediately, and delivers its stages to a closure.
  ///
  /// The stages are no asynchronous sequence: a waiting task starts Dispatch's thread pool, which then wakes the process
  /// every second.
  ///
  /// - Parameters:
  ///   - photo: The file.
  ///   - size: The box in which the photo will be shown, in device pixels.
  ///   - priority: The priority among waiting requests.
  ///   - hasPicture: Whether the caller already shows a picture of the photo, so that it needs no preview.
  ///   - deliver: Called on a worker thread. If the photo is cached, it is called on the caller's thread
  ///     before this method returns. A call may be in progress while the request is canceled: check
  ///     ``Request/isCanceled`` before showing an image.
  /// - Returns: The request, which is canceled when it is released.
  package func load(
    _ photo: Photo, at size: TargetSize, priority: LoadPriority = .visible, hasPicture: Bool = false,
    deliver: @escaping @Sendable (Stage) -> Void
  ) -> Request {
    let delivery = StageDelivery(deliver)
    let id = core.request(photo, at: size, priority: priority, hasPicture: hasPicture, delivery)
    return Request(delivery, id: id, core: core)
  }

  /// A request for a photo, which is canceled when it is released.
  package final class Request: Sendable {
    private let delivery: StageDelivery
    private let cancellation = Cancellation()
    private let id: Int
    private weak let core: LoaderCore?

    init(_ delivery: StageDelivery, id: Int, core: LoaderCore) {
      (self.delivery, self.id, self.core) = (delivery, id, core)
    }

    deinit { delivery.cancel() }

    /// Changes the priority. It has no effect on a request that has ended.
    package func setPriority(_ priority: LoadPriority) { core?.setPriority(of: id, to: priority) }

    /// Whether ``cancel()`` was called.
    package var isCanceled: Bool { cancellation.isCanceled }

    /// Cancels the request. No further stage is delivered.
    package func cancel() {
      cancellation.cancel()
      delivery.cancel()
    }
  }

  /// Returns a cached image that has exactly the pixels for the box; `nil` if there is none. It does not
  /// wait, so that a view can show the image in its first frame.
  package func cachedImage(of photo: Photo, at size: TargetSize) -> Image? {
    core.cached(photo, at: size)?.image
  }

  /// Returns the description of the animation whose first frame is cached; `nil` for a still photo.
  package func animation(of photo: Photo) -> ImageAnimationInfo? { core.nearest(photo)?.animation }

  /// Which full images are not decoded for now. Previews are still loaded. A photo without an embedded preview gets a reduced
  /// image.
  package var deferral: RequestQueue<Photo>.Deferral {
    get { core.deferral }
    set { core.deferral = newValue }
  }

  /// Evicts the cached images and the cached error of a photo. Call it when the file changed.
  package func invalidate(_ photo: Photo) { core.invalidate(photo) }

  /// The largest size of the cached pixels, in bytes. Lowering the value evicts images immediately.
  package var byteBudget: Int {
    get { core.byteBudget }
    set { core.byteBudget = newValue }
  }

  /// The current state of the cache and of the queue. Any thread may read it.
  package var usage: Usage { core.usage }
}
