internal import Glibc

/// Finds the pictures among files and folders, away from the caller's thread, and hands them over in batches.
///
/// The order is final from the first batch on: things come in the order in which they were named, a
/// folder's pictures in natural order of their names (`IMG_2` before `IMG_10`). A picture never moves or
/// appears in between later, so the carousel does not jump under a finger. To know which picture is first a
/// folder's names have to be read once, which takes less than 0.1 s for 100,000; looking into files or
/// sorting all names would take much longer, and is not waited for.
///
/// A folder gives the files directly in it whose extension is that of a picture (`.jpg`, `.jpeg`, `.png`, …
/// in any case); hidden files are skipped, links are followed. A file that is named itself is taken
/// whatever it is called. What the file really holds shows when it is decoded.
///
///     for await batch in FolderScan(of: ["Pictures/Alps", "dog.png"]) {
///       photos += batch.photos
///       batch.problems.forEach { print($0) }
///     }
///
/// Each loop over a scan scans anew. Leaving the loop or cancelling its task ends the scan.
public struct FolderScan: AsyncSequence, Sendable {
  /// What to do with folders inside a folder.
  public enum Subfolders: Sendable {
    /// Show a folder's own pictures only, as photo browsers do.
    case skipped
    /// After a folder's own pictures come those of each subfolder, in natural order. A folder that is
    /// reached again through a link is not entered again.
    case entered
  }

  /// A piece of the result.
  public struct Batch: Sendable {
    /// The next pictures, in final order.
    public var photos: [Photo] = []
    /// What could not be scanned; the scan goes on.
    public var problems: [PhotoError] = []

    package init(photos: [Photo] = [], problems: [PhotoError] = []) {
      self.photos = photos
      self.problems = problems
    }
  }

  public typealias Element = Batch
  public typealias Failure = Never

  private let paths: [String]
  private let subfolders: Subfolders

  /// Describes a scan; it starts with the first `for await`.
  ///
  /// - Parameter paths: Files and folders; relative ones are relative to the current folder.
  public init(of paths: [String], subfolders: Subfolders = .skipped) {
    self.paths = paths
    self.subfolders = subfolders
  }

  /// Begins a scan on a thread of its own.
  public func makeAsyncIterator() -> Iterator {
    let mailbox = Mailbox<Batch>()
    let cancellation = Cancellation()
    mailbox.onCancel { cancellation.cancel() }
    let started = BackgroundThread.run { [self] in
      scan { batch in
        guard !cancellation.isCancelled else { return false }
        if !batch.photos.isEmpty || !batch.problems.isEmpty { mailbox.send(batch) }
        return true
      }
      mailbox.end()
    }
    if !started {
      mailbox.send(Batch(problems: paths.map { .system(path: $0, operation: "scanned", code: EAGAIN) }))
      mailbox.end()
    }
    return Iterator(reader: Mailbox.Reader(mailbox))
  }

  /// Scans on a thread of its own, for programs without tasks.
  ///
  /// - Parameters:
  ///   - deliver: Gets each batch, on that thread; returns whether to go on.
  ///   - finish: Called last, on that thread.
  public func start(
    deliver: @escaping @Sendable (Batch) -> Bool, finish: @escaping @Sendable () -> Void = {}
  ) {
    let started = BackgroundThread.run { [self] in
      scan { $0.photos.isEmpty && $0.problems.isEmpty ? true : deliver($0) }
      finish()
    }
    guard !started else { return }
    _ = deliver(Batch(problems: paths.map { .system(path: $0, operation: "scanned", code: EAGAIN) }))
    finish()
  }

  /// Scans on the calling thread, which blocks.
  ///
  /// - Parameter deliver: Gets each batch, now and then an empty one; returns whether to go on.
  package func scan(deliver: (Batch) -> Bool) {
    withoutActuallyEscaping(deliver) { deliver in
      var walk = FolderWalk(subfolders: subfolders, deliver: deliver)
      walk.visit(paths)
    }
  }

  /// Delivers the batches of one scan.
  public struct Iterator: AsyncIteratorProtocol {
    let reader: Mailbox<Batch>.Reader

    /// Waits for the next batch; nil at the end and in a cancelled task.
    public mutating func next() async -> Batch? { await reader.mailbox.next(isolation: nil) }

    /// Waits for the next batch without leaving `actor`; nil at the end and in a cancelled task.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Batch? {
      await reader.mailbox.next(isolation: actor)
    }
  }
}
