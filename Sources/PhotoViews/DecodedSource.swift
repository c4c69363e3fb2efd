package import Controls
package import DecoderClient
package import DecoderProtocol
package import Drawing
package import Geometry
internal import Glibc
internal import ImageLoading
internal import Threads

/// A picture that a closure decodes, with the frames of its animation. The closure blocks, so each decode has a thread of its
/// own. It does not run in a task, because a waiting task starts Dispatch's thread pool, which then wakes the process every
/// second.
package struct DecodedSource: AnimatedImageSource {
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
    run { cancellation in
      let image = Result { () throws(PhotoError) in
        try decode(request(size), cancellation).pixels(of: identity)
      }
      completion(image.mapError { ImageSourceError($0) })
    } onFailure: {
      completion(.failure(ImageSourceError($0)))
    }
  }

  package func loadAnimation(
    for size: Size, completion: @escaping @Sendable (ImageAnimationInfo?) -> Void
  ) -> @Sendable () -> Void {
    if let info {
      completion(info)
      return {}
    }
    return run { cancellation in
      // Only an animation is decoded for the duration of its first frame. The helper keeps the decoder for the next frames.
      let header = try? decode(DecodeRequest(.header), cancellation).result.header
      let first = header?.isAnimated == true ? try? decode(request(size), cancellation) : nil
      completion(first.flatMap { ImageAnimationInfo($0.result) })
    } onFailure: { _ in
      completion(nil)
    }
  }

  package func loadFrame(
    _ index: Int, for size: Size, completion: @escaping @Sendable (ImageFrame?) -> Void
  ) -> @Sendable () -> Void {
    run { cancellation in
      completion((try? decode(request(size, frame: index), cancellation))?.frame)
    } onFailure: { _ in
      completion(nil)
    }
  }

  /// Runs a closure on a new thread. A start takes less time than a decode, and a thread that is kept for the next frame would
  /// remain when the program is at rest.
  ///
  /// - Parameter onFailure: Called if the system refuses a thread.
  private func run(
    _ body: @escaping @Sendable (Cancellation) -> Void, onFailure: (PhotoError) -> Void
  ) -> @Sendable () -> Void {
    let cancellation = Cancellation()
    let isStarted = SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) {
      body(cancellation)
    }
    if !isStarted { onFailure(PhotoError(identity, .system(operation: "decoded", code: EAGAIN))) }
    return { cancellation.cancel() }
  }
}
