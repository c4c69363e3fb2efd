import Wayland

/// The bound globals. They are available after the compositor has announced its globals.
///
/// If the compositor removes an optional global, its property is nil until the compositor announces it again.
/// Objects that the global has created stay usable.
@MainActor
struct WindowGlobals {
  private(set) var compositor: WlCompositor
  private(set) var shm: WlShm
  private(set) var windows: XdgWmBase
  private(set) var layers: ZwlrLayerShellV1?
  private(set) var viewporter: WpViewporter?
  private(set) var fractionalScale: WpFractionalScaleManagerV1?
  private(set) var decoration: ZxdgDecorationManagerV1?
  private(set) var idleInhibit: ZwpIdleInhibitManagerV1?
  private(set) var activation: XdgActivationV1?
  private(set) var cursorShape: WpCursorShapeManagerV1?
  private(set) var gestures: ZwpPointerGesturesV1?
  private(set) var tablets: ZwpTabletManagerV2?
  private(set) var outputPower: ZwlrOutputPowerManagerV1?

  /// Binds the announced globals.
  ///
  /// - Throws: `.missing` or `.versionTooOld` for a global that windows require.
  init(in registry: Registry) throws(ConnectionError) {
    compositor = try registry.bind(WlCompositor.self, versions: 4...6)
    shm = try registry.bind(WlShm.self, versions: 1...1)
    windows = try registry.bind(XdgWmBase.self, versions: 1...6)
    answerPings()
    for global in registry.globals { added(global, in: registry) }
  }

  /// Binds an announced optional global, unless a global of the same interface is bound already.
  mutating func added(_ global: Registry.Global, in registry: Registry) {
    switch global.interface {
    case ZwlrLayerShellV1.interfaceName:
      layers = layers ?? registry.bindIfOffered(ZwlrLayerShellV1.self, versions: 1...4)
    case WpViewporter.interfaceName:
      viewporter = viewporter ?? registry.bindIfOffered(WpViewporter.self, versions: 1...1)
    case WpFractionalScaleManagerV1.interfaceName:
      fractionalScale =
        fractionalScale ?? registry.bindIfOffered(WpFractionalScaleManagerV1.self, versions: 1...1)
    case ZxdgDecorationManagerV1.interfaceName:
      decoration = decoration ?? registry.bindIfOffered(ZxdgDecorationManagerV1.self, versions: 1...1)
    case ZwpIdleInhibitManagerV1.interfaceName:
      idleInhibit = idleInhibit ?? registry.bindIfOffered(ZwpIdleInhibitManagerV1.self, versions: 1...1)
    case XdgActivationV1.interfaceName:
      activation = activation ?? registry.bindIfOffered(XdgActivationV1.self, versions: 1...1)
    case WpCursorShapeManagerV1.interfaceName:
      cursorShape = cursorShape ?? registry.bindIfOffered(WpCursorShapeManagerV1.self, versions: 1...1)
    case ZwpPointerGesturesV1.interfaceName:
      gestures = gestures ?? registry.bindIfOffered(ZwpPointerGesturesV1.self, versions: 1...3)
    case ZwpTabletManagerV2.interfaceName:
      tablets = tablets ?? registry.bindIfOffered(ZwpTabletManagerV2.self, versions: 1...1)
    case ZwlrOutputPowerManagerV1.interfaceName:
      outputPower = outputPower ?? registry.bindIfOffered(ZwlrOutputPowerManagerV1.self, versions: 1...1)
    default: break
    }
  }

  /// Releases an optional global that the compositor removed, and binds another one of the same interface if there
  /// is one.
  ///
  /// A required global stays bound. Existing windows use it, and requests to it are valid until it is released.
  mutating func removed(_ global: Registry.Global, in registry: Registry) {
    switch global.interface {
    case ZwlrLayerShellV1.interfaceName:
      if let layers, layers.version >= 3 { layers.destroy() }
      layers = nil
    case WpViewporter.interfaceName:
      viewporter?.destroy()
      viewporter = nil
    case WpFractionalScaleManagerV1.interfaceName:
      fractionalScale?.destroy()
      fractionalScale = nil
    case ZxdgDecorationManagerV1.interfaceName:
      decoration?.destroy()
      decoration = nil
    case ZwpIdleInhibitManagerV1.interfaceName:
      idleInhibit?.destroy()
      idleInhibit = nil
    case XdgActivationV1.interfaceName:
      activation?.destroy()
      activation = nil
    case WpCursorShapeManagerV1.interfaceName:
      cursorShape?.destroy()
      cursorShape = nil
    case ZwpPointerGesturesV1.interfaceName:
      if let gestures, gestures.version >= 2 { gestures.release() }
      gestures = nil
    case ZwpTabletManagerV2.interfaceName:
      tablets?.destroy()
      tablets = nil
    case ZwlrOutputPowerManagerV1.interfaceName:
      outputPower?.destroy()
      outputPower = nil
    default: return
    }
    if let other = registry.globals.first(where: { $0.interface == global.interface }) {
      added(other, in: registry)
    }
  }

  /// Replaces a required global that the compositor has removed and announced again. Windows that open later use it.
  mutating func rebind(_ global: Registry.Global, in registry: Registry) {
    switch global.interface {
    case WlCompositor.interfaceName:
      compositor = (try? registry.bind(global, as: WlCompositor.self, versions: 4...6)) ?? compositor
    case WlShm.interfaceName: shm = (try? registry.bind(global, as: WlShm.self, versions: 1...1)) ?? shm
    case XdgWmBase.interfaceName:
      windows = (try? registry.bind(global, as: XdgWmBase.self, versions: 1...6)) ?? windows
      answerPings()
    default: break
    }
  }

  private func answerPings() {
    windows.onEvent = { [weak windows] event in
      if case .ping(let serial) = event { windows?.pong(serial: serial) }
    }
  }
}
