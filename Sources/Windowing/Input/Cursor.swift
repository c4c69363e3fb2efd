import CWaylandCursor
import Input
import Wayland

/// Sets the shape of a pointer's cursor.
///
/// It uses the compositor's cursor shapes if available, otherwise an image of the user's theme.
///
/// Wayland: `wp_cursor_shape_device_v1.set_shape`, `wl_pointer.set_cursor`.
@MainActor
final class Cursor {
  /// Sends `set_cursor` with a serial, an image and its hotspot.
  private let setImage: (_ serial: UInt32, _ image: WlSurface?, _ x: Int32, _ y: Int32) -> Void
  private weak var system: WindowSystem?
  private let device: WpCursorShapeDeviceV1?
  private var serial: UInt32?
  private var surface: WlSurface?
  private var theme: CursorTheme?

  init(of pointer: WlPointer, in system: WindowSystem) {
    setImage = { [weak pointer] in pointer?.setCursor(serial: $0, surface: $1, hotspotX: $2, hotspotY: $3) }
    self.system = system
    device = system.globals?.cursorShape?.getPointer(pointer: pointer)
  }

  init(of tool: ZwpTabletToolV2, in system: WindowSystem) {
    setImage = { [weak tool] in tool?.setCursor(serial: $0, surface: $1, hotspotX: $2, hotspotY: $3) }
    self.system = system
    device = system.globals?.cursorShape?.getTabletToolV2(tabletTool: tool)
  }

  func close() {
    device?.destroy()
    surface?.destroy()
    theme?.destroy()
    theme = nil
    serial = nil
  }

  /// Stores the serial of `wl_pointer.enter`. The shape must be set again after each enter event.
  func pointerEntered(_ serial: UInt32) { self.serial = serial }

  /// Sets the shape. Has no effect before the pointer enters a window.
  func show(_ shape: CursorShape, scale: Double) {
    guard let serial else { return }
    if shape == .hidden {
      setImage(serial, nil, 0, 0)
    } else if let device {
      device.setShape(serial: serial, shape: shape.wayland)
    } else {
      showThemeImage(shape, scale: Int32(max(1, scale.rounded(.up))), serial)
    }
  }

  private func showThemeImage(_ shape: CursorShape, scale: Int32, _ serial: UInt32) {
    guard let system, let globals = system.globals else { return }
    if theme?.scale != scale || theme?.style != system.cursorStyle {
      theme?.destroy()
      theme = CursorTheme(system.cursorStyle, scale: scale, globals.shm)
    }
    guard let image = theme?.image(of: shape) else { return }
    let scale = image.bufferScale(atMost: scale)
    let surface = self.surface ?? globals.compositor.createSurface()
    self.surface = surface
    surface.setBufferScale(scale: scale)
    surface.attach(buffer: image.buffer, x: 0, y: 0)
    surface.damageBuffer(x: 0, y: 0, width: image.width, height: image.height)
    surface.commit()
    setImage(serial, surface, image.hotspotX / scale, image.hotspotY / scale)
  }
}

/// A cursor theme at one scale.
///
/// Wayland: `wl_cursor_theme`.
@MainActor
private final class CursorTheme {
  struct ThemeImage {
    let buffer: WlBuffer
    let width, height, hotspotX, hotspotY: Int32

    /// Returns the largest buffer scale, at most `scale`, that divides both the width and the height of the image.
    ///
    /// The theme may lack an image of the requested size. A size that is not a multiple of the buffer scale is a
    /// protocol error (`wl_surface.error.invalid_size`).
    func bufferScale(atMost scale: Int32) -> Int32 {
      var fitting = scale
      while width % fitting != 0 || height % fitting != 0 { fitting -= 1 }
      return fitting
    }
  }

  let style: CursorStyle
  let scale: Int32
  /// The `wl_cursor_theme`; nil once it is destroyed.
  private var theme: OpaquePointer?

  init?(_ style: CursorStyle, scale: Int32, _ shm: WlShm) {
    guard let handle = shm.handle,
      let theme = wl_cursor_theme_load(style.theme, Int32(style.size) * scale, handle)
    else { return nil }
    (self.style, self.scale, self.theme) = (style, scale, theme)
  }

  /// Destroys the theme and its buffers. The owner calls this method before it closes the connection, because the
  /// deinitializer runs on Dispatch's main queue, possibly after the connection was closed.
  func destroy() {
    if let theme { wl_cursor_theme_destroy(theme) }
    theme = nil
  }

  func image(of shape: CursorShape) -> ThemeImage? {
    guard let theme else { return nil }
    for name in [shape.rawValue] + shape.fallbackNames {
      guard let cursor = wl_cursor_theme_get_cursor(theme, name), cursor.pointee.image_count > 0,
        let source = cursor.pointee.images[0], let buffer = wl_cursor_image_get_buffer(source)
      else { continue }
      // The theme owns the buffer; `WlBuffer` only refers to it.
      return ThemeImage(
        buffer: WlBuffer(buffer, on: nil), width: Int32(source.pointee.width),
        height: Int32(source.pointee.height), hotspotX: Int32(source.pointee.hotspot_x),
        hotspotY: Int32(source.pointee.hotspot_y))
    }
    return nil
  }
}

extension CursorShape {
  /// The names to try in themes that lack the CSS names. The last one, `left_ptr`, exists in every theme.
  fileprivate var fallbackNames: [String] {
    switch self {
    case .hand: ["hand2", "hand1", "left_ptr"]
    case .grab: ["openhand", "hand1", "left_ptr"]
    case .grabbing: ["closedhand", "fleur", "left_ptr"]
    case .text: ["xterm", "left_ptr"]
    case .wait, .progress: ["watch", "left_ptr"]
    case .crosshair: ["cross", "left_ptr"]
    case .move: ["fleur", "left_ptr"]
    case .notAllowed: ["crossed_circle", "left_ptr"]
    case .resizeTop: ["top_side", "left_ptr"]
    case .resizeBottom: ["bottom_side", "left_ptr"]
    case .resizeLeft: ["left_side", "left_ptr"]
    case .resizeRight: ["right_side", "left_ptr"]
    case .resizeTopLeft: ["top_left_corner", "left_ptr"]
    case .resizeTopRight: ["top_right_corner", "left_ptr"]
    case .resizeBottomLeft: ["bottom_left_corner", "left_ptr"]
    case .resizeBottomRight: ["bottom_right_corner", "left_ptr"]
    case .resizeHorizontally: ["sb_h_double_arrow", "left_ptr"]
    case .resizeVertically: ["sb_v_double_arrow", "left_ptr"]
    case .arrow, .hidden: ["left_ptr"]
    }
  }

  fileprivate var wayland: WpCursorShapeDeviceV1.Shape {
    switch self {
    case .arrow, .hidden: .default
    case .hand: .pointer
    case .grab: .grab
    case .grabbing: .grabbing
    case .text: .text
    case .wait: .wait
    case .progress: .progress
    case .crosshair: .crosshair
    case .move: .move
    case .notAllowed: .notAllowed
    case .resizeTop: .nResize
    case .resizeBottom: .sResize
    case .resizeLeft: .wResize
    case .resizeRight: .eResize
    case .resizeTopLeft: .nwResize
    case .resizeTopRight: .neResize
    case .resizeBottomLeft: .swResize
    case .resizeBottomRight: .seResize
    case .resizeHorizontally: .ewResize
    case .resizeVertically: .nsResize
    }
  }
}
