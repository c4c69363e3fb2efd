package import CarouselUI
package import PhotoBrowsing
package import Photos

/// The page with the photos in a carousel, in front of a gradient.
package final class CarouselPage: ContainerView, BrowserPage, CarouselDelegate {
  package var onInput: ((BrowserInput) -> Void)?
  package var visibility = PageVisibility.visible {
    didSet { if visibility != .visible { dataSource.pause() } }
  }

  package let carouselView: CarouselView
  package let dataSource: PhotoDataSource
  package var carousel: Carousel { carouselView.carousel }
  /// Whether the user may drag photos to other programs.
  var allowsDrags = false
  /// Whether the page is the current one. While another page opens or closes, the loads do not follow the carousel.
  package var isCurrent = true
  /// The text at the bottom.
  package var counterText: String {
    get { counter.text }
    set { counter.text = newValue }
  }

  private let counter = LabelView("")
  private static let counterMargin = 8.0  // points
  private static let counterHeight = 28.0  // points, at a text scale of 1
  private var backdrop: View?
  private var speed = SpeedEstimate()
  private var destination = StableDestination()
  /// Whether the photos form a ring; `nil` uses the default of the type.
  private let wraps: Bool?
  /// The option `tilt` of cover flow types; `nil` uses the default of the type.
  private let tilt: Double?
  /// Whether the list is being changed, so that the indexes of the carousel may be those of the former one.
  private var isChangingList = false

  /// Creates a page without photos.
  ///
  /// - Parameter carouselView: The view of the carousel, which becomes a subview of the page.
  package init(_ options: BrowserOptions, _ pipeline: PhotoPipeline, in carouselView: CarouselView) {
    (wraps, tilt, self.carouselView) = (options.wraps, options.tilt, carouselView)
    let maker = PhotoMaker()
    dataSource = PhotoDataSource(pipeline) { maker.make?($0) ?? ImageView(size: $0) }
    super.init()
    maker.make = { [weak self] size in
      let view = ImageView(size: size)
      if self?.allowsDrags == true { self?.prepareDrags(of: view) }
      return view
    }
    carouselView.accessibilityLabel = "Photos"
    carousel.motionStyle = .fluid
    carousel.type = options.type
    carousel.isVertical = options.isVertical
    carousel.delegate = self
    counter.changeStyle { [unowned counter] style in
      style.size *= 0.65
      style.color = counter.effectiveTheme.colors.secondary
    }
    addSubview(carouselView)
    addSubview(counter)
  }

  /// Passes the new views to the page, which does not exist when its data source is created.
  private final class PhotoMaker {
    var make: ((Size) -> ImageView)?
  }

  private func prepareDrags(of view: ImageView) {
    view.isUserInteractionEnabled = true
    view.dragSource = PhotoDrag.source { [weak self, weak view] in
      guard let self, let view, let index = carousel.index(ofItemView: view),
        dataSource.photos.indices.contains(index)
      else { return nil }
      return dataSource.photos[index].photo
    }
  }

  // MARK: Photos

  package func show(_ change: PhotoListChange) {
    isChangingList = true
    dataSource.show(change.update)
    if let edits = change.edits {
      carousel.performBatchUpdates { edits.apply(to: carousel) }
    } else {
      reload()
    }
    isChangingList = false
    if let current = change.current { show(current) }
  }

  package func show(_ place: PhotoPlace) {
    if place.index != carousel.currentItemIndex { carousel.currentItemIndex = place.index }
  }

  package func orientationDidChange(of id: PhotoID) {
    dataSource.orientationDidChange(of: id, animated: false)
  }

  package func reload(_ id: PhotoID) { dataSource.contentDidChange(of: [id]) }

  /// Scrolls to a photo.
  package func scroll(to id: PhotoID) {
    guard let index = dataSource.photos.firstIndex(where: { $0.id == id }) else { return }
    carousel.scrollToItem(at: index, animated: true)
  }

  /// Ends the motion of the carousel where it would end.
  func finishMotion() {
    guard let index = destinationIndex, index != carousel.currentItemIndex || carousel.needsFrame else {
      return
    }
    carousel.currentItemIndex = index
  }

  private func reload() {
    dataSource.prepareForReload()
    carousel.reloadData()
  }

  package func startLoading() { dataSource.start() }

  package func takeFocus() { carouselView.becomeFocused() }

  package func view(of id: PhotoID) -> View? {
    let photos = dataSource.photos
    let index = carousel.indexesForVisibleItems.first { photos.indices.contains($0) && photos[$0].id == id }
    return index.flatMap { carousel.itemView(at: $0) as? View }
  }

  package var loadCount: Int { dataSource.loadCount }

  package var isMoving: Bool { carousel.needsFrame }

  // MARK: Layout

  /// Changes the carousel type.
  func show(_ type: CarouselType) {
    carousel.type = type
    aimCamera()
  }

  func showNextType() {
    let types = PhotoCommands.types.map(\.type)
    let index = types.firstIndex(of: carousel.type) ?? -1
    show(types[(index + 1) % types.count])
  }

  func toggleVertical() {
    carousel.isVertical.toggle()
    resize(to: size, scale: tree?.scale ?? 1)
  }

  package func resize(to size: Size, scale: Double) {
    self.size = size
    carouselView.frame = bounds
    carouselView.layoutIfNeeded()
    let box = BrowserLayout.photoBox(in: size, isVertical: carousel.isVertical)
    if dataSource.resize(to: box, scale: scale, visible: carousel.indexesForVisibleItems) { reload() }
    aimCamera()
    if backdrop?.size != size { showBackdrop() }
    counter.size = Size(
      width: min(effectiveTheme.scaled(240), size.width), height: effectiveTheme.scaled(Self.counterHeight))
    counter.frame.origin = Point(
      x: ((size.width - counter.size.width) / 2).rounded(),
      y: (size.height - counter.size.height - Self.counterMargin).rounded()
    )
    // In a low page, it would be in front of the photo.
    counter.isHidden = (size.height - box.height) / 2 < counter.size.height + Self.counterMargin
  }

  package override func themeChanged() {
    super.themeChanged()
    if backdrop != nil { showBackdrop() }
  }

  private func aimCamera() {
    carousel.perspective = BrowserLayout.perspective(pitch: carouselItemWidth(carousel))
    let lift = BrowserLayout.lift(of: carousel.type, box: dataSource.box)
    carousel.viewpointOffset = Size(width: 0, height: -lift)
    // Lifting the eye moves the photos down. This offset moves them back to the middle of the window.
    carousel.contentOffset = Size(width: 0, height: -lift * 0.9)
  }

  private func showBackdrop() {
    backdrop?.removeFromSuperview()
    let view = BrowserLayout.backdrop(size, effectiveTheme)
    insertSubview(view, at: 0)
    backdrop = view
  }

  // MARK: Loading

  /// Tells the filter of the destination whether a key may change the destination soon.
  func noteKey(_ phase: KeyPress.Phase) {
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

  /// Ends the estimate of the speed, because the carousel rests.
  package func motionDidEnd() {
    speed.stop()
    follow()
  }

  /// Passes the position and the speed of the carousel to the data source.
  package func follow() {
    guard isCurrent else { return }
    let now = MonotonicClock.now()
    dataSource.follow(
      Travel(
        current: carousel.currentItemIndex, visible: carousel.indexesForVisibleItems,
        count: carousel.numberOfItems, wraps: carousel.isWrapEnabled, velocity: speed.velocity,
        destination: destination.update(destinationIndex, at: now)))
  }

  /// The index of the photo at which the motion of the carousel ends; `nil` if it is not known.
  private var destinationIndex: Int? {
    let count = carousel.numberOfItems
    guard let offset = carousel.endOffset, let place = Int(exactly: offset.rounded()), count > 0 else {
      return nil
    }
    return carousel.isWrapEnabled ? (place % count + count) % count : place
  }

  // MARK: CarouselDelegate

  package func carouselItemWidth(_ carousel: Carousel) -> Double {
    // Neighboring photos have the same distance for all aspect ratios.
    carousel.isVertical ? dataSource.box.height : dataSource.box.width
  }

  package func carousel(_ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double)
    -> Double
  {
    switch option {
    case .wrap: wraps.map { $0 ? 1 : 0 } ?? value
    // Leaves a gap between photos that are side by side.
    case .spacing: carousel.type.isSpread ? value * 1.08 : value
    case .tilt: carousel.type.isCoverFlow ? tilt ?? value : value
    default: value
    }
  }

  package func carousel(_ carousel: Carousel, didSelectItemAt index: Int) {
    // A tap on another photo scrolls to it.
    guard index == carousel.currentItemIndex, dataSource.photos.indices.contains(index) else { return }
    onInput?(.chose(dataSource.photos[index].id))
    onInput?(.show(.single))
  }

  package func carouselCurrentItemIndexDidChange(_ carousel: Carousel) {
    report { carousel.phase == .scrolling ? .passed($0) : .chose($0) }
    dataSource.releaseViews(except: carousel.indexesForVisibleItems)
    follow()
  }

  package func carouselDidScroll(_ carousel: Carousel) {
    let now = MonotonicClock.now()
    speed.add(
      offset: carousel.scrollOffset, count: carousel.isWrapEnabled ? carousel.numberOfItems : 0, at: now)
    follow()
  }

  package func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
    report { .chose($0) }
    motionDidEnd()
  }

  /// Reports the photo in the middle.
  private func report(_ input: (PhotoID) -> BrowserInput) {
    let index = carousel.currentItemIndex
    guard !isChangingList, dataSource.photos.indices.contains(index) else { return }
    onInput?(input(dataSource.photos[index].id))
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
