public import CarouselEngine
internal import CarouselViews
public import Drawing
public import Geometry
package import Raster
public import Wayland
public import Windowing

/// A window that shows carousels.
///
///     let window = try CarouselWindow(title: "Cards", size: Size(width: 800, height: 480))
///     window.carousel.type = .coverFlow2
///     window.carousel.dataSource = cards
///     window.run()
///
/// Drag, flick, wheel, touchpad, taps and the arrow keys reach the carousels by themselves. A frame is drawn
/// only when something changed; at rest the process sleeps.
@MainActor
public final class CarouselWindow {
  /// The window below: title, state, cursor, full screen.
  public let window: Window
  /// The connection it was opened on.
  public let system: WindowSystem

  /// The carousel of the first pane.
  public var carousel: Carousel { panes[0].carousel }
  /// The carousels of this window and their places, back to front; never empty.
  public private(set) var panes: [CarouselPane] = []
  /// Whose carousel the keyboard scrolls; the pane touched last.
  public var focusedPane: CarouselPane { didSet { updateFocus() } }

  /// What is seen where nothing else is.
  public var backgroundColor = Color(hex: 0x16181D) { didSet { window.invalidate() } }
  /// A view behind the carousels, such as a gradient; whoever sets it sizes it in `onResize`.
  public var backdrop: Overlay? { didSet { window.invalidate() } }
  /// Views in front of the carousels, back to front.
  public var overlays: [Overlay] = [] { didSet { window.invalidate() } }

  /// How much memory the painted pixels of views may take, in bytes; by default `nil`: four times what the
  /// window's own pixels take, and at least 8 MiB.
  ///
  /// What is in the window is always kept, even if it takes more, and beside it there is an eighth of
  /// the budget for what comes in next, which is painted ahead. Of the rest, what is farthest from being seen is
  /// given up first, and painted again when it comes back; but pixels of a view that let go of its picture
  /// (`ImageView.onImageNeeded`) stay as long as a carousel has it ready. A program whose data source keeps
  /// the views of many items and whose users go to and fro over them may want more.
  public var textureBudget: Int? { didSet { window.invalidate() } }

  /// Called with the size in points when the window got another size or scale, before the next frame.
  public var onResize: ((Size) -> Void)?
  /// Called before the carousels see a key; returns whether it was taken.
  public var onKey: ((KeyEvent) -> Bool)?
  /// Called when the user asks to close the window; by default the window closes, and `run()` ends the
  /// program.
  public var onClose: (() -> Void)?
  /// Called when the compositor went away or refused a request. The window is gone. By default `run()` prints
  /// the error and ends the program with exit code 1.
  public var onFailure: ((ConnectionError) -> Void)?
  /// Called with each frame after which nothing moves and nothing that it shows is being painted; it is
  /// committed right afterwards, if it shows anything new.
  public var onSettle: (() -> Void)?

  /// Whether the last frame showed everything as it will stay: nothing moves, and nothing that it shows is being
  /// painted. What it does not show may be: that changes nothing.
  public internal(set) var isSettled = false
  /// The projected outlines of the items of the last settled frame, back to front, four corners each, in
  /// pixels.
  public internal(set) var outlines: [[Point]] = []

  /// How much of the window the last frame changed, and how much had to be drawn.
  public internal(set) var lastFrame = FrameExtent()
  /// What the last frames changed: buffers are not drawn as a whole, but where they lack something.
  package internal(set) var history = DamageHistory()

  /// Called after each frame with what it took, committed or not; while it is set, clocks are read.
  package var onFrame: ((FrameTimings) -> Void)? {
    didSet {
      window.onFrameEnd = onFrame == nil ? nil : { [weak self] in self?.reportFrame(isCommitted: $0) }
    }
  }
  /// Runs from the tick of a frame to its commit.
  var stopwatch: FrameStopwatch?

  /// Called with each picture that was composed.
  package var onScene: ((Scene) -> Void)?

  /// How many threads compose a frame, the main thread among them; the others sleep between frames.
  package var threadCount = 1 {
    didSet {
      renderer = Renderer(threads: threadCount)
      history.removeAll()
    }
  }

  package let textures: TextureCache
  private(set) var renderer = Renderer()
  var contacts: ContactRouter
  var axes = AxisInput()
  /// Whether the cursor shows the drag under way; otherwise it is the application's.
  var isCursorGrabbing = false
  let keys = KeyScrolling()
  let wakeTimer = WakeTimer()
  /// Whether keys reach this window.
  var hasKeyboard = false

  /// Opens a window on the user's desktop with one carousel all over it.
  ///
  /// - Parameters:
  ///   - title: What a title bar or a task list shows.
  ///   - appID: The name of the desktop file, without `.desktop`.
  ///   - size: In points; the compositor may decide otherwise.
  ///   - system: The connection to open it on; by default the one that the environment names.
  /// - Throws: `ConnectionError.noDisplay` when there is no compositor, `.missing` or `.versionTooOld` when
  ///   it lacks what a window needs.
  public convenience init(
    title: String, appID: String = "swift-carousel", size: Size = Size(width: 960, height: 540),
    in system: WindowSystem? = nil
  ) throws(ConnectionError) {
    let system = if let system { system } else { try WindowSystem() }
    self.init(title: title, appID: appID, size: size, system: system, textures: TextureCache())
  }

  package init(title: String, appID: String, size: Size, system: WindowSystem, textures: TextureCache) {
    self.system = system
    self.textures = textures
    window = Window(in: system, size: size, title: title, appID: appID)
    focusedPane = CarouselPane(carousel: Carousel(bounds: size))
    contacts = ContactRouter()
    addPane(focusedPane)
    textures.onArrival = { [weak self] in self?.window.invalidate() }
    window.delegate = self
  }

  /// Adds a carousel in front of those there are.
  public func addPane(_ pane: CarouselPane) {
    panes.append(pane)
    pane.place(in: window.size)
    pane.onLayoutChange = { [weak self, weak pane] in
      guard let self, let pane else { return }
      pane.place(in: window.size)
      window.invalidate()
    }
    pane.carousel.onNeedsFrame = { [weak self] in self?.window.invalidate() }
    updateFocus()
    updateVisibility()
    window.invalidate()
  }

  /// Takes a carousel out of the window; the last one stays.
  ///
  /// If it had the focus, the hindmost pane has it next.
  public func removePane(_ pane: CarouselPane) {
    guard panes.count > 1, let place = panes.firstIndex(where: { $0 === pane }) else { return }
    panes.remove(at: place)
    pane.carousel.onNeedsFrame = nil
    pane.onLayoutChange = nil
    let now = Timestamp(seconds: system.clock())
    for id in contacts.forget(pane) { pane.carousel.contactCancelled(id: id, time: now) }
    axes.forget(pane, time: now)
    if focusedPane === pane { focusedPane = panes[0] }
    window.invalidate()
  }

  /// Asks for a frame: a view that is not an item has changed.
  public func invalidate() { window.invalidate() }

  /// Closes the window.
  public func close() { window.close() }
}
