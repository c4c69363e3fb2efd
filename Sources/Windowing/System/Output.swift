import Wayland

/// A screen or a virtual screen of the compositor.
///
/// Wayland: `wl_output`.
@MainActor
public final class Output {
  /// The connector's name, such as "DP-1"; empty if the compositor does not send it.
  ///
  /// Wayland: `wl_output.name`.
  public private(set) var name = ""
  /// Buffer pixels per point, rounded up to an integer.
  ///
  /// Wayland: `wl_output.scale`.
  public private(set) var scale = 1
  /// The width in hardware pixels, before rotation; 0 until the compositor has sent it.
  ///
  /// Wayland: `wl_output.mode`.
  public private(set) var pixelWidth = 0
  /// The height in hardware pixels, before rotation; 0 until the compositor has sent it.
  ///
  /// Wayland: `wl_output.mode`.
  public private(set) var pixelHeight = 0
  /// The refresh rate in Hz; 0 if unknown.
  ///
  /// Wayland: `wl_output.mode`.
  public private(set) var refreshRate = 0.0

  let object: WlOutput
  let global: UInt32

  init(_ object: WlOutput, global: UInt32, onChange: @escaping () -> Void) {
    self.object = object
    self.global = global
    object.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .mode(let flags, let width, let height, let refresh) where flags.contains(.current):
        pixelWidth = Int(width)
        pixelHeight = Int(height)
        refreshRate = Double(refresh) / 1000
      case .scale(let factor): scale = max(1, Int(factor))
      case .name(let name): self.name = name
      case .done: onChange()
      case .mode, .geometry, .description: break
      }
      // Version 1 has no `done`: each event takes effect at once.
      if object.version < 2, case .mode = event { onChange() }
    }
  }

  func close() {
    if object.version >= 3 { object.release() } else { object.destroyProxy() }
  }
}
