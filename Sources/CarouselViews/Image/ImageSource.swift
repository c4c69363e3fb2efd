public import Drawing
public import Geometry
internal import Synchronization

/// A picture that can be loaded: a file, an address, an entry of a database.
///
/// An ``AsyncImageView`` shows it. An ``ImageLoader`` calls it, and caches its pictures.
public protocol ImageSource: Sendable {
  /// Identifies the picture. Sources with the same identity supply the same picture.
  var identity: String { get }

  /// Begins to load the picture and returns at once.
  ///
  /// - Parameters:
  ///   - size: The size at which the picture is shown, in pixels. A picture that covers it is large enough.
  ///   - completion: Must be called once, on any thread. A call after the cancellation is ignored.
  /// - Returns: A closure that cancels the work. It is called on the main actor, at most once.
  func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void
}

/// The reason why a picture cannot be shown.
public enum ImageSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such picture; the text is a sentence.
  case missing(String)
  /// The content is not a picture that can be decoded; the text is a sentence.
  case unreadable(String)
  /// The place of the picture cannot be reached now; the text is a sentence. Another try may succeed.
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
}

/// A source that loads with an asynchronous function. A cancellation cancels its task.
public struct TaskImageSource: ImageSource {
  /// Identifies the picture.
  public let identity: String
  private let action: @Sendable (Size) async throws(ImageSourceError) -> Image

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - identity: Identifies the picture.
  ///   - action: Returns the picture for a size in pixels.
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
