import CarouselUI
import Photos

/// The photo browser: a carousel of pictures in a window, and what keys do to it.
final class PhotoBrowser: CarouselDelegate {
  let ui: CarouselWindow
  let tiles = PhotoTiles()
  /// Called when the user asks to quit.
  var onQuit: (() -> Void)?
  /// Called when nothing moves, every picture in sight is sharp, and all of it was painted.
  var onRest: (() -> Void)?

  private let counter = LabelView(
    "", size: Size(width: 240, height: 28),
    style: TextStyle(size: 13, color: Color(white: 0.62), alignment: .center))
  private lazy var help = KeyHelp.makeView()
  private var isHelpShown = false

  var carousel: Carousel { ui.carousel }

  /// Opens the window.
  ///
  /// - Parameter journal: Where the carousel's inputs are recorded.
  /// - Throws: `ConnectionError` when there is no compositor, or one without what a window needs.
  init(
    _ options: Options, in system: WindowSystem? = nil, journal: JournalFile? = nil
  ) throws(ConnectionError) {
    ui = try CarouselWindow(title: "Photos", appID: "carousel-photos", size: options.size, in: system)
    ui.window.minimumSize = Size(width: 160, height: 120)
    ui.window.wantsFullscreen = options.isFullscreen
    wraps = options.wraps
    tilt = options.tilt
    if let journal {
      do { try carousel.beginRecording { journal.write($0) } } catch { complain("--record-input: \(error)") }
    }
    carousel.motionStyle = .fluid
    carousel.type = options.type
    carousel.isVertical = options.isVertical
    carousel.delegate = self
    ui.onResize = { [weak self] _ in self?.layOut() }
    ui.onKey = { [weak self] in self?.pressed($0) ?? false }
    ui.onClose = { [weak self] in self?.onQuit?() }
    ui.onSettle = { [weak self] in self?.reportRest() }
    tiles.onChange = { [weak self] in self?.ui.invalidate() }
    tiles.onProblem = { complain($0.description) }
    layOut()
    carousel.dataSource = tiles
  }

  /// Adds pictures behind those there are.
  func append(_ photos: [Photo]) {
    tiles.append(photos)
    reload()
    updateCounter()
  }

  private func reload() {
    tiles.prepareForReload()
    carousel.reloadData()
  }

  // MARK: Looks

  /// Whether the last picture leads to the first; `nil` leaves it to the type.
  private let wraps: Bool?
  /// How far covers of cover flows turn; `nil` leaves it to the type.
  private let tilt: Double?

  private func layOut() {
    let size = ui.window.size
    let box = Stage.pictureBox(in: size, isVertical: carousel.isVertical)
    if tiles.fit(box: box, scale: ui.window.scale, visible: carousel.indexesForVisibleItems) { reload() }
    aimCamera()
    if ui.backdrop?.tiledSize != size { ui.backdrop = Stage.backdrop(size) }
    updateOverlays()
  }

  private func aimCamera() {
    carousel.perspective = Stage.perspective(pitch: carouselItemWidth(carousel))
    let lift = Stage.lift(of: carousel.type, box: tiles.box)
    carousel.viewpointOffset = Size(width: 0, height: -lift)
    // The eye moves the pictures the other way: back to the middle of the window.
    carousel.contentOffset = Size(width: 0, height: -lift * 0.85)
  }

  private func updateOverlays() {
    let size = ui.window.size
    func centred(_ view: View, y: Double) -> Overlay {
      Overlay(view: view, origin: Point(x: ((size.width - view.size.width) / 2).rounded(), y: y.rounded()))
    }
    ui.overlays = [centred(counter, y: size.height - counter.size.height - 8)]
    if isHelpShown { ui.overlays.append(centred(help, y: (size.height - help.size.height) / 2)) }
  }

  private func updateCounter() {
    let count = tiles.photos.count
    guard count > 0 else { return }
    counter.text = "\(max(0, carousel.currentItemIndex) + 1) of \(count)"
  }

  // MARK: Keys

  private func pressed(_ event: KeyEvent) -> Bool {
    guard let action = Keys.action(for: event) else { return false }
    switch action {
    case .quit where isHelpShown && event.key == .escape: toggleHelp()
    case .quit: onQuit?()
    case .toggleVertical: setVertical(!carousel.isVertical)
    case .toggleFullscreen: ui.window.setFullscreen(!ui.window.state.contains(.fullscreen))
    case .toggleHelp: toggleHelp()
    case .nextType:
      let place = Keys.types.firstIndex(of: carousel.type) ?? -1
      show(Keys.types[(place + 1) % Keys.types.count])
    case .type(let type): show(type)
    }
    return true
  }

  /// Arranges the pictures in another way.
  func show(_ type: CarouselType) {
    carousel.type = type
    aimCamera()
  }

  private func setVertical(_ isVertical: Bool) {
    carousel.isVertical = isVertical
    layOut()
  }

  private func toggleHelp() {
    isHelpShown.toggle()
    updateOverlays()
  }

  // MARK: CarouselDelegate

  func carouselItemWidth(_ carousel: Carousel) -> Double {
    // Pictures of different shapes stand at equal distances.
    carousel.isVertical ? tiles.box.height : tiles.box.width
  }

  func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double) -> Double {
    switch option {
    case .wrap: wraps.map { $0 ? 1 : 0 } ?? value
    // Pictures in a row and on rings do not touch.
    case .spacing: carousel.type.isSpread ? value * 1.08 : value
    case .tilt: carousel.type.isCoverFlow ? tilt ?? value : value
    default: value
    }
  }

  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
    updateCounter()
    tiles.keep(carousel.indexesForVisibleItems)
  }

  // MARK: Rest

  private func reportRest() {
    guard tiles.loadCount == 0 else { return }
    StateLog.shared?.settled(self)
    onRest?()
  }
}

extension CarouselType {
  fileprivate var isCoverFlow: Bool { self == .coverFlow || self == .coverFlow2 }

  /// Whether neighbours stand side by side, an item's width apart.
  fileprivate var isSpread: Bool {
    switch self {
    case .linear, .rotary, .invertedRotary, .cylinder, .invertedCylinder, .wheel, .invertedWheel: true
    case .coverFlow, .coverFlow2, .timeMachine, .invertedTimeMachine, .custom: false
    }
  }
}
