public import Drawing
internal import Synchronization

/// Turns picture files into pixels; ``PhotoLoader`` calls it on its own threads.
///
/// The seam for decoding elsewhere, such as in a sandboxed process. Calls block, come from several threads
/// at once, and are expected to look at `cancellation` every few milliseconds.
public protocol PhotoDecoding: Sendable {
  /// Returns the small picture that a camera embedded in the file, upright, or nil where there is none.
  ///
  /// Takes about a millisecond: it reads the file's beginning, not the file.
  ///
  /// - Throws: What ``decode(_:at:cancellation:)`` throws, as far as the beginning of the file tells.
  func preview(of photo: Photo, cancellation: Cancellation) throws(PhotoError) -> Image?

  /// Returns the picture at the size it will be shown, upright.
  ///
  /// - Throws: Why it cannot be shown; ``PhotoError/cancelled`` once `cancellation` says so.
  func decode(_ photo: Photo, at size: TargetSize, cancellation: Cancellation) throws(PhotoError)
    -> DecodedPhoto
}

/// A picture at the size it will be shown, upright.
public struct DecodedPhoto: Sendable {
  /// The picture's pixels.
  public let image: Image
  /// What is wrong with the file although there is something to show:
  /// ``PhotoError/incomplete(path:detail:)``.
  public let defect: PhotoError?

  /// Describes a decoded picture; by default nothing is wrong with its file.
  public init(image: Image, defect: PhotoError? = nil) {
    self.image = image
    self.defect = defect
  }
}

/// Says that a piece of work is no longer wanted; set from any thread, once and for good.
public final class Cancellation: Sendable {
  private let flag = Atomic(false)

  /// Makes one that is not cancelled.
  public init() {}

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Asks the worker to stop at its next look.
  public func cancel() { flag.store(true, ordering: .relaxed) }

  /// Stops a piece of work that is no longer wanted.
  ///
  /// - Throws: ``PhotoError/cancelled`` once ``cancel()`` was called.
  public func check() throws(PhotoError) {
    if isCancelled { throw .cancelled }
  }
}
