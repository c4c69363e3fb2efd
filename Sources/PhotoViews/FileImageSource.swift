public import Controls
package import DecoderClient
package import DecoderProtocol
public import Drawing
public import Geometry
internal import Glibc

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
      do throws(LoadingFailure) {
        return try await Image.load(contentsOf: path, fitting: TargetSize(covering: size))
      } catch {
        throw ImageSourceError(error, of: "The picture “\(path)”")
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
      do throws(LoadingFailure) {
        return try await Image.load(data: bytes, fitting: TargetSize(covering: size))
      } catch {
        throw ImageSourceError(error, of: "The picture “\(identity)”")
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
  /// Converts the failure of a decoder into the error of an image source.
  package init(_ failure: LoadingFailure, of picture: String) {
    switch failure {
    case .canceled, .content(.canceled): self = .canceled
    case .lackOfResources(let code):
      self = .unavailable("\(picture) cannot be decoded now: \(String(cString: strerror(code))).")
    case .helper(.endedTwice): self = .unreadable("\(picture) is damaged.")
    case .helper(let failure): self = .unavailable("\(failure)")
    case .content(.unreadable(ENOENT)), .content(.unreadable(ENOTDIR)):
      self = .missing("\(picture) does not exist.")
    case .content(.unreadable(let code)):
      self = .unavailable("\(picture) cannot be read: \(String(cString: strerror(code))).")
    case .content(.outOfMemory): self = .unreadable("\(picture) needs too much memory.")
    case .content(.notAnImage): self = .unreadable("\(picture) is not in a known image format.")
    case .content(.unsupported(let format)):
      self = .unreadable("\(picture) has the format \(format), which is not supported.")
    case .content(.tookTooLong): self = .unreadable("\(picture) takes too long to decode.")
    case .content(.tooManyPixels), .content(.tooMuchMemory), .content(.fileTooLong):
      self = .unreadable("\(picture) is too large.")
    case .content: self = .unreadable("\(picture) is damaged.")
    }
  }
}
