internal import CarouselUI
import CommandLineText
internal import DecoderClient
internal import PhotoBrowsing
internal import Photos

/// The parts of the window around and in front of the pages: the header, the strip, the panel, the name of the photo, and the
/// message about a problem.
///
/// In full screen, the header is in front of the pages, and is shown when the pointer is at the upper edge or a finger has tapped.
@MainActor
final class WindowParts {
  private let ui: CarouselWindow
  private let content: BrowserContentView
  private let pipeline: PhotoPipeline
  let header: BrowserHeader
  private let overlay = PhotoOverlay()
  private let reveal: ActivityReveal
  private lazy var strip = makeStrip()
  private lazy var stripBar = StripBar(strip)
  private lazy var panel = PhotoPanel(pipeline)
  private let message = BannerView("", style: .problem, action: "Try Again")
  /// Called with what the user does on the strip, and after the user has closed the panel.
  var onInput: ((BrowserInput) -> Void)?
  /// Returns the orientation with which a photo is shown, in addition to the one that its file states.
  var orientation: (PhotoID) -> ImageOrientation = { _ in .upright }
  /// Called when the user has moved the strip and it rests.
  var onStripRest: (() -> Void)?
  /// Called when the user wants photos that could not be shown to be loaded again.
  var onTryAgain: (() -> Void)?

  /// The state that was shown last.
  private var shown: Shown?

  /// The values of the state on which the arrangement of the parts depends.
  private struct Shown: Equatable {
    var page: BrowserState.Page
    var parts: Set<BrowserState.Part>
    /// Whether the pages have the whole window, and the header is in front of them.
    var isWhole: Bool
    var hasPhotos: Bool
    /// Whether the name of the photo is shown while the user is active.
    var showsName: Bool
  }

  /// The commands of the header. In a narrow window, the last of the first ones go to the menu first.
  private static let leading = [
    PhotoCommands.openFolder, PhotoCommands.grid, PhotoCommands.whole, PhotoCommands.rotate,
    PhotoCommands.zoomOut,
    PhotoCommands.zoomIn,
  ]
  private static let trailing = [
    PhotoCommands.slideshow, PhotoCommands.strip, PhotoCommands.panel, PhotoCommands.fullscreen,
  ]

  /// The distance from the upper edge at which the pointer shows the header in full screen, in points.
  private static let edge = 4.0
  /// The time without input after which the pointer is hidden in front of a photo, in seconds.
  private static let pointerRestTime = ActivityReveal.restTime

  init(_ ui: CarouselWindow, _ content: BrowserContentView, _ pipeline: PhotoPipeline) {
    (self.ui, self.content, self.pipeline) = (ui, content, pipeline)
    header = BrowserHeader(Self.leading, trailing: Self.trailing)
    reveal = ActivityReveal(in: ui)
    reveal.add(ActivityReveal.Item(view: overlay))
    content.addOverlay(overlay, at: .bottom)
    message.isHidden = true
    message.onAction = { [weak self] in self?.onTryAgain?() }
    content.addOverlay(message, at: .top)
    pipeline.problems.onChange = { [weak self] in self?.updateMessage() }
    content.onPanelChange = { [weak self] isShown in
      guard let self else { return }
      if !hasOverlay { reveal.hide(overlay) }
      // The panel is also hidden during a slideshow, which is no choice of the user. A wider window shows it again.
      if shown?.page == .slideshow { return content.setPanel(shown: false, animated: false) }
      guard (shown?.parts.contains(.panel) == true) != isShown else { return }
      onInput?(.setPart(.panel, isShown))
    }
    ui.onInput = { [weak self] in self?.note($0) }
  }

  // MARK: The state

  /// Shows the parts for a state.
  ///
  /// - Parameters:
  ///   - target: The view at which the header performs its commands.
  ///   - zoom: The number of pixels of the screen for a pixel of the photo on the single page.
  ///   - showsOtherPhoto: Whether the page still shows a photo that was removed.
  func show(_ state: BrowserState, target: View, zoom: Double, showsOtherPhoto: Bool) {
    if header.target !== target { header.target = target }
    if !showsOtherPhoto, let photo = state.currentPhoto, let position = state.position {
      overlay.show(
        name: DisplayText.printable(photo.photo.name), position: position,
        zoom: state.page == .single && state.zoom != .fit && zoom > 0 ? zoom : nil)
      content.placeOverlays()
    }
    let now = Shown(
      // A slideshow shows nothing but its photos, and the header and the name while the user is active.
      page: state.page, parts: state.page == .slideshow ? [] : state.parts,
      isWhole: state.isFullscreen || state.page == .slideshow,
      hasPhotos: state.current != nil, showsName: state.parts.contains(.name) && !showsOtherPhoto)
    if now != shown {
      let former = shown
      shown = now
      arrange(now, former)
    }
    updateStrip(state)
    updatePanel(state)
    photo = state.currentPhoto?.photo
    updateMessage()
  }

  private func updatePanel(_ state: BrowserState) {
    defer { changedPhotos = [] }
    guard state.parts.contains(.panel), state.page != .slideshow else {
      if content.panel != nil { panel.photo = nil }
      return
    }
    if content.panel == nil { content.panel = panel }
    panel.photo = state.currentPhoto
    if let id = state.current, changedPhotos.contains(id) { panel.contentDidChange() }
  }

  /// Whether the panel reads the photo.
  var isPanelLoading: Bool { shown?.parts.contains(.panel) == true && panel.isLoading }

  private func arrange(_ now: Shown, _ former: Shown?) {
    header.isOverPhotos = now.isWhole
    ui.window.cursorHidingDelay = now.page == .single || now.isWhole ? Self.pointerRestTime : nil
    if !hasOverlay { reveal.hide(overlay) }
    placeHeader(now)
    if now.parts.contains(.panel) != (former?.parts.contains(.panel) ?? false) {
      content.setPanel(shown: now.parts.contains(.panel), animated: former != nil)
    }
  }

  /// Opens the menu of the header. Returns `false` if the header is hidden.
  func openMenu() -> Bool {
    if shown?.isWhole == true { revealHeader() }
    guard header.isInWindow, !header.isHidden else { return false }
    header.openMenu()
    return true
  }

  // MARK: Problems

  /// The current photo.
  private var photo: Photo?

  /// Shows why the photo of the single page cannot be shown, or why none can be shown.
  private func updateMessage() {
    let error = photo.flatMap { pipeline.problems.error(of: $0) }
    // The other pages show the reason in place of the photo. A missing helper is no fault of the photo.
    let text = shown?.page == .single || error?.startFailure != nil ? error?.description : nil
    if let text { message.text = text }
    let isHidden = text == nil || shown?.hasPhotos != true
    guard isHidden != message.isHidden || !isHidden else { return }
    message.isHidden = isHidden
    content.setNeedsLayout()
  }

  private func placeHeader(_ now: Shown) {
    if now.isWhole {
      guard content.header === header || header.superview == nil else { return }
      content.header = nil
      reveal.add(ActivityReveal.Item(view: header) { [weak self] in self?.isHeaderUsed == true })
      content.addOverlay(header, at: .bar)
    } else {
      reveal.remove(header)
      let bar = now.parts.contains(.header) ? header : nil
      if bar == nil { header.removeFromSuperview() }  // it may be in front of the photos
      if content.header !== bar { content.header = bar }
    }
  }

  /// Whether the user is about to use the header.
  private var isHeaderUsed: Bool { header.isHovered || !ui.openPopups.isEmpty }

  // MARK: The strip

  private func makeStrip() -> PhotoStrip {
    let strip = PhotoStrip(pipeline)
    strip.orientation = orientation
    strip.onSelect = { [weak self, weak strip] in
      self?.onInput?(strip?.isMovedByUser == true ? .scrub(to: $0) : .goTo($0))
    }
    strip.onRest = { [weak self] in self?.onStripRest?() }
    strip.onOpen = { [weak self] _ in self?.onInput?(.show(.single)) }
    return strip
  }

  /// Shows a photo of the strip with its new orientation.
  func orientationDidChange(of id: PhotoID) { shownStrip?.orientationDidChange(of: id) }

  var shownStrip: PhotoStrip? { content.strip == nil ? nil : strip }

  /// The photos whose files have changed since the strip has got the list; `nil` if it has the present list.
  private var listChanges: Set<PhotoID>? = []

  /// Notes that the list has changed, before the state is shown.
  func listDidChange(_ changed: Set<PhotoID>) {
    listChanges = (listChanges ?? []).union(changed)
    changedPhotos.formUnion(changed)
  }
  /// The photos whose files have changed since the panel was updated.
  private var changedPhotos: Set<PhotoID> = []

  private func updateStrip(_ state: BrowserState) {
    guard state.parts.contains(.strip), state.page == .carousel || state.page == .single, state.current != nil
    else {
      if content.strip != nil { content.strip = nil }
      return
    }
    // A list that changes does not end a drag.
    if let changed = listChanges, !strip.isMovedByUser {
      strip.photos = state.photos
      strip.contentDidChange(of: changed)
      listChanges = nil
    }
    // While the user moves the strip, the pages follow it.
    if !strip.isMovedByUser { strip.currentID = state.current }
    if content.strip == nil { content.strip = stripBar }
  }

  // MARK: Activity

  /// Whether the name of the photo is shown while the user is active.
  private var hasOverlay: Bool {
    guard let shown else { return false }
    return (shown.page == .single || shown.page == .slideshow) && shown.hasPhotos && shown.showsName
      && !content.hasSheet
  }
  /// Returns whether the slideshow is paused.
  var isShowPaused: (() -> Bool)?
  /// The finger that may tap, and where it came down.
  private var press: (id: Int, start: Point)?

  private func note(_ event: InputEvent) {
    switch event {
    case .pointer(.moved, let point):
      revealOverlay()
      // A slideshow can be left by the header.
      if point.position.y <= Self.edge || shown?.page == .slideshow { revealHeader() }
    case .touch(.began, let point), .pen(.began, let point):
      press = press == nil ? (point.id, point.position) : nil
      revealOverlay()
    case .touch(.moved, let point), .pen(.moved, let point):
      if let press, press.id == point.id, press.start.distance(to: point.position) > DragThreshold.distance {
        self.press = nil
      }
    case .touch(.ended, let point), .pen(.ended, let point):
      // In a slideshow, a tap pauses the show or lets it go on.
      if press?.id == point.id, shown?.page != .slideshow || isShowPaused?() == true { revealHeader() }
      press = nil
    case .touch(.canceled, _): press = nil
    case .keyPressed, .scroll, .pinch: revealOverlay()
    case .pointer, .pen, .swipe, .hold, .drag, .keyReleased: break
    }
  }

  private func revealOverlay() { if hasOverlay { reveal.reveal(overlay) } }

  private func revealHeader() { if shown?.isWhole == true { reveal.reveal(header) } }
}
