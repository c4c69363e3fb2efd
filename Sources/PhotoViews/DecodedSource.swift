package import Controls
package import DecoderClient
package import DecoderProtocol
package import Drawing
package import Geometry
internal import ImageLoading
internal import Threads

/// A picture that a closure decodes, with the frames of its animation. The closure blocks, so each decode has a thread of its own.
package struct DecodedSource: AnimatedImageSource, PreviewedImageSource {
  package let identity: String
  private let box: TargetSize?
  private let info: ImageAnimationInfo?
  private let decode: @Sendable (DecodeRequest, Cancellation) throws(PhotoError) -> DecodedImage

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - identity: Identifies the picture. It names the picture in errors.
  ///   - box: The box for which the picture is decoded; `nil` to cover the size at which it is displayed.
  ///   - info: The description of the animation; `nil` to read it when it is needed.
  ///   - decode: Decodes a part of the file.
  package init(
    identity: String, box: TargetSize? = nil, info: ImageAnimationInfo? = nil,
    decode: @escaping @Sendable (DecodeRequest, Cancellation) throws(PhotoError) -> DecodedImage
  ) {
    (self.identity, self.box, self.info, self.decode) = (identity, box, info, decode)
  }

  private func request(_ size: Size, frame: Int = 0) -> DecodeRequest {
    DecodeRequest(size: box ?? TargetSize(covering: size), frame: frame)
  }

  package func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    run { cancellation throws(PhotoError) in
      try decode(request(size), cancellation).pixels(of: identity)
    } completion: {
      completion($0.mapError { ImageSourceError($0) })
    }
  }

  package func loadPreview(
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

  package func loadAnimation(
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

  package func loadFrame(
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
    DecodeThread.run(for: identity, niceIncrement: SystemThread.backgroundNiceIncrement) {
      () throws(PhotoError) in
      try body(cancellation)
    } completion: {
      completion($0)
    }
    return { cancellation.cancel() }
  }
}
