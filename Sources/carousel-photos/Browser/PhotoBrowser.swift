import CarouselUI
import DecoderClient
import Dispatch
import Photos

/// The photo browser: a window with a carousel of photos, a counter and keyboard control.
final class PhotoBrowser: CarouselDelegate {
  let ui: CarouselWindow
  let dataSource: PhotoDataSource
  /// Called when the user asks to quit.
  var onQuit: (() -> Void)?
  /// Called when the carousel has settled, all visible photos are loaded, and the window shows them.
  var onSettle: (() -> Void)?

  private let counter = LabelView(
    "", size: Size(width: 240, height: 28),
    style: TextStyle(size: 13, color: Color(white: 0.62), alignment: .center))
  let exchange: PhotoExchange
  private var speed = SpeedEstimate()
  private var destination = StableDestination()
  private let help: KeyHelp
  private var backdrop: View?
  /// The page that the window shows while it has no photos; `nil` shows photos.
  var emptyPage: EmptyPage? { didSet { if emptyPage != oldValue { showEmptyPage() } } }
  private var emptyView: View?
  /// Called when the user wants to open a folder.
  var onOpenFolder: (() -> Void)?

  var carousel: Carousel { ui.carousel }

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - options: The options of the command line.
  ///   - dataSource: The data source of the carousel.
  ///   - system: The connection to the compositor; `nil` connects to the user's session.
  ///   - journal: The file that records the carousel's inputs; `nil` records none.
  /// - Throws: `ConnectionError` if no compositor can be reached, or if it lacks an interface that a window needs.
  init(
    _ options: Options, _ dataSource: PhotoDataSource, in system: WindowSystem? = nil,
    journal: JournalFile? = nil
  ) throws(ConnectionError) {
    self.dataSource = dataSource
    ui = try CarouselWindow(
      title: Self.titleWithoutPhotos, appID: "carousel-photos", size: options.size, in: system)
    exchange = PhotoExchange(ui, dataSource.decoder)
    help = KeyHelp(in: ui.contentView)
    ui.prefersDarkTheme = true
    ui.window.minimumSize = Size(width: 160, height: 120)
    ui.window.wantsFullscreen = options.isFullscreen
    wraps = options.wraps
    tilt = options.tilt
    if let journal {
      do { try carousel.beginRecording { journal.write($0) } } catch {
        printError("--record-input: \(error)")
      }
    }
    ui.carouselView.accessibilityLabel = "Photos"
    carousel.motionStyle = .fluid
    carousel.type = options.type
    carousel.isVertical = options.isVertical
    carousel.delegate = self
    ui.onResize = { [weak self] _ in
      self?.layOut()
      self?.dataSource.start()
    }
    // The size of the window is known only in the first frame, so this closure starts the loading then. A
    // benchmark replaces the closure; in that case the photos are loaded when the carousel has settled.
    ui.onScene = { [weak self] _ in
      self?.ui.onScene = nil
      self?.dataSource.start()
    }
    ui.onKey = { [weak self] in
      self?.noteKey($0.phase)
      return false
    }
    handleCommands()
    ui.onClose = { [weak self] in self?.onQuit?() }
    ui.onSettle = { [weak self] in self?.reportSettle() }
    ui.onMemoryWarning = { [weak self] in self?.dataSource.receiveMemoryWarning() }
    dataSource.onTextureBudget = { [weak self] in self?.ui.textureBudget = $0 }
    dataSource.onChange = { [weak self] in self?.ui.invalidate() }
    counter.isUserInteractionEnabled = false
    ui.contentView.addSubview(counter)
    layOut()
    carousel.dataSource = dataSource
  }

  /// Shows a new state of the library's list. The current photo stays the current one.
  ///
  /// - Parameter opened: The photo to show first if no photo was shown before; `nil` for the first of the
  ///   list.
  func show(_ update: PhotoLibrary.Update, opening opened: Photo? = nil) {
    let edits = ListEdits(update.change, from: dataSource.photos.map(\.id), to: update.photos.map(\.id))
    if !update.photos.isEmpty { emptyPage = nil }
    let current = carousel.currentItemIndex
    let currentID = dataSource.photos.indices.contains(current) ? dataSource.photos[current].id : nil
    dataSource.show(update)
    if let edits {
      carousel.performBatchUpdates { edits.apply(to: carousel) }
    } else {
      reload()
      let index = update.photos.firstIndex { $0.id == currentID || (currentID == nil && $0.photo == opened) }
      if let index, index != carousel.currentItemIndex { carousel.currentItemIndex = index }
    }
    updateCounter()
  }

  /// Scrolls to the opened photo, or to the first photo if there is no opened one.
  func showFirst(_ opened: Photo?) {
    carousel.currentItemIndex = dataSource.photos.firstIndex { $0.photo == opened } ?? 0
    updateCounter()
  }

  private func reload() {
    dataSource.prepareForReload()
    carousel.reloadData()
  }

  // MARK: Layout

  /// Whether the photos form a ring; `nil` uses the default of the type.
  private let wraps: Bool?
  /// The option `tilt` of cover flow types; `nil` uses the default of the type.
  private let tilt: Double?

  private func layOut() {
    let size = ui.contentView.size
    let box = BrowserLayout.photoBox(in: size, isVertical: carousel.isVertical)
    if dataSource.resize(to: box, scale: ui.window.scale, visible: carousel.indexesForVisibleItems) {
      reload()
    }
    aimCamera()
    if backdrop?.size != size { showBackdrop(size) }
    if emptyView != nil { showEmptyPage() }
    placeViews()
  }

  /// Replaces the page of a window without photos.
  private func showEmptyPage() {
    emptyView?.removeFromSuperview()
    emptyView = emptyPage?.makeView(in: ui.contentView.size) { [weak self] in self?.onOpenFolder?() }
    if let emptyView { ui.contentView.addSubview(emptyView) }
    placeViews()
    updateCounter()
  }

  private func aimCamera() {
    carousel.perspective = BrowserLayout.perspective(pitch: carouselItemWidth(carousel))
    let lift = BrowserLayout.lift(of: carousel.type, box: dataSource.box)
    carousel.viewpointOffset = Size(width: 0, height: -lift)
    // Lifting the eye moves the photos down. This offset moves them back to the middle of the window.
    carousel.contentOffset = Size(width: 0, height: -lift * 0.85)
  }

  private func showBackdrop(_ size: Size) {
    backdrop?.removeFromSuperview()
    let view = BrowserLayout.backdrop(size)
    ui.contentView.insertSubview(view, at: 0)
    backdrop = view
  }

  /// Places the counter at the bottom and the list of keys in the middle.
  private func placeViews() {
    let size = ui.contentView.size
    func center(_ view: View, y: Double) {
      view.frame.origin = Point(x: ((size.width - view.size.width) / 2).rounded(), y: y.rounded())
    }
    center(counter, y: size.height - counter.size.height - 8)
    help.layOut()
    if let emptyView { center(emptyView, y: (size.height - emptyView.size.height) / 2) }
    exchange.layOut()
  }

  private static let titleWithoutPhotos = "Photos"

  /// Shows the position of the current photo at the bottom, and its name and position in the title.
  private func updateCounter() {
    let photos = dataSource.photos
    let index = max(0, carousel.currentItemIndex)
    guard photos.indices.contains(index) else {
      counter.text = emptyPage == nil ? "No photos" : ""
      ui.window.title = Self.titleWithoutPhotos
      return
    }
    counter.text = "\(index + 1) of \(photos.count)"
    ui.window.title = "\(DisplayText.printable(photos[index].photo.name)) – \(counter.text)"
  }

  // MARK: Commands

  private func handleCommands() {
    let view = ui.contentView
    func step(_ command: Command, by steps: Int) {
      view.handle(command) { [weak self] in self?.carousel.step(by: steps) }
    }
    step(PhotoCommands.previous, by: -1)
    step(PhotoCommands.next, by: 1)
    step(PhotoCommands.backward, by: -5)
    step(PhotoCommands.forward, by: 5)
    view.handle(PhotoCommands.first) { [weak self] in self?.carousel.scrollToItem(at: 0, animated: true) }
    view.handle(PhotoCommands.last) { [weak self] in
      guard let self else { return }
      carousel.scrollToItem(at: carousel.numberOfItems - 1, animated: true)
    }
    view.handle(
      PhotoCommands.copy, isEnabled: { [weak self] in self?.currentPhoto != nil },
      action: { [weak self] in if let photo = self?.currentPhoto { self?.exchange.copy(photo) } })
    for (type, command) in PhotoCommands.types {
      view.handle(
        command, isChecked: { [weak self] in self?.carousel.type == type },
        action: { [weak self] in self?.show(type) })
    }
    view.handle(PhotoCommands.nextType) { [weak self] in self?.showNextType() }
    view.handle(
      PhotoCommands.vertical, isChecked: { [weak self] in self?.carousel.isVertical == true },
      action: { [weak self] in self?.toggleVertical()
      })
    view.handle(
      PhotoCommands.fullscreen, isChecked: { [weak self] in self?.isFullscreen == true },
      action: { [weak self] in
        guard let self else { return }
        ui.window.setFullscreen(!isFullscreen)
      })
    view.handle(PhotoCommands.help) { [weak self] in self?.help.toggle() }
    view.handle(PhotoCommands.search) { [weak self] in self?.help.search() }
    view.handle(PhotoCommands.dismiss) { [weak self] in self?.dismiss() }
    view.handle(PhotoCommands.quit) { [weak self] in self?.onQuit?() }
  }

  private var isFullscreen: Bool { ui.window.state.contains(.fullscreen) }

  private var currentPhoto: Photo? {
    let index = carousel.currentItemIndex
    return dataSource.photos.indices.contains(index) ? dataSource.photos[index].photo : nil
  }

  /// Hides the list of keys, or else leaves full screen, or else quits.
  private func dismiss() {
    if help.isShown {
      help.toggle()
    } else if isFullscreen {
      ui.window.setFullscreen(false)
    } else {
      onQuit?()
    }
  }

  private func showNextType() {
    let types = PhotoCommands.types.map(\.type)
    let index = types.firstIndex(of: carousel.type) ?? -1
    show(types[(index + 1) % types.count])
  }

  /// Changes the carousel type.
  func show(_ type: CarouselType) {
    carousel.type = type
    aimCamera()
  }

  private func toggleVertical() {
    carousel.isVertical.toggle()
    layOut()
  }

  /// Tells the filter of the destination whether a key may change the destination soon.
  private func noteKey(_ phase: KeyPress.Phase) {
    let now = MonotonicClock.now()
    switch phase {
    case .pressed: destination.keyWasPressed(at: now)
    case .repeated: destination.keyRepeats(at: now)
    case .released:
      follow()  // with the last step of the key
      destination.keyWasReleased()
      follow()
    }
  }

  // MARK: CarouselDelegate

  func carouselItemWidth(_ carousel: Carousel) -> Double {
    // Neighboring photos have the same distance for all aspect ratios.
    carousel.isVertical ? dataSource.box.height : dataSource.box.width
  }

  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    switch option {
    case .wrap: wraps.map { $0 ? 1 : 0 } ?? value
    // Leaves a gap between photos that are side by side.
    case .spacing: carousel.type.isSpread ? value * 1.08 : value
    case .tilt: carousel.type.isCoverFlow ? tilt ?? value : value
    default: value
    }
  }

  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
    updateCounter()
    dataSource.releaseViews(except: carousel.indexesForVisibleItems)
    follow()
  }

  func carouselDidScroll(_ carousel: Carousel) {
    let now = MonotonicClock.now()
    speed.add(
      offset: carousel.scrollOffset, count: carousel.isWrapEnabled ? carousel.numberOfItems : 0, at: now)
    follow()
  }

  func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
    speed.stop()
    follow()
  }

  /// Passes the position and the speed of the carousel to the data source.
  private func follow() {
    let count = carousel.numberOfItems
    var end: Int?
    if let offset = carousel.endOffset, let place = Int(exactly: offset.rounded()), count > 0 {
      end = carousel.isWrapEnabled ? (place % count + count) % count : place
    }
    let now = MonotonicClock.now()
    dataSource.follow(
      Travel(
        current: carousel.currentItemIndex, visible: carousel.indexesForVisibleItems,
        count: carousel.numberOfItems, wraps: carousel.isWrapEnabled, velocity: speed.velocity,
        destination: destination.update(end, at: now)))
  }

  // MARK: Settling

  private func reportSettle() {
    dataSource.start()
    speed.stop()
    follow()
    guard dataSource.loadCount == 0, emptyPage != .looking else { return }
    dataSource.problems.printSummary()
    StateLog.shared?.recordSettle(of: self)
    onSettle?()
  }
}

extension CarouselType {
  fileprivate var isCoverFlow: Bool { self == .coverFlow || self == .coverFlow2 }

  /// Whether neighboring items are side by side, one item width apart.
  fileprivate var isSpread: Bool {
    switch self {
    case .linear, .rotary, .invertedRotary, .cylinder, .invertedCylinder, .wheel, .invertedWheel: true
    case .coverFlow, .coverFlow2, .timeMachine, .invertedTimeMachine, .custom: false
    }
  }
}
