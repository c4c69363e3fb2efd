internal import CarouselUI
internal import Raster

/// Takes pictures of a window.
@MainActor
final class WindowPictures {
  /// Called once, in the first frame.
  var onFirstFrame: (() -> Void)?

  private unowned let window: CarouselWindow
  private var requests: [(Image?) -> Void] = []

  init(of window: CarouselWindow) {
    self.window = window
    awaitScene()
  }

  /// Takes a picture of the window in the next frame.
  ///
  /// - Parameter completion: Called with the picture; `nil` if there is no memory for it.
  func take(_ completion: @escaping (Image?) -> Void) {
    requests.append(completion)
    awaitScene()
    window.invalidate()
  }

  private func awaitScene() {
    window.onScene = { [weak self] scene in
      guard let self else { return }
      window.onScene = nil
      onFirstFrame?()
      onFirstFrame = nil
      let due = requests
      requests = []
      guard !due.isEmpty else { return }
      let image = Self.image(of: scene)
      for completion in due { completion(image) }
    }
  }

  private static func image(of scene: Scene) -> Image? {
    try? Image(width: scene.width, height: scene.height, isOpaque: true) { pixels, stride in
      guard let pointer = pixels.baseAddress else { return }
      Renderer().render(
        scene, into: PixelBuffer(pointer: pointer, width: scene.width, height: scene.height, stride: stride))
    }
  }
}
