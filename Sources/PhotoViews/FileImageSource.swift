public import Controls
package import DecoderClient
internal import DecoderProtocol
public import Drawing
public import Geometry

/// A picture in a file of any supported format, for an `AsyncImageView`. A helper process decodes it at the
/// size of the view.
///
///     view.source = FileImageSource("photos/alps.heic")
public struct FileImageSource: AnimatedImageSource, PreviewedImageSource {
  /// The path of the file.
  public let path: String
  /// Identifies the picture.
  public var identity: String { "file:\(path)" }

  /// Creates a source. The file is not opened yet.
  public init(_ path: String) { self.path = path }

  private var decoded: DecodedSource {
    DecodedSource(identity: path) { [path] request, cancellation throws(PhotoError) in
      let path = Array(path.utf8)
      let file = try ImageFile(path, cancellation: cancellation)
      return try DecoderPool.shared(for: path).decode(file, request, cancellation)
    }
  }

  public func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    decoded.load(for: size, completion: completion)
  }

  public func loadPreview(
    for size: Size, completion: @escaping @Sendable (Image?) -> Void
  ) -> @Sendable () -> Void {
    decoded.loadPreview(for: size, completion: completion)
  }

  public func loadAnimation(
    for size: Size, completion: @escaping @Sendable (Result<ImageAnimationInfo?, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    decoded.loadAnimation(for: size, completion: completion)
  }

  public func loadFrame(
    _ index: Int, for size: Size, completion: @escaping @Sendable (ImageFrame?) -> Void
  ) -> @Sendable () -> Void {
    decoded.loadFrame(index, for: size, completion: completion)
  }
}

/// The content of an image file of any supported format, for an `AsyncImageView`. A helper process decodes it
/// at the size of the view.
public struct DataImageSource: ImageSource {
  /// Identifies the picture. Sources with the same identity must have the same bytes.
  public let identity: String
  /// The bytes of the file.
  public let bytes: [UInt8]

  /// Creates a source.
  public init(identity: String, bytes: [UInt8]) { (self.identity, self.bytes) = (identity, bytes) }

  public func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    DecodedSource(identity: identity) { [bytes, identity] request, cancellation throws(PhotoError) in
      do throws(PhotoError) {
        return try DecoderPool.untrusted.decode(try ImageFile(data: bytes), request, cancellation)
      } catch {
        throw error.of(identity)
      }
    }.load(for: size, completion: completion)
  }
}

extension ImageSourceError {
  /// Converts an error into that of an image source.
  package init(_ error: PhotoError) {
    switch error.reason {
    case .canceled: self = .canceled
    case _ where error.isMissing: self = .missing(error.description)
    case .system, .content(.unreadable): self = .unavailable(error.description)
    case .helper where error.startFailure != nil: self = .unavailable(error.description)
    default: self = .unreadable(error.description)
    }
  }
}
