public import Drawing
public import Geometry
internal import Synchronization
internal import Views

/// A picture that can be loaded, for example from a file, from the network or from a database.
///
/// An ``AsyncImageView`` shows the picture. Its ``ImageLoader`` calls the source and caches the result.
public protocol ImageSource: Sendable {
  /// Identifies the picture. Sources with the same identity supply the same picture.
  var identity: String { get }

  /// Starts to load the picture and returns immediately.
  ///
  /// - Parameters:
  ///   - size: The size at which the picture is displayed, in pixels. The result should be at least as large.
  ///   - completion: Must be called once, on any thread. After a cancellation, the call is ignored.
  /// - Returns: A closure that cancels the work. It is called on the main actor, at most once.
  func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void
}

/// A source with a preview: a small picture to show until the picture is loaded, such as the one that a camera embeds in a photo.
///
/// An ``AsyncImageView`` shows the preview at once, and then the picture in its place.
public protocol PreviewedImageSource: ImageSource {
  /// Starts to load the preview, and returns immediately.
  ///
  /// - Parameters:
  ///   - size: The size at which the picture is displayed, in pixels.
  ///   - completion: Must be called once, on any thread, with `nil` if there is no preview. After a cancellation, the call
  ///     is ignored.
  /// - Returns: A closure that cancels the work. It is called on the main actor, at most once.
  func loadPreview(
    for size: Size, completion: @escaping @Sendable (Image?) -> Void
  ) -> @Sendable () -> Void
}

/// The reason why a picture cannot be shown.
public enum ImageSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The picture does not exist. The associated value is a sentence for the user.
  case missing(String)
  /// The content cannot be decoded as a picture. The associated value is a sentence for the user.
  case unreadable(String)
  /// The picture cannot be reached at present; a later try may succeed. The associated value is a sentence for
  /// the user.
  case unavailable(String)
  /// The load was canceled.
  case canceled

  /// A sentence for the user.
  public var description: String {
    switch self {
    case .missing(let text), .unreadable(let text), .unavailable(let text): text
    case .canceled: "Loading was canceled."
    }
  }

  /// A few words for a small view.
  public var brief: String {
    switch self {
    case .missing: "Not found"
    case .unreadable: "Cannot be decoded"
    case .unavailable: "Not available now"
    case .canceled: "Canceled"
    }
  }
}

/// A source that loads with an asynchronous function. Canceling the load cancels the task of the function.
public struct TaskImageSource: ImageSource {
  /// Identifies the picture.
  public let identity: String
  private let action: @Sendable (Size) async throws(ImageSourceError) -> Image

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - identity: Identifies the picture.
  ///   - action: Returns the picture. Its parameter is the size at which the picture is displayed, in pixels.
  public init(
    identity: String, _ action: @escaping @Sendable (_ size: Size) async throws(ImageSourceError) -> Image
  ) {
    self.identity = identity
    self.action = action
  }

  public func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    let task = Task { [action] in
      let result: Result<Image, ImageSourceError>
      do throws(ImageSourceError) { result = .success(try await action(size)) } catch {
        result = .failure(error)
      }
      completion(result)
    }
    return { task.cancel() }
  }
}
