import CWaylandCursor
import Glibc
import Wayland

/// Shows the pointer's shape: by the compositor where it can, else with a picture of the user's theme.
@MainActor
final class Cursor {
  private let pointer: WlPointer
  private unowned let system: WindowSystem
  private let device: WpCursorShapeDeviceV1?
  private var serial: UInt32?
  private var surface: WlSurface?
  private var theme: CursorTheme?

  init(of pointer: WlPointer, in system: WindowSystem) {
    self.pointer = pointer
    self.system = system
    device = system.globals?.cursorShape?.getPointer(pointer: pointer)
  }

  func close() {
    device?.destroy()
    surface?.destroy()
    theme = nil
    serial = nil
  }

  /// The pointer entered a surface of ours: the compositor wants its shape set anew.
  func entered(_ serial: UInt32) { self.serial = serial }

  func show(_ shape: CursorShape, scale: Double) {
    guard let serial else { return }
    if shape == .hidden {
      pointer.setCursor(serial: serial, surface: nil, hotspotX: 0, hotspotY: 0)
    } else if let device {
      device.setShape(serial: serial, shape: shape.wayland)
    } else {
      showPicture(shape, scale: Int32(max(1, scale.rounded(.up))), serial)
    }
  }

  private func showPicture(_ shape: CursorShape, scale: Int32, _ serial: UInt32) {
    guard let globals = system.globals else { return }
    if theme?.scale != scale { theme = CursorTheme(scale: scale, globals.shm) }
    guard let picture = theme?.picture(of: shape) else { return }
    let scale = picture.bufferScale(atMost: scale)
    let surface = self.surface ?? globals.compositor.createSurface()
    self.surface = surface
    surface.setBufferScale(scale: scale)
    surface.attach(buffer: picture.buffer, x: 0, y: 0)
    surface.damageBuffer(x: 0, y: 0, width: picture.width, height: picture.height)
    surface.commit()
    pointer.setCursor(
      serial: serial, surface: surface, hotspotX: picture.hotspotX / scale, hotspotY: picture.hotspotY / scale
    )
  }
}

/// The user's cursor theme at one scale.
///
/// Wayland: `wl_cursor_theme`.
@MainActor
private final class CursorTheme {
  struct Picture {
    let buffer: WlBuffer
    let width, height, hotspotX, hotspotY: Int32

    /// The largest buffer scale that divides both sides: a theme need not have a picture of the size asked for, and
    /// a buffer that does not fit its scale is a protocol error (`wl_surface.error.invalid_size`).
    func bufferScale(atMost scale: Int32) -> Int32 {
      var fitting = scale
      while width % fitting != 0 || height % fitting != 0 { fitting -= 1 }
      return fitting
    }
  }

  let scale: Int32
  private let theme: OpaquePointer

  init?(scale: Int32, _ shm: WlShm) {
    guard let handle = shm.handle else { return nil }
    let points = getenv("XCURSOR_SIZE").flatMap { Int32(String(cString: $0)) } ?? 24
    guard let theme = wl_cursor_theme_load(getenv("XCURSOR_THEME"), min(max(points, 8), 256) * scale, handle)
    else { return nil }
    self.scale = scale
    self.theme = theme
  }

  isolated deinit { wl_cursor_theme_destroy(theme) }

  func picture(of shape: CursorShape) -> Picture? {
    for name in [shape.rawValue] + shape.olderNames {
      guard let cursor = wl_cursor_theme_get_cursor(theme, name), cursor.pointee.image_count > 0,
        let image = cursor.pointee.images[0], let buffer = wl_cursor_image_get_buffer(image)
      else { continue }
      // The theme owns the buffer; ours only names it.
      return Picture(
        buffer: WlBuffer(buffer, on: nil), width: Int32(image.pointee.width),
        height: Int32(image.pointee.height), hotspotX: Int32(image.pointee.hotspot_x),
        hotspotY: Int32(image.pointee.hotspot_y))
    }
    return nil
  }
}

extension CursorShape {
  /// What themes without the modern names call it; the last one is in every theme.
  fileprivate var olderNames: [String] {
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
    }
  }
}
