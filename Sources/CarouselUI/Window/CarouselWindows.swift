public import Wayland
public import Windowing

/// A tree of views on each screen. A window opens when its screen is connected and closes when the screen is disconnected.
///
///     let wall = try CarouselWindows(layer: .wallpaper(), namespace: "wall") { window, output in
///       window.contentView = Wall(named: output.name)
///     }
///     wall.run()
///
/// The windows are in step: frames that become visible together show the same moment of an animation, even if the screens
/// refresh at different times. A motion that starts later in one window than in another stays behind; carousels that are
/// linked by `Carousel.bind(to:)` show the same offset. While no screen is connected, the program keeps running.
///
/// Wayland: `wl_output`. Windowing: `OutputWindows`.
@MainActor
public final class CarouselWindows {
  private let system: WindowSystem
  private let outputWindows: OutputWindows

  /// Opens a full-screen window on each screen.
  ///
  /// - Parameters:
  ///   - title: The text for lists of windows.
  ///   - appID: The name of the desktop file, without `.desktop`.
  ///   - system: The connection to the compositor; by default that of `Application.shared`.
  ///   - configure: Called with each new window and its screen, to set the content.
  /// - Throws: As `CarouselWindow.init(title:appID:size:in:)`.
  public convenience init(
    title: String, appID: String = "swift-carousel", in system: WindowSystem? = nil,
    configure: @escaping (CarouselWindow, Output) -> Void
  ) throws(ConnectionError) {
    try self.init(in: system, configure: configure) {
      OutputWindows(in: $0, title: title, appID: appID, configure: $1)
    }
  }

  /// Opens a layer surface on each screen, such as a wallpaper or a panel. If the compositor offers no layers, they are
  /// ordinary windows, or full screen if `placement` covers the screen.
  ///
  /// - Parameters:
  ///   - placement: The layer, and the size and position on each screen.
  ///   - namespace: The surfaces' purpose, such as "wallpaper", for the compositor's rules.
  ///   - system: The connection to the compositor; by default that of `Application.shared`.
  ///   - configure: Called with each new window and its screen, to set the content.
  /// - Throws: As `CarouselWindow.init(title:appID:size:in:)`.
  ///
  /// Wayland: `zwlr_layer_shell_v1.get_layer_surface`.
  public convenience init(
    layer placement: LayerPlacement, namespace: String = "swift-carousel", in system: WindowSystem? = nil,
    configure: @escaping (CarouselWindow, Output) -> Void
  ) throws(ConnectionError) {
    try self.init(in: system, configure: configure) {
      OutputWindows(in: $0, layer: placement, namespace: namespace, configure: $1)
    }
  }

  private init(
    in system: WindowSystem?, configure: @escaping (CarouselWindow, Output) -> Void,
    open: (WindowSystem, @escaping (Window, Output) -> Void) -> OutputWindows
  ) throws(ConnectionError) {
    let system = if let system { system } else { try Application.shared.system }
    let link = Link()
    self.system = system
    outputWindows = open(system) { configure(link.show($0), $1) }
    link.outputWindows = outputWindows
  }

  /// The open windows, in the order their screens were connected.
  public var windows: [CarouselWindow] { outputWindows.windows.compactMap { $0.delegate as? CarouselWindow } }

  /// Returns the window on a screen; `nil` if it was closed.
  public func window(on output: Output) -> CarouselWindow? {
    outputWindows.window(on: output)?.delegate as? CarouselWindow
  }

  /// Closes all windows. No window is opened afterwards.
  public func close() { outputWindows.close() }

  /// Runs the main queue until all windows of the connection are closed, and then ends the program, as
  /// `CarouselWindow.run()` does.
  public func run() -> Never { system.runApplication() }

  /// Gives the windows their common time. The closure that opens them exists before the object that computes the time.
  @MainActor
  private final class Link {
    weak var outputWindows: OutputWindows?
    /// Retains the windows until they close.
    private var shown: [ObjectIdentifier: CarouselWindow] = [:]

    func show(_ window: Window) -> CarouselWindow {
      let shown = CarouselWindow(window)
      shown.frameTime = { [weak self, unowned window] frame in
        self?.outputWindows?.time(for: frame, of: window) ?? frame.time
      }
      self.shown[ObjectIdentifier(window)] = shown
      shown.onEnd = { [weak self, unowned window] in self?.shown[ObjectIdentifier(window)] = nil }
      return shown
    }
  }
}
