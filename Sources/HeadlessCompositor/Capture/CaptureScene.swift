/// What an image shows, before it is drawn: an output, or a window with its subsurfaces and popups.
///
/// Only the part that is asked for is drawn, so that a part of a large output costs little.
@MainActor package struct CaptureScene {
  /// The width of the whole image, in pixels.
  package let width: Int
  /// The height of the whole image, in pixels.
  package let height: Int
  private let scale: Double
  private let origin: (x: Int, y: Int)
  private let background: UInt32
  private let surfaces: [PlacedSurface]

  /// - Parameters:
  ///   - size: The size of the image, in pixels.
  ///   - origin: The position of the image's top left corner, in logical pixels.
  fileprivate init(
    _ surfaces: [PlacedSurface], size: (width: Int, height: Int), scale: Double, origin: (x: Int, y: Int),
    background: UInt32
  ) {
    (self.surfaces, self.scale, self.origin, self.background) = (surfaces, scale, origin, background)
    (width, height) = size
  }

  /// Draws the whole image.
  package func draw() -> Capture {
    Capture(pixels(in: IntegerRect(x: 0, y: 0, width: width, height: height)))
  }

  /// Draws a part of the image, in pixels, without what lies outside of it.
  ///
  /// - Returns: Nil if no pixel of the part is in the image.
  package func draw(x: Int, y: Int, width: Int, height: Int) -> Capture? {
    let part = IntegerRect(x: x, y: y, width: width, height: height).clipped(
      toWidth: self.width, height: self.height)
    return part.isEmpty ? nil : Capture(pixels(in: part))
  }

  private func pixels(in part: IntegerRect) -> Pixels {
    var canvas = Canvas(part, background: background, scale: scale, origin: origin)
    for placed in surfaces { canvas.draw(placed) }
    return canvas.pixels
  }
}

extension Compositor {
  /// Returns what an output shows, like ``capture(_:includesCursor:)``.
  package func scene(of output: Output, includesCursor: Bool) -> CaptureScene {
    var surfaces = placedSurfaces()
    for pointer in seats.map(\.pointer) where includesCursor {
      guard case .surface(let picture, let x, let y) = pointer.cursor else { continue }
      let position = pointer.position
      surfaces.append(
        PlacedSurface(
          surface: picture, x: Int(position.x.rounded(.down)) - x + picture.offset.x,
          y: Int(position.y.rounded(.down)) - y + picture.offset.y))
    }
    return CaptureScene(
      surfaces, size: output.pixelSize, scale: output.scale, origin: output.position,
      background: configuration.background)
  }

  /// Returns what a toplevel shows, like ``capture(_:)-(Toplevel)``; nil if it is not mapped.
  package func scene(of toplevel: Toplevel) -> CaptureScene? {
    guard toplevel.isMapped else { return nil }
    return scene(
      placedSurfaces(of: toplevel, at: (0, 0)), size: toplevel.size, on: toplevel.output ?? mainOutput)
  }

  /// Returns what a layer surface shows; nil if it is not mapped, or was closed.
  package func scene(of layer: LayerSurface) -> CaptureScene? {
    guard layer.isMapped, !layer.isClosed, let surface = layer.surface else { return nil }
    return scene(
      placedSurfaces(of: layer, at: (0, 0)), size: surface.size, on: layer.output ?? mainOutput)
  }

  private func scene(
    _ surfaces: [PlacedSurface], size: (width: Int, height: Int), on output: Output
  ) -> CaptureScene {
    let limit = Double(max(8192, output.width, output.height))
    func pixels(_ length: Int) -> Int { Int(min(limit, Double(length) * output.scale).rounded()) }
    return CaptureScene(
      surfaces, size: (pixels(size.width), pixels(size.height)), scale: output.scale, origin: (0, 0),
      background: 0)
  }

  /// Returns an image of an output as the user sees it: all visible windows over the background. Its size is
  /// `Output.pixelSize`.
  ///
  /// - Parameters:
  ///   - output: The output; nil for the first one.
  ///   - includesCursor: Whether the cursor surface is drawn, if the client has set one.
  public func capture(_ output: Output? = nil, includesCursor: Bool = false) -> Capture {
    scene(of: output ?? mainOutput, includesCursor: includesCursor).draw()
  }

  /// Returns the pixels of an output as they are sent to the panel, in the orientation of its mode: the image of
  /// `capture(_:includesCursor:)` with `Output.transform` applied.
  ///
  /// Wayland: `wl_output.transform`.
  public func captureFramebuffer(of output: Output) -> Capture { capture(output).applying(output.transform) }

  /// Returns an image of a toplevel with its subsurfaces and popups, over transparent black, in output pixels. It is
  /// clipped to the toplevel's window geometry.
  ///
  /// Each side is limited to max(8192, the output's longer side) pixels, because a client may set any window geometry.
  ///
  /// - Returns: Nil if the toplevel is not mapped.
  public func capture(_ toplevel: Toplevel) -> Capture? { scene(of: toplevel)?.draw() }

  /// Returns an image of a layer surface with its subsurfaces and popups, like ``capture(_:)-(Toplevel)``.
  ///
  /// - Returns: Nil if the layer surface is not mapped, or was closed.
  public func capture(_ layer: LayerSurface) -> Capture? { scene(of: layer)?.draw() }
}
