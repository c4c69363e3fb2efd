package import Geometry
internal import Raster
internal import Views
package import Wayland
package import Windowing

/// A window that shows the content of another window on a further screen: all of it, or another part.
///
/// It draws the scene of each frame of the other window, so both show the same moment, and no view is painted twice. Input over it
/// reaches the views of the other window.
@MainActor
package final class MirrorWindow {
  /// The window on the further screen.
  package let window: Window
  /// The part of the content that the window shows, in points; `nil` for all of it, as large as it fits.
  package var part: Rect? { didSet { if part != oldValue { window.invalidate() } } }
  /// Called when the window has closed.
  package var onClose: (() -> Void)?

  private weak var source: CarouselWindow?
  private var shown: SharedScene?
  private var history = DamageHistory()
  private let renderer = Renderer()

  /// Shows the content of a window.
  ///
  /// - Parameter window: A window that shows nothing yet.
  package init(of source: CarouselWindow, on window: Window) {
    (self.source, self.window) = (source, window)
    window.acceptsTransformedBuffers = true
    shown = source.sharing.last
    window.delegate = self
    source.sharing.add(self)
  }

  /// Shows the scene of a new frame.
  func show(_ scene: SharedScene) {
    shown = scene
    window.invalidate()
  }

  /// The rectangle of the content, and the rectangle of the window in which it is shown, both in pixels.
  private func placement(width: Int, height: Int) -> (part: Rect, target: PixelRect)? {
    guard let shown, shown.scene.width > 0, shown.scene.height > 0 else { return nil }
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    if let part {
      let (scale, origin, size) = (shown.scale, part.origin, part.size)
      return (
        Rect(
          x: origin.x * scale, y: origin.y * scale, width: size.width * scale, height: size.height * scale),
        whole
      )
    }
    let content = Rect(
      x: 0, y: 0, width: Double(shown.scene.width), height: Double(shown.scene.height))
    let scale = min(Double(width) / content.size.width, Double(height) / content.size.height)
    let (across, down) = (
      Int((content.size.width * scale).rounded()), Int((content.size.height * scale).rounded())
    )
    return (content, PixelRect(x: (width - across) / 2, y: (height - down) / 2, width: across, height: down))
  }

  private func receive(_ event: InputEvent) {
    let size = window.rectangles.surface.size
    guard let source, !size.isEmpty else { return }
    let scale = window.scale
    let (width, height) = (Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
    guard let (part, target) = placement(width: width, height: height), let shown, target.width > 0,
      target.height > 0
    else { return }
    let (across, down) = (part.size.width / Double(target.width), part.size.height / Double(target.height))
    source.receive(
      event.mapped { point in
        Point(
          x: (part.minX + (point.x * scale - Double(target.x)) * across) / shown.scale,
          y: (part.minY + (point.y * scale - Double(target.y)) * down) / shown.scale)
      })
  }
}

extension MirrorWindow: WindowDelegate {
  package func window(
    _ window: Window, draw buffer: inout DrawableBuffer, for frame: FrameInfo
  ) -> Damage {
    if frame.isReshaped { history.removeAll() }
    let (width, height) = frame.pixelSize
    var scene = Scene(width: width, height: height, background: SIMD4(0, 0, 0, 255))
    if let shown, let place = placement(width: width, height: height) {
      scene = shown.scene.placed(place.part, in: place.target, width: width, height: height)
      // The source makes only the mip levels of its own size.
      for index in scene.layers.indices { scene.layers[index].existingLevels = nil }
    }
    let drawn = scene.applying(buffer.transform)
    let step = history.advance(to: drawn, age: buffer.age)
    guard !step.changed.isEmpty else { return .nothing }
    let (bufferWidth, bufferHeight, stride) = (buffer.width, buffer.height, buffer.stride)
    buffer.withPixels { pixels in
      guard let pointer = pixels.baseAddress else { return }
      let target = PixelBuffer(pointer: pointer, width: bufferWidth, height: bufferHeight, stride: stride)
      renderer.render(drawn, into: target, region: step.outdated)
    }
    return .rects(
      step.changed.map {
        Rect(x: Double($0.x), y: Double($0.y), width: Double($0.width), height: Double($0.height))
      })
  }

  package func windowDidResize(_ window: Window) { window.invalidate() }
  package func window(_ window: Window, didFail error: ConnectionError) { source?.report("\(error)") }
  package func windowDidClose(_ window: Window) {
    source?.sharing.remove(self)
    shown = nil
    onClose?()
  }
  package func window(_ window: Window, pointer event: PointerEvent) { receive(InputEvent(event)) }
  package func window(_ window: Window, touch event: TouchEvent) { receive(InputEvent(event)) }
  package func window(_ window: Window, tablet event: TabletEvent) { receive(InputEvent(event)) }
  package func window(_ window: Window, gesture event: GestureEvent) { receive(InputEvent(event)) }
  package func window(_ window: Window, key event: KeyEvent) { receive(InputEvent(event)) }
  package func windowStateDidChange(_ window: Window) { window.invalidate() }
}
