public import CarouselViews
internal import DecoderProtocol
public import Drawing
public import Geometry
internal import Glibc
internal import PhotoLoading

/// An image file of any supported format, decoded in a helper process. An `AsyncImageView` shows it.
///
///     let view = AsyncImageView(size: size, source: FileImageSource(path: "lake.webp"))
public struct FileImageSource: ImageSource, Hashable {
  /// The path of the file.
  public let path: String

  /// Creates a source. The file is read when a view shows it.
  public init(path: String) { self.path = path }

  /// The path. A file that has changed meanwhile may be shown from the cache until `AsyncImageView.reload()`.
  public var identity: String { path }

  public func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    let path = path
    let box = TargetSize(width: Self.pixels(size.width), height: Self.pixels(size.height), shape: .filling)
    let task = Task.detached {
      let result: Result<Image, ImageSourceError>
      do throws(LoadingFailure) {
        result = .success(try await Image.load(contentsOf: path, fitting: box))
      } catch {
        result = .failure(ImageSourceError(error, path: path))
      }
      completion(result)
    }
    return { task.cancel() }
  }

  private static func pixels(_ length: Double) -> Int { Int(min(max(length.isNaN ? 1 : length, 1), 32_767)) }
}

extension ImageSourceError {
  /// Creates the error that a view shows for a failure of the decoder.
  init(_ failure: LoadingFailure, path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    switch failure {
    case .canceled, .content(.canceled): self = .canceled
    case .content(.unreadable(ENOENT)):
      self = .missing("There is no file “\(name)”. Check the spelling.")
    case .content(.unreadable(let code)):
      self = .unavailable("“\(name)” cannot be read: \(String(cString: strerror(code))).")
    case .content(.notAnImage): self = .unreadable("“\(name)” is not an image.")
    case .content(.unsupported(let format)): self = .unreadable("“\(name)”: \(format) is not supported.")
    case .content(.tooManyPixels), .content(.tooMuchMemory), .content(.fileTooLong):
      self = .unreadable("“\(name)” is too large.")
    case .content: self = .unreadable("“\(name)” is damaged. Copy it again from its source.")
    case .helper(let helper): self = .unavailable(helper.description)
    case .lackOfResources(let code):
      self = .unavailable("“\(name)” cannot be decoded now: \(String(cString: strerror(code))).")
    }
  }
}
