internal import CarouselUI
internal import DecoderClient
internal import DecoderProtocol
internal import Dispatch
internal import PhotoViews
internal import Photos

extension ImageView {
  /// Plays a photo if it is animated. The view shows its first frame.
  ///
  /// - Parameter target: The size for which the first frame was decoded.
  func play(_ photo: Photo, from firstFrame: Image, at target: TargetSize, _ pipeline: PhotoPipeline) {
    guard let info = pipeline.loader.cached(photo, at: target)?.animation else { return endAnimation() }
    let frames = DecodedSource(identity: photo.path, box: target, info: info) {
      [decoder = pipeline.decoder] request, cancellation throws(PhotoError) in
      try decoder.decode(photo, request, cancellation)
    }
    play(frames, firstFrame: firstFrame, size: target.size) { action in
      DispatchQueue.main.async { action() }
    }
  }
}
