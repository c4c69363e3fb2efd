package import CarouselUI
package import PhotoBrowsing
package import Photos

/// The page of the slideshow. A show runs while the page is visible.
package final class SlideshowPage: ContainerView, BrowserPage {
  package var onInput: ((BrowserInput) -> Void)?
  package var visibility = PageVisibility.closed { didSet { visibilityDidChange(from: oldValue) } }
  /// Called when the show begins to run, and when it pauses or ends.
  var onRun: ((_ isRunning: Bool) -> Void)?

  private let pipeline: PhotoPipeline
  /// The settings, which the state of the browser determines. A running show takes over changes.
  var options: SlideshowOptions { didSet { optionsDidChange(from: oldValue) } }
  private let slides: PhotoSlides
  private var box = PhotoBox(size: .zero, scale: 1)
  private var photos: [LibraryPhoto] = []
  private var current: PhotoID?
  private var isListComplete = false
  /// Whether a random show waits for the whole list.
  private var awaitsList = false
  /// The longest wait for the whole list, in seconds.
  private static let longestWait = 3.0
  /// The running show; `nil` while the page is not visible.
  package private(set) var show: SlideshowView<PhotoID>?
  /// The picture that is shown until the first slide is made.
  private var interim: PhotoSlide?

  /// Creates a page without photos.
  package init(_ options: SlideshowOptions, _ pipeline: PhotoPipeline) {
    (self.options, self.pipeline) = (options, pipeline)
    slides = PhotoSlides(
      pipeline, motionSeed: options.transition == .kenBurns ? options.seed : nil)
    super.init()
    backgroundColor = PhotoSlides.background
    slides.onDefect = { [pipeline] error, photo in pipeline.problems.report(error, of: photo) }
  }

  /// Returns the orientation with which a photo is shown, in addition to the one that its file states.
  var orientation: (PhotoID) -> ImageOrientation {
    get { slides.orientation }
    set { slides.orientation = newValue }
  }

  private func optionsDidChange(from former: SlideshowOptions) {
    guard options != former else { return }
    slides.motionSeed = options.transition == .kenBurns ? options.seed : nil
    updateMemory()
    guard let show else { return }
    if options.interval != former.interval { show.setInterval(options.interval) }
    if options.order != former.order {
      show.setOrder(options.order)
      awaitsList = false
      awaitList()
      show.setEntries(entries)
    }
    if options.transition != former.transition {
      show.transition = options.transition
      show.prepareNextAgain()
    }
  }

  /// The photo whose picture is shown; `nil` before the first one.
  package var shownID: PhotoID? { show?.shownID }

  // MARK: The show

  private func visibilityDidChange(from former: PageVisibility) {
    guard (visibility == .visible) != (former == .visible) else { return }
    if visibility == .visible { begin() } else { end() }
  }

  private func begin() {
    let settings = Slideshow<PhotoID>.Settings(order: options.order, interval: options.interval)
    let show = SlideshowView<PhotoID>(slides, settings, transition: options.transition)
    self.show = show
    show.frame = bounds
    show.onShow = { [weak self] in self?.onInput?(.chose($0)) }
    show.onSkip = { [weak self] id, reason in self?.report(id, reason) }
    show.onPauseChange = { [weak self] isPaused in
      self?.onRun?(!isPaused)
      self?.announce(isPaused ? "Paused" : "Continued")
    }
    show.onCovered = { [weak self] in self?.removeInterim() }
    let leave = AccessibilityAction(.custom("end")) { [weak self] in
      _ = self?.perform(PhotoCommands.slideshow)
    }
    show.accessibilityCustomActions = [leave]
    addSubview(show)
    slides.setPhotos(photos)
    awaitList()
    show.setEntries(entries)
    show.start(at: current)
    showInterim()
    updateMemory()
    onRun?(true)
  }

  private func end() {
    removeInterim()
    show?.removeFromSuperview()
    (show, awaitsList) = (nil, false)
    updateMemory()
    onRun?(false)
  }

  /// Shows the current photo at once, behind the first slide.
  private func showInterim() {
    removeInterim()
    guard let current, !box.size.isEmpty, let slide = slides.interimSlide(of: current, in: box) else {
      return
    }
    interim = slide
    insertSubview(slide, at: 0)
  }

  private func removeInterim() {
    interim?.removeFromSuperview()
    interim = nil
  }

  /// States a photo that was not decoded in time. It is no problem of the file. The slides have reported the others.
  private func report(_ id: PhotoID, _ reason: Slideshow<PhotoID>.SkipReason) {
    guard reason == .tookTooLong, let photo = photos.first(where: { $0.id == id })?.photo else { return }
    pipeline.print("slideshow: \(photo.path) is left out for a while: it was not decoded in time")
  }

  /// Shows the next photo of the show, or the previous one.
  func step(by count: Int) { show?.step(back: count < 0) }

  /// Shows a photo as soon as it is decoded.
  func scroll(to id: PhotoID) { show?.show(id) }

  /// Loads photos again whose files may have changed.
  func contentDidChange(of ids: Set<PhotoID>) { show?.contentDidChange(of: ids) }

  /// Whether the show is paused.
  package var isPaused: Bool { show?.isPaused == true }

  func togglePause() { show?.togglePause() }

  private func updateMemory() {
    pipeline.memory.update(
      of: self, photoBytes: slides.bytes(of: box), views: show == nil ? 0 : 2, .slideshow)
  }

  /// The photos of the show. A random order follows from the whole list, so until it is complete, the show has its first photo only.
  private var entries: [SlideshowEntry<PhotoID>] {
    let shown = awaitsList ? photos.filter { $0.id == current } : photos
    return shown.map { SlideshowEntry($0.id, key: StableHash.value(of: $0.identity, seed: 0)) }
  }

  private func awaitList() {
    guard case .random = options.order, !isListComplete else { return }
    awaitsList = true
    show?.startTimer(after: Self.longestWait) { [weak self] in self?.endWait() }
  }

  private func endWait() {
    guard awaitsList else { return }
    awaitsList = false
    show?.setEntries(entries)
  }

  // MARK: BrowserPage

  package func show(_ change: PhotoListChange) {
    (photos, current) = (change.photos, change.current?.id)
    isListComplete = change.update.isComplete
    guard let show else { return }
    slides.setPhotos(photos)
    if isListComplete { awaitsList = false }
    show.setEntries(entries)
    if !change.changedIDs.isEmpty { show.contentDidChange(of: change.changedIDs) }
  }

  package func show(_ place: PhotoPlace) {
    current = place.id
    if let show, show.shownID != place.id { show.show(place.id) }
  }

  package func reload(_ id: PhotoID) { contentDidChange(of: [id]) }

  package func resize(to size: Size, scale: Double) {
    self.size = size
    let next = PhotoBox(size: size, scale: scale)
    guard next != box else { return }
    box = next
    show?.frame = bounds
    interim?.fit(size)
    updateMemory()
  }

  package override func layoutSubviews() { show?.frame = bounds }

  package func startLoading() {}  // a show begins with its first frame

  package func takeFocus() { show?.becomeFocused() }

  package func view(of id: PhotoID) -> View? { nil }

  package var loadCount: Int { show?.isLoading == true ? 1 : 0 }

  package var isMoving: Bool { show?.isMoving == true }
}
