public import Controls
internal import DecoderClient
internal import DecoderProtocol
public import Drawing
public import Geometry

extension FileImageSource: AnimatedImageSource {
  public func loadAnimation(
    for size: Size, completion: @escaping @Sendable (ImageAnimationInfo?) -> Void
  ) -> @Sendable () -> Void {
    let path = path
    let task = Task {
      // Only an animation is decoded for the duration of its first frame. The helper keeps
      // the decoder for the next frames.
      guard let header = try? await Image.loadHeader(contentsOf: path), header.isAnimated,
        let first = try? await Image.loadFrame(0, contentsOf: path, fitting: TargetSize(covering: size))
      else { return completion(nil) }
      completion(ImageAnimationInfo(first.result))
    }
    return { task.cancel() }
  }

  public func loadFrame(
    _ index: Int, for size: Size, completion: @escaping @Sendable (ImageFrame?) -> Void
  ) -> @Sendable () -> Void {
    let path = path
    let task = Task {
      let decoded = try? await Image.loadFrame(index, contentsOf: path, fitting: TargetSize(covering: size))
      completion(decoded?.frame)
    }
    return { task.cancel() }
  }
}
