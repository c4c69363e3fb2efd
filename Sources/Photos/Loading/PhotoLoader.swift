public import Drawing

/// Loads pictures at the size they are shown, away from the caller's thread, and keeps the latest within a
/// byte budget.
///
/// Decoding runs on threads of its own: one fewer than there are cores, at least one, and kinder than
/// those that draw. They start with the first request, and sleep in the kernel while nothing is asked for.
///
///     let task = Task {
///       for await stage in loader.stages(of: photo, at: TargetSize(width: 800, height: 600)) {
///         switch stage {
///         case .preview(let image), .full(let image): view.image = image
///         case .incomplete(let image, let error): view.image = image; complain(error)
///         case .failed(let error): view.failure = error.brief
///         }
///       }
///     }
///     task.cancel()  // scrolled away: nothing arrives any more
///
/// The budget counts the pixels of finished pictures that the loader keeps; it is never exceeded. Not
/// counted are pictures being decoded, at most one a worker, previews (some ten kilobytes), and pictures
/// that were given out and have left the cache since. What is kept is shared with those who were given it,
/// not copied. What was asked for least recently leaves first, which under a finger is what lies farthest
/// behind.
///
/// A failure is remembered until the file changes, so a broken file in a loop around the carousel is tried
/// once. Only what the system lacked, ``PhotoError/system(path:operation:code:)``, is tried again when asked for.
public final class PhotoLoader: Sendable {
  /// One step on the way to a picture. After a preview comes exactly one of the others.
  public enum Stage: Sendable {
    /// The small picture from inside the file; left out if the sharp one is there sooner, or there is none.
    case preview(Image)
    /// The picture at the wanted size.
    case full(Image)
    /// The picture as far as the file has it, and what is wrong.
    case incomplete(Image, PhotoError)
    /// There is nothing to show, and why.
    case failed(PhotoError)
  }

  /// What comes first when much is asked for; within one level the latest request does.
  public enum Priority: Comparable, Sendable {
    /// Not visible yet.
    case ahead
    /// On screen.
    case visible
    /// In the middle of the screen.
    case current
  }

  /// What the loader is doing and keeping, for tests and figures.
  public struct Usage: Hashable, Sendable {
    /// The bytes of the pixels that are kept.
    public var cachedBytes = 0
    /// The most that ``cachedBytes`` ever was.
    public var peakBytes = 0
    /// The number of pictures that are kept.
    public var cachedCount = 0
    /// The number of pictures that wait for a worker.
    public var waiting = 0
    /// The number of pictures that a worker has in hand.
    public var running = 0
  }

  private let workshop: Workshop

  /// Makes a loader; no thread is started yet.
  ///
  /// - Parameters:
  ///   - byteBudget: For the pixels that are kept, in bytes. The default holds about 70 pictures of 1280 × 720.
  ///   - workers: How many pictures are decoded at once; nil leaves one core to whoever draws.
  ///   - decoder: Who decodes.
  public convenience init(
    byteBudget: Int = 256 << 20, workers: Int? = nil, decoder: any PhotoDecoding = InProcessDecoder()
  ) {
    self.init(byteBudget: byteBudget, workers: workers, decoder: decoder) { FileRevision(of: $0) }
  }

  package init(
    byteBudget: Int, workers: Int?, decoder: any PhotoDecoding,
    revision: @escaping @Sendable (Photo) -> FileRevision?
  ) {
    workshop = Workshop(
      byteBudget: byteBudget, workers: max(1, workers ?? BackgroundThread.coreCount - 1), decoder: decoder,
      revision: revision)
  }

  deinit { workshop.close() }

  /// Asks for a picture at once; the stages arrive as they are ready.
  ///
  /// Cancelling the task that iterates, leaving its loop or dropping the result withdraws the request: its
  /// decoding stops unless somebody else waits for it, and nothing arrives any more, not even what was
  /// ready.
  ///
  /// - Parameters:
  ///   - photo: The file.
  ///   - size: The box it will be shown in, in device pixels.
  ///   - priority: What to load first.
  public func stages(of photo: Photo, at size: TargetSize, priority: Priority = .visible) -> Stages {
    Stages(reader: workshop.request(LoadKey(photo: photo, size: size), priority: priority))
  }

  /// Asks for a picture at once, without a task; the stages are delivered as they are ready.
  ///
  /// For programs that must make no system call at rest: a task that waits takes Dispatch's pool into use,
  /// which then wakes the process every second.
  ///
  /// - Parameters:
  ///   - photo: The file.
  ///   - size: The box it will be shown in, in device pixels.
  ///   - priority: What to load first.
  ///   - deliver: Called on a worker's thread, or on the caller's before this returns if the picture is kept.
  ///     It may be running while the request is cancelled: look at ``Request/isCancelled`` where you show it.
  /// - Returns: The request, which is cancelled when it is let go of.
  public func load(
    _ photo: Photo, at size: TargetSize, priority: Priority = .visible,
    deliver: @escaping @Sendable (Stage) -> Void
  ) -> Request {
    Request(
      reader: workshop.request(LoadKey(photo: photo, size: size), priority: priority, deliver: deliver))
  }

  /// A picture that somebody waits for.
  public final class Request: Sendable {
    private let reader: Mailbox<Stage>.Reader
    private let cancellation = Cancellation()

    init(reader: Mailbox<Stage>.Reader) { self.reader = reader }

    /// Whether ``cancel()`` was called.
    public var isCancelled: Bool { cancellation.isCancelled }

    /// Withdraws the request; no further stage is delivered.
    public func cancel() {
      cancellation.cancel()
      reader.mailbox.cancel()
    }
  }

  /// Returns a picture if it is kept, without waiting; what a view shows in the frame in which it appears.
  public func cachedImage(of photo: Photo, at size: TargetSize) -> Image? {
    workshop.cached(LoadKey(photo: photo, size: size))?.image
  }

  /// Drops what is kept and remembered of a file, for when it changed.
  public func forget(_ photo: Photo) { workshop.forget { $0 == photo } }

  /// Drops everything that is kept and remembered.
  public func forgetAll() { workshop.forget { _ in true } }

  /// How many bytes of pixels are kept; what no longer fits when it is lowered is dropped at once.
  public var byteBudget: Int {
    get { workshop.byteBudget }
    set { workshop.byteBudget = newValue }
  }

  /// What the loader is doing and keeping at this moment; from any thread.
  public var usage: Usage { workshop.usage }

  /// The stages of one request; to be iterated once.
  public struct Stages: AsyncSequence, Sendable {
    public typealias Element = Stage
    public typealias Failure = Never

    let reader: Mailbox<Stage>.Reader

    /// Gives the way to wait for each stage; the request itself runs already.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

    /// Delivers the stages of one request.
    public struct Iterator: AsyncIteratorProtocol {
      let reader: Mailbox<Stage>.Reader

      /// Waits for the next stage; nil after the last one and in a cancelled task.
      public mutating func next() async -> Stage? { await reader.mailbox.next(isolation: nil) }

      /// Waits for the next stage without leaving `actor`; nil after the last one and in a cancelled task.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Stage? {
        await reader.mailbox.next(isolation: actor)
      }
    }
  }
}
