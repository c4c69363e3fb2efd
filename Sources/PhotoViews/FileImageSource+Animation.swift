public import Controls
internal import DecoderClient
internal import DecoderProtocol
internal import Drawing
public import Geometry

extension FileImageSource: AnimatedImageSource {
  public func loadAnimation(
    for size: Size, completion: @escaping @Sendable (ImageAnimationInfo?) -> Void
  ) -> @Sendable () -> Void {
    let path = path
    let task = Task {
      // Only an animation is decoded for the duration of its first frame. The helper keeps
      // the decoder for the next frames.
      guard let header = try? await Image.loadHeader(contentsOf: path),
        header.isAnimated, header.frameCount > 1,
        let first = try? await Image.loadFrame(0, contentsOf: path, fitting: TargetSize(covering: size))
      else { return completion(nil) }
      completion(
        ImageAnimationInfo(
          frameCount: header.frameCount, playCount: header.playCount,
          firstDuration: first.result.frameDuration))
    }
    return { task.cancel() }
  }

  public func loadFrame(
    _ index: Int, for size: Size, completion: @escaping @Sendable (ImageFrame?) -> Void
  ) -> @Sendable () -> Void {
    let path = path
    let task = Task {
      let decoded = try? await Image.loadFrame(index, contentsOf: path, fitting: TargetSize(covering: size))
      completion(
        decoded.flatMap { decoded in
          decoded.image.map { ImageFrame(image: $0, duration: decoded.result.frameDuration) }
        })
    }
    return { task.cancel() }
  }
}
