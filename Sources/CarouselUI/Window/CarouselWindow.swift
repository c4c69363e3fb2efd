public import CarouselEngine
public import CarouselViews
internal import Desktop
public import Drawing
public import Geometry
package import Raster
public import Wayland
public import Windowing

/// A window that shows views, one of them a carousel.
///
///     let window = try CarouselWindow(title: "Cards", size: Size(width: 800, height: 480))
///     window.carousel.type = .coverFlow2
///     window.carousel.dataSource = cards
///     window.run()
///
/// Drags, flicks, wheels, touchpads, taps and the arrow keys control the carousels without further code. A frame
/// is drawn only when something changed. At rest the process sleeps.
@MainActor
public final class CarouselWindow {
  /// The underlying window: title, state, cursor and full screen.
  public let window: Window
  /// The connection that the window was opened on.
  public let system: WindowSystem

  /// The view at the top of the window. The window gives it its own size.
  ///
  /// At first it is a container with one ``/CarouselViews/CarouselView`` that fills it. Add views in front of the
  /// carousel or insert them behind it, or set another view that contains any number of carousels.
  ///
  /// UIKit: `UIViewController.view`.
  public var contentView: View {
    get { frameView.content }
    set {
      frameView.content = newValue
      layOutContent()
    }
  }
  let frameView: WindowFrameView
  /// The first carousel in ``contentView``.
  public var carousel: Carousel { carouselView.carousel }
  /// The view of ``carousel``.
  public var carouselView: CarouselView { tree.carouselViews.first ?? firstCarouselView }
  private let firstCarouselView: CarouselView
  let tree: ViewTree

  /// The color behind the views; by default a dark gray, or the ground of a light or high-contrast theme.
  public var backgroundColor: Color {
    get { chosenBackgroundColor ?? defaultBackgroundColor }
    set {
      chosenBackgroundColor = newValue
      applyAppearance()
    }
  }
  private(set) var chosenBackgroundColor: Color?

  /// The theme of the views that set none of their own; `nil`, the default, means that of the desktop.
  ///
  /// From the desktop come the color scheme, the contrast, the accent color, the text scale and the reduction of motion. The
  /// window follows their changes. If the user prefers neither dark nor light windows, the theme suits
  /// ``backgroundColor``. Without a session bus the defaults apply.
  ///
  /// Portal: `org.freedesktop.portal.Settings`.
  public var theme: Theme? { didSet { if theme != oldValue { applyAppearance() } } }
  /// Whether the window draws a title bar and a shadow where the compositor draws none; by default `true`.
  ///
  /// The title bar moves, maximizes, minimizes and closes the window, and the borders resize it. The content keeps the size
  /// that was asked for. In full screen there is no title bar. The order and the side of the buttons are those of the
  /// desktop's settings.
  ///
  /// Wayland: `zxdg_toplevel_decoration_v1`. libadwaita: `AdwHeaderBar`.
  public var showsTitleBar = true { didSet { if showsTitleBar != oldValue { applyAppearance() } } }
  /// The settings of the desktop that the window follows; `nil` for none.
  let appearance: DesktopAppearance?

  /// The memory that the painted pixels of views may take, in bytes. The default `nil` means four times the memory
  /// of the window's own pixels, at least 8 MiB.
  ///
  /// The pixels of shown views are never evicted, even if they take more. On top of these pixels, an eighth of the
  /// budget is always available for the views that are shown next; they are painted ahead of time. When the budget is
  /// exceeded, other pixels are evicted, those of the farthest views first. They are painted again when needed. A view that
  /// released its image is an exception (see `ImageView.onImageNeeded`): its pixels stay while a carousel has it loaded.
  ///
  /// A larger budget helps if the data source keeps the views of many items and users scroll back and forth.
  public var textureBudget: Int? { didSet { window.invalidate() } }

  /// Called with the new size in points when the size or scale changes, before the next frame.
  public var onResize: ((Size) -> Void)?
  /// Called before the views receive a key. Returns whether it handled the key; the views then ignore it.
  public var onKey: ((KeyEvent) -> Bool)?
  /// Called when the user asks to close the window. By default the window closes, and ``run()`` ends the
  /// program.
  public var onClose: (() -> Void)?
  /// Called when the connection is lost or the compositor reports a protocol error. The window is gone by then. By
  /// default ``run()`` prints the error and ends the program with exit code 1.
  public var onFailure: ((ConnectionError) -> Void)?
  /// Called in each frame in which nothing moves and no shown view is being painted, before the commit. It is also called
  /// if the frame shows nothing new and is therefore not committed.
  public var onSettle: (() -> Void)?

  /// Whether the last frame showed the final state: nothing moves, and no shown view is being painted.
  ///
  /// Views that are not shown may still be painted in the background.
  public internal(set) var isSettled = false
  /// The projected outlines of the items of the last settled frame, back to front, in pixels. An outline has four
  /// corners, or three to five where it is clipped near the eye.
  public internal(set) var outlines: [[Point]] = []

  /// How many pixels the last frame damaged and drew.
  public internal(set) var lastFrame = FrameExtent()
  /// The damage of the last frames. It tells which regions of a reused buffer are outdated and must be drawn.
  package internal(set) var history = DamageHistory()

  /// Called with the timings of each frame, committed or not. Clocks are read only while it is set.
  package var onFrame: ((FrameTimings) -> Void)? {
    didSet {
      window.onFrameEnd = onFrame == nil ? nil : { [weak self] in self?.reportFrame(isCommitted: $0) }
    }
  }
  /// Runs from the tick of a frame to its commit; `nil` while ``onFrame`` is `nil`.
  var stopwatch: FrameStopwatch?

  /// Called with the scene of each frame.
  package var onScene: ((Scene) -> Void)?

  /// The number of threads that compose a frame, including the main thread. The others block between frames.
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
  /// The pointer or pen that moved last; `nil` before the first.
  var pointerID: Int?
  let textInput: TextInputConnection
  private(set) lazy var popups = WindowPopups(of: self)
  private(set) lazy var decoration = WindowDecoration(of: self)
  /// Called when the compositor has taken down the window, which is a popup.
  var onDismiss: (() -> Void)?

  /// Opens a window with one carousel that fills it.
  ///
  /// - Parameters:
  ///   - title: The text for the title bar and the task list.
  ///   - appID: The name of the desktop file, without `.desktop`.
  ///   - size: In points. The compositor may choose another size.
  ///   - system: The connection to open it on; by default a new one to the display that the environment names.
  /// - Throws: `ConnectionError.noDisplay` if there is no compositor, `.missing` or `.versionTooOld` if it lacks
  ///   an interface that a window needs.
  public convenience init(
    title: String, appID: String = "swift-carousel", size: Size = Size(width: 960, height: 540),
    in system: WindowSystem? = nil
  ) throws(ConnectionError) {
    let system = if let system { system } else { try WindowSystem() }
    let textures = TextureCache(queue: makePaintQueue(on: system.scheduler))
    // The bus is served by the main queue; another scheduler means virtual time or a loop of the program.
    let appearance = system.scheduler is MainQueueScheduler ? DesktopAppearance.shared : nil
    self.init(
      title: title, appID: appID, size: size, system: system, textures: textures, appearance: appearance)
  }

  package init(
    title: String, appID: String, size: Size, system: WindowSystem, textures: TextureCache,
    appearance: DesktopAppearance? = nil
  ) {
    self.system = system
    self.textures = textures
    self.appearance = appearance
    window = Window(in: system, size: size, title: title, appID: appID)
    window.acceptsTransformedBuffers = true
    firstCarouselView = CarouselView(size: size)
    frameView = WindowFrameView(FillingView(firstCarouselView))
    tree = ViewTree(root: frameView)
    textInput = TextInputConnection(window, tree)
    connectTree()
    appearance?.add(self)
    applyAppearance()
    layOutContent()
    window.delegate = self
  }

  /// Creates the surface of a popup, which shows `root` on a transparent ground.
  init(popup window: Window, showing root: View, of parent: CarouselWindow) {
    system = parent.system
    textures = TextureCache(queue: parent.textures.queue)
    appearance = nil
    chosenBackgroundColor = .clear
    makesLevelsInFrames = parent.makesLevelsInFrames
    self.window = window
    window.acceptsTransformedBuffers = true
    firstCarouselView = CarouselView()
    frameView = WindowFrameView(root)
    tree = ViewTree(root: frameView)
    textInput = TextInputConnection(window, tree)
    connectTree()
    layOutContent()
    window.delegate = self
  }

  /// Gives the views the sizes of the window's rectangles.
  func layOutContent() {
    let rectangles = window.rectangles
    decoration.update()
    if case .popup = window.role {
      // The content of a popup draws its own shadow.
      frameView.place(rectangles, contentFrame: rectangles.surface)
    } else {
      frameView.place(rectangles, contentFrame: rectangles.content)
    }
  }

  /// Requests a frame. Views in the window request one themselves when they change.
  public func invalidate() { window.invalidate() }

  /// Closes the window.
  public func close() {
    popups.closeAll()
    window.close()
  }
}

/// A view that is filled by its first carousel. Other subviews keep their frames.
private final class FillingView: ContainerView {
  private let filling: View

  init(_ filling: View) {
    self.filling = filling
    super.init()
    addSubview(filling)
  }

  override func layoutSubviews() { if filling.superview === self { filling.frame = bounds } }
}
