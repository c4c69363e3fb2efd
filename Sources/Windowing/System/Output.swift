public import Geometry
import Wayland

/// A physical or virtual screen of the compositor.
///
/// Wayland: `wl_output`, `zxdg_output_v1`.
@MainActor
public final class Output {
  /// The values of one group of events. They take effect together at the end of the group.
  private struct Values: Equatable {
    var name = ""
    var description = ""
    var manufacturer = ""
    var model = ""
    var scale = 1
    var transform = BufferTransform.normal
    var pixelWidth = 0
    var pixelHeight = 0
    var refreshRate = 0.0
    var physicalSize = Size.zero
    var position = Point.zero
    /// From xdg-output, in points.
    var desktopPosition: Point?
    var desktopSize: Size?
  }

  private var current = Values()
  private var pending = Values()
  private let object: WlOutput
  private var desktopObject: ZxdgOutputV1?
  private let onDone: () -> Void
  /// Whether the compositor has sent all values.
  private(set) var isDescribed = false
  /// The name (number) of the `wl_registry` global.
  let global: UInt32

  /// Called after the output's values changed. `WindowSystem.onOutputChange` is called, too.
  ///
  /// Wayland: `wl_output.done`.
  public var onChange: (() -> Void)?

  init(_ object: WlOutput, global: UInt32, onDone: @escaping () -> Void) {
    self.object = object
    self.global = global
    self.onDone = onDone
    object.onEvent = { [weak self] in self?.receive($0) }
  }

  // MARK: Values

  /// The connector's name, such as "DP-1"; empty if the compositor does not send it.
  ///
  /// Wayland: `wl_output.name`, else `zxdg_output_v1.name`.
  public var name: String { current.name }
  /// The name for users, such as "Dell 27"; empty if the compositor does not send it.
  ///
  /// Wayland: `wl_output.description`, else `zxdg_output_v1.description`.
  public var description: String { current.description }
  /// The maker of the screen; may be empty.
  ///
  /// Wayland: `wl_output.geometry`.
  public var manufacturer: String { current.manufacturer }
  /// The model of the screen; may be empty.
  ///
  /// Wayland: `wl_output.geometry`.
  public var model: String { current.model }
  /// Buffer pixels per point, rounded up to an integer.
  ///
  /// Wayland: `wl_output.scale`.
  public var scale: Int { current.scale }
  /// The transform that a buffer needs so that the user sees its content upright on this screen. The screen may be
  /// mounted rotated.
  ///
  /// Wayland: `wl_output.geometry`.
  public var transform: BufferTransform { current.transform }
  /// The width in hardware pixels, before rotation; 0 until the compositor has sent it.
  ///
  /// Wayland: `wl_output.mode`.
  public var pixelWidth: Int { current.pixelWidth }
  /// The height in hardware pixels, before rotation; 0 until the compositor has sent it.
  ///
  /// Wayland: `wl_output.mode`.
  public var pixelHeight: Int { current.pixelHeight }
  /// The refresh rate in Hz; 0 if unknown.
  ///
  /// Wayland: `wl_output.mode`.
  public var refreshRate: Double { current.refreshRate }
  /// The size of the screen's visible area in millimeters, before rotation; zero if unknown, as for a projector.
  ///
  /// Wayland: `wl_output.geometry`.
  public var physicalSize: Size { current.physicalSize }
  /// The position of the top left corner among all screens, in points.
  ///
  /// Wayland: `zxdg_output_v1.logical_position`, else `wl_output.geometry`.
  public var position: Point { current.desktopPosition ?? current.position }
  /// The size after rotation, in points.
  ///
  /// Without xdg-output, it is computed from the pixel size and the integer ``scale``. At a fractional scale the
  /// result is too small.
  ///
  /// Wayland: `zxdg_output_v1.logical_size`, else `wl_output.mode`.
  public var logicalSize: Size {
    if let size = current.desktopSize { return size }
    let pixels = Size(width: Double(current.pixelWidth), height: Double(current.pixelHeight))
    return current.transform.apply(to: pixels) * (1 / Double(current.scale))
  }

  // MARK: Objects

  func isOutput(_ other: WlOutput) -> Bool { object === other }

  /// The protocol object, to pass as the argument of requests.
  var wire: WlOutput { object }

  /// Requests the output's position and size in points.
  func useDesktopObjects(of manager: ZxdgOutputManagerV1) {
    guard desktopObject == nil else { return }
    let desktop = manager.getXdgOutput(output: object)
    desktopObject = desktop
    desktop.onEvent = { [weak self] in self?.receive($0) }
  }

  func close() {
    desktopObject?.destroy()
    if object.version >= 3 { object.release() } else { object.destroyProxy() }
  }

  // MARK: Events

  private func receive(_ event: WlOutput.Event) {
    switch event {
    case .geometry(let x, let y, let width, let height, _, let make, let model, let transform):
      pending.position = Point(x: Double(x), y: Double(y))
      pending.physicalSize = Size(width: Double(max(0, width)), height: Double(max(0, height)))
      pending.manufacturer = make
      pending.model = model
      pending.transform = BufferTransform(transform)
    case .mode(let flags, let width, let height, let refresh):
      guard flags.contains(.current) else { return }
      pending.pixelWidth = Int(max(0, width))
      pending.pixelHeight = Int(max(0, height))
      pending.refreshRate = Double(max(0, refresh)) / 1000
      // Version 1 has no `done` event, and the compositor sends the mode last.
      if object.version < 2 { finish() }
    case .scale(let factor): pending.scale = max(1, Int(factor))
    case .name(let name): pending.name = name
    case .description(let description): pending.description = description
    case .done: finish()
    }
  }

  private func receive(_ event: ZxdgOutputV1.Event) {
    switch event {
    case .logicalPosition(let x, let y): pending.desktopPosition = Point(x: Double(x), y: Double(y))
    case .logicalSize(let width, let height):
      pending.desktopSize = Size(width: Double(max(0, width)), height: Double(max(0, height)))
      // With xdg-output version 3, `wl_output.done` ends the group, but an output of version 1 does not send it.
      if object.version < 2 { finish() }
    case .name(let name): if object.version < 4 { pending.name = name }
    case .description(let description): if object.version < 4 { pending.description = description }
    case .done: finish()
    }
  }

  /// Applies the collected values at the end of a group of events.
  private func finish() {
    // A description is complete when the `wl_output` and, if used, the `zxdg_output_v1` have sent their values.
    guard pending.pixelWidth > 0, desktopObject == nil || pending.desktopSize != nil else { return }
    guard !isDescribed || pending != current else { return }
    current = pending
    isDescribed = true
    onDone()
    onChange?()
  }
}
