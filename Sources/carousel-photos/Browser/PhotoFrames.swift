import CarouselUI
import DecoderClient
import DecoderProtocol
import Photos
import Threads

/// The frames of an animated photo, at the size at which the photo is shown.
nonisolated struct PhotoFrames: AnimatedImageSource {
  let photo: Photo
  let info: ImageAnimationInfo
  /// The box that the photo was decoded for.
  let box: TargetSize
  let decoder: HelperDecoder

  var identity: String { photo.path }

  func load(
    for size: Size, completion: @escaping @Sendable (Result<Image, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void {
    loadFrame(0, for: size) { frame in
      completion(frame.map { .success($0.image) } ?? .failure(.unavailable("The photo cannot be decoded.")))
    }
  }

  func loadAnimation(
    for size: Size, completion: @escaping @Sendable (ImageAnimationInfo?) -> Void
  ) -> @Sendable () -> Void {
    completion(info)
    return {}
  }

  /// Decodes a frame on a thread of its own.
  func loadFrame(
    _ index: Int, for size: Size, completion: @escaping @Sendable (ImageFrame?) -> Void
  ) -> @Sendable () -> Void {
    let cancellation = Cancellation()
    let request = DecodeRequest(size: box, frame: index)
    let isStarted = SystemThread.startDetached(niceIncrement: SystemThread.backgroundNiceIncrement) {
      completion((try? decoder.decode(photo, request, cancellation))?.frame)
    }
    if !isStarted { completion(nil) }
    return { cancellation.cancel() }
  }
}
