package import Accessibility
public import CarouselEngine
public import CarouselViews
internal import Desktop
public import Drawing
public import Geometry
package import Raster
public import Views
public import Wayland
public import Windowing

/// A window or a layer surface that shows a tree of views. At first, the tree contains one carousel.
///
///     let window = try CarouselWindow(title: "Cards", size: Size(width: 800, height: 480))
///     window.carousel.type = .coverFlow2
///     window.carousel.dataSource = cards
///     window.run()
///
/// Drags, flicks, wheels, touchpads, taps and the arrow keys control the carousels without further code. The
/// window draws a frame only when something has changed. At rest the process sleeps.
@MainActor
public final class CarouselWindow {
  /// The underlying window, with its title, state, cursor and full-screen mode.
  public let window: Window
  /// The connection to the compositor.
  public let system: WindowSystem

  /// The view that fills the window. The window sets its size.
  ///
  /// At first it is a container that one ``/CarouselViews/CarouselView`` fills. Add views in front of the
  /// carousel or insert them behind it, or set another view, which may contain any number of carousels.
  ///
  /// UIKit: `UIViewController.view`.
  public var contentView: View {
    get { frameView.content }
    set {
      frameView.content = newValue
      frameView.layoutIfNeeded()
    }
  }
  let frameView: WindowFrameView
  /// The first carousel of the window.
  public var carousel: Carousel { carouselView.carousel }
  /// The view of ``carousel``.
  public var carouselView: CarouselView { tree.carouselViews.first ?? firstCarouselView }
  private let firstCarouselView: CarouselView
  let tree: ViewTree

  /// The color behind the views. By default it is the background color of the theme.
  public var backgroundColor: Color {
    get { chosenBackgroundColor ?? defaultBackgroundColor }
    set {
      chosenBackgroundColor = newValue
      applyAppearance()
    }
  }
  private(set) var chosenBackgroundColor: Color?

  /// The theme of all views that do not set one; `nil`, the default, means the theme of the desktop.
  ///
  /// The desktop determines the color scheme, the contrast, the accent color, the text scale and the reduction
  /// of motion. The window follows their changes. If the user prefers neither dark nor light windows, the theme
  /// is chosen to match ``backgroundColor`` if the program has set it. Otherwise the theme is light, or dark with
  /// ``prefersDarkTheme``. Without a session bus, the default settings apply.
  ///
  /// Portal: `org.freedesktop.portal.Settings`.
  public var theme: Theme? { didSet { if theme != oldValue { applyAppearance() } } }
  /// The colors of the theme; `nil`, the default, for those of ``theme`` or of the desktop. Everything else, such as the text
  /// scale, remains that of ``theme`` or, without one, of the desktop.
  public var themeColors: ThemeColors? { didSet { if themeColors != oldValue { applyAppearance() } } }
  /// Whether the theme is dark if the user prefers neither dark nor light windows; by default `false`. The default
  /// ``backgroundColor`` of a dark theme is then nearly black, which suits photos.
  ///
  /// libadwaita: `ADW_COLOR_SCHEME_PREFER_DARK`.
  public var prefersDarkTheme = false { didSet { if prefersDarkTheme != oldValue { applyAppearance() } } }
  /// Whether the window draws a title bar and a shadow if the compositor does not; by default `true`.
  ///
  /// The title bar moves, maximizes, minimizes and closes the window, and the borders resize it. They are added
  /// around the requested size of the content. In full screen there is no title bar. The desktop's settings
  /// determine the order of the buttons and the side on which they are.
  ///
  /// Wayland: `zxdg_toplevel_decoration_v1`. libadwaita: `AdwHeaderBar`.
  public var showsTitleBar = true { didSet { if showsTitleBar != oldValue { applyAppearance() } } }
  /// The desktop settings that the window follows; `nil` if it follows none.
  let appearance: DesktopAppearance?
  /// Offers the elements of the window to assistive technologies; `nil` if they are not offered.
  let accessibility: AccessibilityBridge?

  /// The limit of the memory for the painted pixels of views, in bytes. With `nil`, the default, the limit is
  /// four times the memory of the window's own pixels, and at least 8 MiB.
  ///
  /// The pixels of visible views are never evicted, even if they exceed the budget. In addition, an eighth of
  /// the budget is always available for views that will be visible next; they are painted in advance. When the
  /// budget is exceeded, the pixels of the farthest views are evicted first. Evicted views are painted again
  /// when they are needed. There is one exception: while a carousel has loaded a view that released its image
  /// (see `ImageView.onImageNeeded`), the view keeps its pixels.
  ///
  /// A larger budget helps if the data source keeps the views of many items and users scroll back and forth.
  public var textureBudget: Int? { didSet { window.invalidate() } }

  /// Whether a slow processor draws moving frames at a lower resolution; by default `true`.
  ///
  /// If it takes longer than 1/30 s to draw the pixels of each of three frames in a row, the following frames of the motion
  /// are drawn at three quarters, and then at half of the resolution. The compositor enlarges them. At rest the window is
  /// always sharp. The carousel window sets `window.resolution` for this purpose; set this property to `false` before you
  /// set `window.resolution`. Without `wp_viewporter` the property has no effect.
  public var adaptsResolution = true {
    didSet {
      guard !adaptsResolution else { return }
      resolution = AdaptiveResolution()
      window.resolution = 1
    }
  }
  /// The resolution of the next frame.
  var resolution = AdaptiveResolution()

  /// Called with the new size in points, before the next frame, when the size or the scale has changed.
  public var onResize: ((Size) -> Void)?
  /// Called before the views receive a press, a repeat or a release of a key. If it returns `true`, the key is handled and
  /// the views do not receive it.
  public var onKey: ((KeyPress) -> Bool)?
  /// Called for each event of an input device over the window and its popups, before the views receive the event, also for
  /// those that a view uses. By default `nil`.
  ///
  /// The positions of an event over a popup are in the coordinates of the popup. The closure cannot change or consume the
  /// event. See ``onIdle(after:_:)`` for the time without input.
  ///
  /// AppKit: `NSEvent.addLocalMonitorForEvents`.
  public var onInput: ((InputEvent) -> Void)?
  /// Called when the user asks to close the window. If it returns `false`, the window stays open. With `nil`, the
  /// default, the window closes. ``close()`` does not call it.
  ///
  /// AppKit: `windowShouldClose:`. GTK: `GtkWindow::close-request`.
  public var shouldClose: (() -> Bool)?
  /// Called once when the window has closed: by the user, by ``close()``, or after ``onFailure``. If no window is
  /// open afterwards, ``run()`` ends the program.
  ///
  /// AppKit: `windowWillClose:`. GTK: `GtkWidget::destroy`.
  public var onClose: (() -> Void)?
  /// Called when the connection is lost and cannot be restored, the compositor reports a protocol error, or memory for a
  /// frame is missing. The loss is reported after the application has tried to connect again, by default for 30 s.
  /// The window has then already been closed. With `nil`, the default, ``run()`` prints the error, and the exit code
  /// is 1; with a closure, the program decides what happens after the loss of the connection.
  public var onFailure: ((ConnectionError) -> Void)?
  /// Called when the system is low on memory. Release what the program can make again, such as cached data. The views on
  /// screen keep their content.
  ///
  /// After the call, the window itself releases the views in the reuse pools of its carousels and lists, the pixels that the
  /// last frame did not show, and the cached pictures of `ImageLoader.shared`. The next frame shows the same picture. For
  /// three seconds, invisible views are not painted ahead of time. The cache of a loader of your own is released with
  /// `removeAllCachedImages()`.
  ///
  /// The call is made between two frames, and at most once a second. While ``run()`` or `Application.run()` runs the main
  /// queue, a warning follows when tasks of the system, or of the program's control group, wait for memory for 150 ms of 2 s.
  /// There are no warnings if the kernel does not report such waits to the program: before Linux 6.4 (before Linux 5.2 with
  /// the capability CAP_SYS_RESOURCE), and in some sandboxes.
  ///
  /// iCarousel: `didReceiveMemoryWarning`. Linux: `/proc/pressure/memory`. GLib: `GMemoryMonitor::low-memory-warning`.
  public var onMemoryWarning: (() -> Void)?
  /// Called with a sentence when a view cannot show its content, such as a picture that cannot be loaded. With `nil`,
  /// the default, the first 20 different sentences are printed to standard error.
  public var onProblem: ((String) -> Void)?
  private var problems = ProblemLog()

  /// Reports a problem of a view.
  func report(_ problem: String) {
    if let opener {
      opener.report(problem)
    } else if let onProblem {
      onProblem(problem)
    } else {
      problems.print(problem)
    }
  }

  /// Called in each frame in which nothing moves and no visible view is being painted, before the frame is
  /// committed. A frame that changes no pixels is not committed, but the closure is still called.
  public var onSettle: (() -> Void)?

  /// Whether the last frame showed the final state: nothing moves, and no visible view is being painted.
  ///
  /// Invisible views may still be painted in the background.
  public internal(set) var isSettled = false
  /// The projected outlines of the items in the last settled frame, back to front, in pixels. An outline has
  /// four corners, or three to five if it is clipped near the viewer.
  public internal(set) var outlines: [[Point]] = []

  /// The number of pixels that the last frame damaged and drew.
  public internal(set) var lastFrame = FrameExtent()
  /// The damage of the last frames. A reused buffer is outdated in some regions; the history determines the
  /// regions to draw again.
  package internal(set) var history = DamageHistory()

  /// Called with the timings of each frame, also if the frame is not committed. The clocks are read only if
  /// this is set.
  package var onFrame: ((FrameTimings) -> Void)? {
    didSet {
      window.onFrameEnd = onFrame == nil ? nil : { [weak self] in self?.reportFrame(isCommitted: $0) }
    }
  }
  /// Measures a frame from its start to its commit; `nil` while ``onFrame`` is `nil`.
  var stopwatch: FrameStopwatch?

  /// The place of the window in its content; `nil`, the default, if the window shows all of its content.
  package var extent: WindowExtent? {
    didSet {
      guard extent != oldValue else { return }
      frameView.setNeedsLayout()
      window.invalidate()
    }
  }
  /// The windows on further screens that show the content, too.
  package let sharing = SceneSharing()

  /// Called with the scene of each frame.
  package var onScene: ((Scene) -> Void)?

  /// The number of threads that compose a frame, including the main thread. The other threads block between
  /// frames.
  package var threadCount = 1 {
    didSet {
      renderer = Renderer(threads: threadCount)
      history.removeAll()
    }
  }

  /// Whether a frame makes the mip levels that it lacks. By default it uses others, until they are made in the
  /// background.
  package var makesLevelsInFrames = false

  package let textures: TextureCache
  private(set) var renderer = Renderer()
  let wakeTimer = WakeTimer()
  /// The identifiers of the pointers and pens over the window.
  var pointers: Set<Int> = []
  /// The timers of ``onIdle(after:_:)``.
  var idleTimers: [IdleTimer] = []
  /// The carousels whose content was reloaded, and their former frames.
  let reloads = ReloadedCarousels()
  let textInput: TextInputConnection
  private(set) lazy var popups = WindowPopups(of: self)
  private(set) lazy var decoration = WindowDecoration(of: self)
  private(set) lazy var drops = WindowDrops(of: self)
  /// The window that has opened this window, if it is a popup.
  private(set) weak var opener: CarouselWindow?
  /// Called when the compositor has dismissed this window, if it is a popup; ``onClose`` follows.
  var onDismiss: (() -> Void)?
  /// Called when the compositor has sent the size or the position of this window, if it is a popup.
  var onPlacement: ((Window) -> Void)?
  /// Called when the window has closed, after ``onClose``.
  var onEnd: (() -> Void)?
  /// Returns the time that a frame shows, in seconds; `nil` for the time of the frame itself.
  package var frameTime: ((FrameInfo) -> Double)?

  /// Opens a window with one carousel that fills it. The application of the connection retains the window until it
  /// closes.
  ///
  /// - Parameters:
  ///   - title: The text for the title bar and for lists of windows.
  ///   - appID: The name of the desktop file, without `.desktop`.
  ///   - size: In points. The compositor may choose another size.
  ///   - system: The connection to the compositor; by default that of `Application.shared`, so that all windows of
  ///     the program share one connection.
  /// - Throws: `ConnectionError.noDisplay` if there is no compositor; `.missing` or `.versionTooOld` if the
  ///   compositor lacks an interface that a window needs.
  public convenience init(
    title: String, appID: String = "swift-carousel", size: Size = Size(width: 960, height: 540),
    in system: WindowSystem? = nil
  ) throws(ConnectionError) {
    let system = if let system { system } else { try Application.shared.system }
    self.init(Window(in: system, size: size, title: title, appID: appID))
  }

  /// Opens a surface on a layer of the desktop, such as a wallpaper, a panel or a kiosk, with one carousel that fills it.
  /// The application of the connection retains it until it closes.
  ///
  /// If the compositor offers no layers, the surface is an ordinary window, or full screen if `placement` covers the
  /// screen. With a translucent ``backgroundColor``, what is behind the surface stays visible.
  ///
  /// - Parameters:
  ///   - placement: The layer, and the size and position on the screen. ``window`` changes it with `updateLayer(_:)`.
  ///   - output: The screen; `nil`, the default, lets the compositor choose. ``CarouselWindows`` shows a tree on each
  ///     screen.
  ///   - namespace: The surface's purpose, such as "panel", for the compositor's rules.
  ///   - system: The connection to the compositor; by default that of `Application.shared`.
  /// - Throws: As ``init(title:appID:size:in:)``.
  ///
  /// Wayland: `zwlr_layer_shell_v1.get_layer_surface`.
  public convenience init(
    layer placement: LayerPlacement, on output: Output? = nil, namespace: String = "swift-carousel",
    in system: WindowSystem? = nil
  ) throws(ConnectionError) {
    let system = if let system { system } else { try Application.shared.system }
    self.init(Window(in: system, layer: placement, on: output, namespace: namespace))
  }

  /// Shows a carousel on a window that shows nothing yet.
  convenience init(_ window: Window) {
    let scheduler = window.system.scheduler
    // The session bus is served by the main queue. With another scheduler, the window does not follow the
    // desktop.
    let isServed = scheduler.isMainQueue
    self.init(
      window, textures: TextureCache(queue: makePaintQueue(on: scheduler)),
      appearance: isServed ? DesktopAppearance.shared : nil, accessibility: isServed ? Self.bridge : nil)
  }

  package convenience init(
    title: String, appID: String, size: Size, system: WindowSystem, textures: TextureCache,
    appearance: DesktopAppearance? = nil, accessibility: AccessibilityBridge? = nil
  ) {
    self.init(
      Window(in: system, size: size, title: title, appID: appID), textures: textures, appearance: appearance,
      accessibility: accessibility)
  }

  private init(
    _ window: Window, textures: TextureCache, appearance: DesktopAppearance?,
    accessibility: AccessibilityBridge?
  ) {
    self.accessibility = accessibility
    system = window.system
    self.textures = textures
    self.appearance = appearance
    self.window = window
    window.acceptsTransformedBuffers = true
    firstCarouselView = CarouselView(size: window.size)
    frameView = WindowFrameView(FillingView(firstCarouselView))
    tree = ViewTree(root: frameView)
    textInput = TextInputConnection(window, tree)
    connectTree()
    appearance?.add(self)
    accessibility?.add(self)
    applyAppearance()
    frameView.layoutIfNeeded()
    window.delegate = self
  }

  /// Creates the surface of a popup, which shows `root` on a transparent background.
  ///
  /// - Parameter view: The view for which the popup opens.
  init(popup window: Window, showing root: View, of parent: CarouselWindow, for view: View) {
    system = parent.system
    opener = parent
    textures = TextureCache(queue: parent.textures.queue)
    appearance = nil
    accessibility = parent.accessibility
    chosenBackgroundColor = .clear
    makesLevelsInFrames = parent.makesLevelsInFrames
    adaptsResolution = parent.adaptsResolution
    self.window = window
    window.acceptsTransformedBuffers = true
    window.isOpaque = false
    firstCarouselView = CarouselView()
    frameView = WindowFrameView(View())
    tree = ViewTree(root: frameView)
    // The buttons of the popup look up their commands when they enter the tree.
    tree.openingView = view
    frameView.content = root
    textInput = TextInputConnection(window, tree)
    connectTree()
    accessibility?.add(self)
    frameView.layoutIfNeeded()
    window.delegate = self
  }

  /// Passes the rectangles of the window to the frame view, and updates the decoration. The layout of the frame view calls it.
  func layOutContent() {
    let rectangles = contentRectangles
    decoration.update()
    if case .popup = window.role {
      // The content of a popup includes its own shadow.
      frameView.place(rectangles, contentFrame: rectangles.surface)
    } else {
      frameView.place(rectangles, contentFrame: rectangles.content)
    }
  }

  /// The rectangles of the window or, if it shows a part of its content, those of the whole content.
  var contentRectangles: WindowRectangles {
    extent.map { WindowRectangles(size: $0.size) } ?? window.rectangles
  }

  /// Requests a frame. Views in the window request a frame by themselves when they change.
  public func invalidate() { window.invalidate() }

  /// Closes the window and calls ``onClose``. A second call has no effect.
  public func close() { window.close() }
}

/// The default content view. Its first subview, a carousel, fills it. Other subviews keep their frames.
private final class FillingView: ContainerView {
  private let filling: View

  init(_ filling: View) {
    self.filling = filling
    super.init()
    addSubview(filling)
  }

  override func layoutSubviews() { if filling.superview === self { filling.frame = bounds } }
}
