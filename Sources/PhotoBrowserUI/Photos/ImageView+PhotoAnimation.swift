internal import CarouselUI
internal import DecoderProtocol
internal import Dispatch
internal import Photos

extension ImageView {
  /// Plays a photo if it is animated. The view shows its first frame.
  ///
  /// - Parameter target: The size for which the first frame was decoded.
  func play(_ photo: Photo, from firstFrame: Image, at target: TargetSize, _ pipeline: PhotoPipeline) {
    guard let info = pipeline.loader.cached(photo, at: target)?.animation else { return endAnimation() }
    let frames = pipeline.source(of: photo, box: target, info: info)
    play(frames, firstFrame: firstFrame, size: target.size) { action in
      DispatchQueue.main.async { action() }
    }
  }
}
