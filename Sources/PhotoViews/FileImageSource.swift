public import Controls
package import DecoderClient
package import DecoderProtocol
public import Drawing
public import Geometry

/// A picture in a file of any supported format, for an `AsyncImageView`. A helper process decodes it at the
/// size of the view.
///
///     view.source = FileImageSource("photos/alps.heic")
public struct FileImageSource: ImageSource {
  /// The path of the file.
  public let path: String
  /// Identifies the picture.
  public var identity: String { "file:\(path)" }

  /// Creates a source. The file is not opened yet.
  public init(_ path: String) { self.path = path }

  public func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    let path = path
    return TaskImageSource(identity: identity) { size throws(ImageSourceError) in
      do throws(PhotoError) {
        return try await Image.load(contentsOf: path, fitting: TargetSize(covering: size))
      } catch {
        throw ImageSourceError(error)
      }
    }.load(for: size, completion: completion)
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
    let (bytes, identity) = (bytes, identity)
    return TaskImageSource(identity: identity) { size throws(ImageSourceError) in
      do throws(PhotoError) {
        return try await Image.load(data: bytes, fitting: TargetSize(covering: size))
      } catch {
        throw ImageSourceError(error.of(identity))
      }
    }.load(for: size, completion: completion)
  }
}

extension TargetSize {
  /// Creates the box that a picture must fill to cover `size` pixels. Sizes that are not finite become one
  /// pixel.
  package init(covering size: Size) {
    func side(_ value: Double) -> Int { value.isFinite ? Int(min(max(value.rounded(.up), 1), 32767)) : 1 }
    self.init(width: side(size.width), height: side(size.height), shape: .filling)
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
