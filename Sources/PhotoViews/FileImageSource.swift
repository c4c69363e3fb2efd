public import Controls
package import DecoderClient
package import DecoderProtocol
public import Drawing
public import Geometry
internal import ImageLoading
internal import Threads

/// A picture in a file of any supported format, with the frames of its animation, for an `AsyncImageView`. A helper process decodes
/// it at the size of the view.
///
///     view.source = FileImageSource("photos/alps.heic")
public struct FileImageSource: AnimatedImageSource, PreviewedImageSource {
  /// The path of the file, or another name of the picture, for errors.
  public let path: String
  /// Identifies the picture.
  public var identity: String { "file:\(path)" }
  private let box: TargetSize?
  private let info: ImageAnimationInfo?
  private let decode: @Sendable (DecodeRequest, Cancellation) throws(PhotoError) -> DecodedImage

  /// Creates a source. The file is not opened yet.
  public init(_ path: String) {
    self.init(path) { request, cancellation throws(PhotoError) in
      let path = Array(path.utf8)
      let file = try ImageFile(path, cancellation: cancellation)
      return try DecoderPool.shared(for: path).decode(file, request, cancellation)
    }
  }

  /// Creates a source of a picture that a closure decodes.
  ///
  /// - Parameters:
  ///   - path: The path of the file, or another name of the picture.
  ///   - box: The box for which the picture is decoded; `nil` to cover the size at which it is displayed.
  ///   - info: The description of the animation; `nil` to read it when it is needed.
  ///   - decode: Decodes a part of the file. It blocks, so each call has a thread of its own.
  package init(
    _ path: String, box: TargetSize? = nil, info: ImageAnimationInfo? = nil,
    decode: @escaping @Sendable (DecodeRequest, Cancellation) throws(PhotoError) -> DecodedImage
  ) {
    (self.path, self.box, self.info, self.decode) = (path, box, info, decode)
  }

  private func request(_ size: Size, frame: Int = 0) -> DecodeRequest {
    DecodeRequest(size: box ?? TargetSize(covering: size), frame: frame)
  }

  public func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    run { cancellation throws(PhotoError) in
      try decode(request(size), cancellation).pixels(of: path)
    } completion: {
      completion($0.mapError { ImageSourceError($0) })
    }
  }

  public func loadPreview(
    for size: Size, completion: @escaping @Sendable (Image?) -> Void
  ) -> @Sendable () -> Void {
    // A small picture is decoded as fast as a preview.
    guard max(size.width, size.height) > Self.longestWithoutPreview else {
      completion(nil)
      return {}
    }
    return run { cancellation throws(PhotoError) in
      try decode(DecodeRequest(.preview), cancellation).image
    } completion: {
      completion((try? $0.get()) ?? nil)
    }
  }

  /// The longer side of a view for which no preview is loaded, in pixels. Embedded previews have 160 × 120 pixels.
  private static let longestWithoutPreview = 256.0

  public func loadAnimation(
    for size: Size, completion: @escaping @Sendable (Result<ImageAnimationInfo?, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    if let info {
      completion(.success(info))
      return {}
    }
    return run { cancellation throws(PhotoError) in
      // Only an animation is decoded for the duration of its first frame. The helper keeps the decoder for the next frames.
      guard try decode(DecodeRequest(.header), cancellation).result.header.isAnimated else {
        return nil
      }
      return ImageAnimationInfo(try decode(request(size), cancellation).result)
    } completion: {
      completion($0.mapError { ImageSourceError($0) })
    }
  }

  public func loadFrame(
    _ index: Int, for size: Size, completion: @escaping @Sendable (ImageFrame?) -> Void
  ) -> @Sendable () -> Void {
    run { cancellation throws(PhotoError) in
      try decode(request(size, frame: index), cancellation).frame
    } completion: {
      completion(try? $0.get())
    }
  }

  /// Runs a closure on a new thread, below the threads that draw. Returns a closure that cancels it.
  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (Cancellation) throws(PhotoError) -> Value,
    completion: @escaping @Sendable (Result<Value, PhotoError>) -> Void
  ) -> @Sendable () -> Void {
    let cancellation = Cancellation()
    DecodeThread.run(for: path, niceIncrement: SystemThread.backgroundNiceIncrement) {
      () throws(PhotoError) in
      try body(cancellation)
    } completion: {
      completion($0)
    }
    return { cancellation.cancel() }
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
    FileImageSource(identity) { [bytes, identity] request, cancellation throws(PhotoError) in
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
