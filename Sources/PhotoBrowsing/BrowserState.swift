import CommandLineText
package import Geometry
package import PhotoLibrary

/// The content of the photo browser as a value: the list of photos, the current photo, the page, and the steps that Escape undoes.
///
/// ``apply(_:)`` is the only way to change it. It returns effects, which the program performs in order. The current photo is
/// identified by its ``PhotoID``. While the list has photos, one of them is the current one.
package struct BrowserState: Hashable, Sendable {
  /// The photos in order.
  package private(set) var photos: [LibraryPhoto] = []
  /// The current photo; `nil` without photos.
  package private(set) var current: PhotoID?
  /// The index of the current photo in ``photos``; `nil` without photos.
  package private(set) var currentIndex: Int?
  /// The page that is shown. Without photos it is the carousel.
  package private(set) var page = Page.carousel
  /// The zoom of the current photo on the single page.
  package private(set) var zoom = PhotoZoom.fit
  /// Whether the next photo is shown at the same zoom.
  package private(set) var keepsZoom = false
  /// The background of the single page.
  package private(set) var background = PhotoBackground.plain
  /// The search for photos by their names while its field is shown; `nil` without it.
  package private(set) var search: PhotoSearch?
  /// The search whose field was shown last.
  private var lastSearch = PhotoSearch(from: nil)
  /// The order of the photos that the user has chosen. The library sorts them.
  package private(set) var order: PhotoOrder
  /// The order of ``photos``, which is the former one until the library has sorted them.
  private var listOrder: PhotoOrder
  /// The moves that depend on the order, and wait until the library has sorted the photos.
  private var waitingMoves: [BrowserInput] = []
  private static let mostWaitingMoves = 100
  /// The settings of the slideshow.
  package private(set) var slideshow: SlideshowOptions
  private var orientations = PhotoOrientations()
  /// The parts of the window that the user has chosen to see.
  package private(set) var parts: Set<Part> = []
  private var history = BrowserHistory()
  /// The file that becomes the current photo as soon as the list contains it.
  private var awaitedFile: Photo?
  /// The page that is shown with the first photo of other folders, or with the awaited file; `nil` if none is awaited.
  private var nextPage: Page?
  /// Whether the next list shows other folders, so that the current photo is not kept.
  private var startsAnew = false
  /// The end of the list whose photo is the current one in each list while the photos do not have their places; `nil` for none. The
  /// user has chosen this end, or has not acted since the folder was opened.
  private var followedEnd: ListEnd?
  /// The order in which all photos have their places, after all files were listed; `nil` before.
  private var completedOrder: PhotoOrder?

  /// Creates the state before the first list.
  ///
  /// - Parameter isFullscreen: Whether the window is opened in full screen.
  package init(
    parts: Set<Part> = [], order: PhotoOrder = PhotoOrder(), slideshow: SlideshowOptions = SlideshowOptions(),
    isFullscreen: Bool = false
  ) {
    (self.parts, self.order, listOrder, self.slideshow) = (parts, order, order, slideshow)
    if isFullscreen { history = BrowserHistory([.fullscreen]) }
  }

  /// Whether the photos have the chosen order.
  package var isSorted: Bool { listOrder == order }
  /// Whether all files were listed, and have their places in the chosen order.
  package var hasPlaces: Bool { completedOrder == order && isSorted }

  package var isHelpShown: Bool { history.contains(.help) }
  package var isFullscreen: Bool { history.contains(.fullscreen) }

  /// The orientation with which the current photo is shown, in addition to the one that its file states.
  package var orientation: ImageOrientation { current.map { orientation(of: $0) } ?? .upright }

  /// Returns the orientation with which a photo is shown, in addition to the one that its file states.
  package func orientation(of id: PhotoID) -> ImageOrientation { orientations[id] }

  /// The current photo with its path; `nil` without photos.
  package var currentPhoto: LibraryPhoto? { currentIndex.map { photos[$0] } }

  /// The position of the current photo, such as "3 of 12"; `nil` without photos.
  package var position: String? { currentIndex.map { "\($0 + 1) of \(photos.count)" } }

  /// The title of the window: the name and the position of the current photo; `nil` without photos.
  package var title: String? {
    guard let currentPhoto, let position else { return nil }
    return "\(DisplayText.printable(currentPhoto.photo.name)) – \(position)"
  }

  /// Changes the state.
  ///
  /// - Returns: The effects, which the program performs in this order.
  package mutating func apply(_ input: BrowserInput) -> [BrowserEffect] {
    if input.movesElsewhere { setTarget(nil) }
    if input.endsWaitForFile { (awaitedFile, nextPage, followedEnd) = (nil, nil, nil) }
    if input.looksClosely { followedEnd = nil }
    if input.namesPhoto { waitingMoves = [] }
    if input.dependsOnOrder, !isSorted {
      if waitingMoves.count < Self.mostWaitingMoves { waitingMoves.append(input) }
      return []
    }
    switch input {
    case .list(let photos, let order): return setList(photos, order ?? self.order)
    case .listCompleted:
      completedOrder = listOrder
      if hasPlaces { followedEnd = nil }
      return []
    case .open(let file, on: let page):
      (awaitedFile, nextPage, startsAnew) = (file, page, true)
      (followedEnd, completedOrder, waitingMoves) = (nil, nil, [])
      return endSearch()
    case .passed(let id): return index(of: id).map { setShown($0) } ?? []
    case .chose(let id):
      guard let index = index(of: id) else { return [] }
      if index != followedEnd?.index(in: photos.count) { followedEnd = nil }
      return move(to: index)
    case .goTo(let id): return index(of: id).map { go(to: $0) } ?? []
    case .scrub(to: let id):
      guard let index = index(of: id), index != currentIndex else { return [] }
      return page == .carousel ? [.show(id)] + move(to: index) : go(to: index)
    case .step(let count): return step(by: count)
    case .first: return go(to: .first)
    case .last: return go(to: .last)
    case .show(let page): return photos.isEmpty ? [] : setPage(page)
    case .closePage: return returnToOpener()
    case .dismiss: return dismiss()
    case .toggleHelp: return toggle(.help) { .setHelp($0) }
    case .toggleFullscreen:
      // A slideshow is in full screen by itself.
      return page == .slideshow ? [] : toggle(.fullscreen) { .setFullscreen($0) }
    case .fullscreenChanged(let isFullscreen):
      if isFullscreen != self.isFullscreen, page != .slideshow || !isFullscreen {
        _ = toggle(.fullscreen) { .setFullscreen($0) }
      }
      return []
    case .setPart(let part, let isShown):
      if isShown { parts.insert(part) } else { parts.remove(part) }
      return []
    case .zoom(let zoom):
      guard page == .single else { return [] }
      self.zoom = zoom
      return [.zoom(zoom, animated: true)]
    case .zoomed(let zoom):
      if page == .single { self.zoom = zoom }
      return []
    case .swipeEnded: return page == .single && keepsZoom ? [.zoom(zoom, animated: false)] : []
    case .toggleKeepZoom:
      keepsZoom.toggle()
      if !keepsZoom, page != .single { zoom = .fit }
      return []
    case .rotate(let quarters): return orient(by: ImageOrientation.upright.rotated(byQuarters: quarters))
    case .mirror: return orient(by: .mirrored)
    case .orientationSaved(let id, view: let orientation):
      guard index(of: id) != nil else { return [] }
      orientations.didSave(id, shownWith: orientation)
      return [.reload(id)]
    case .nextBackground:
      guard page == .single else { return [] }
      background = background.next
      return [.setBackground(background)]
    case .beginSearch: return beginSearch()
    case .find(let text): return find(text)
    case .findNext(let step): return findNext(step)
    case .endSearch: return endSearch()
    case .sort(let order):
      guard order != self.order else { return [] }
      self.order = order
      return [.sort(order)] + performWaitingMoves()
    case .setSlideshow(let options):
      guard options != slideshow else { return [] }
      slideshow = options
      return [.setSlideshow(options)]
    case .quit: return [.quit]
    }
  }

  /// Rotates or mirrors the view of the current photo on the single page.
  private mutating func orient(by step: ImageOrientation) -> [BrowserEffect] {
    guard page == .single, let current, step != .upright else { return [] }
    orientations[current] = orientation.followed(by: step)
    return [.orient(current)]
  }

  // MARK: The list

  private mutating func setList(_ new: [LibraryPhoto], _ newOrder: PhotoOrder) -> [BrowserEffect] {
    let (old, former, formerIndex) = (photos, current, currentIndex)
    orientations.keep(from: old, in: new)
    (photos, listOrder) = (new, newOrder)
    var effects: [BrowserEffect] = []
    if new.isEmpty {
      (current, currentIndex, waitingMoves) = (nil, nil, [])
      return endSearch() + setPage(.carousel)
    }
    if let file = awaitedFile, let index = new.firstIndex(where: { $0.photo == file }) {
      (awaitedFile, startsAnew, followedEnd) = (nil, false, nil)
      setCurrent(index)
      effects += showNextPage()
    } else if startsAnew || former == nil || followedEnd != nil {
      let end = followedEnd ?? .first
      (startsAnew, followedEnd) = (false, hasPlaces ? nil : end)
      setCurrent(end.index(in: new.count))
      if awaitedFile == nil { effects += showNextPage() }
    } else if let former, let formerIndex {
      setCurrent(index(of: former, near: formerIndex) ?? Self.survivor(of: old, at: formerIndex, in: new))
    }
    let found = search?.update(new, current: current)
    if current != former {
      if !keepsZoom { zoom = .fit }
      effects += current.map { [.show($0)] } ?? []
    }
    if let found { effects += find(found) }
    return effects + performWaitingMoves()
  }

  /// Performs the moves that have waited for the chosen order.
  private mutating func performWaitingMoves() -> [BrowserEffect] {
    guard isSorted, !waitingMoves.isEmpty else { return [] }
    let moves = waitingMoves
    waitingMoves = []
    return moves.flatMap { apply($0) }
  }

  private mutating func setCurrent(_ index: Int) {
    (current, currentIndex) = (photos[index].id, index)
    if (search ?? lastSearch).target == current { setTarget(nil) }
  }

  /// Returns the index of a photo in the list, which was at `former` before the list changed; `nil` if the list does not contain
  /// it.
  package func index(of id: PhotoID, near former: Int? = nil) -> Int? {
    if let former = former ?? currentIndex, photos.indices.contains(former), photos[former].id == id {
      return former
    }
    return photos.firstIndex { $0.id == id }
  }

  /// Returns the index in the new list of the photo that replaces a removed one: the next one of the old list that remains, or
  /// else the previous one, or else the one at the same index.
  private static func survivor(of old: [LibraryPhoto], at index: Int, in new: [LibraryPhoto]) -> Int {
    var places: [PhotoID: Int] = [:]
    for (place, photo) in new.enumerated() { places[photo.id] = place }
    let next = old[(index + 1)...].lazy.compactMap { places[$0.id] }.first
    return next ?? old[..<index].reversed().lazy.compactMap { places[$0.id] }.first
      ?? min(index, new.count - 1)
  }

  // MARK: The current photo

  /// Makes a photo the current one, because a page shows it already.
  private mutating func move(to index: Int) -> [BrowserEffect] {
    guard index != currentIndex else { return [] }
    // The user has moved on and awaits no file.
    (awaitedFile, nextPage) = (nil, nil)
    return setShown(index)
  }

  /// Makes a photo the current one, which a page shows already.
  private mutating func setShown(_ index: Int) -> [BrowserEffect] {
    guard index != currentIndex else { return [] }
    setCurrent(index)
    guard page == .single, !keepsZoom else { return [] }
    zoom = .fit
    return [.zoom(.fit, animated: false)]
  }

  private mutating func step(by count: Int) -> [BrowserEffect] {
    guard let currentIndex else { return [] }
    guard !page.choosesCurrent else { return count == 0 ? [] : [.step(count)] }
    let (sum, overflow) = currentIndex.addingReportingOverflow(count)
    return go(to: overflow ? (count < 0 ? 0 : photos.count - 1) : sum)
  }

  /// Shows the first or the last photo, also if other photos get this place later.
  private mutating func go(to end: ListEnd) -> [BrowserEffect] {
    guard !photos.isEmpty else { return [] }
    if !hasPlaces { followedEnd = end }
    return go(to: end.index(in: photos.count))
  }

  /// Shows the photo at an index, clamped to the list.
  private mutating func go(to index: Int) -> [BrowserEffect] {
    guard !photos.isEmpty else { return [] }
    let index = min(max(index, 0), photos.count - 1)
    guard !page.choosesCurrent else { return [.scroll(to: photos[index].id)] }
    guard index != currentIndex else { return [] }
    return [.show(photos[index].id)] + move(to: index)
  }

  // MARK: Pages and steps

  private mutating func setPage(_ next: Page) -> [BrowserEffect] {
    guard next != page else { return [] }
    history.show(next, from: page)
    return change(to: next)
  }

  /// Undoes the last step to another page.
  private mutating func returnToOpener() -> [BrowserEffect] {
    guard let opener = history.removeLastPage() else { return setPage(.carousel) }
    return change(to: opener)
  }

  private mutating func change(to next: Page) -> [BrowserEffect] {
    let (former, filledScreen) = (page, fillsScreen)
    page = next
    if !keepsZoom { zoom = .fit }
    return endSearch() + (fillsScreen == filledScreen ? [] : [.setFullscreen(fillsScreen)])
      + [.showPage(next, from: former)]
  }

  /// Whether the window shall be in full screen: by the choice of the user, or because a slideshow is shown.
  package var fillsScreen: Bool { isFullscreen || page == .slideshow }

  /// Shows the page of a file or folder that the user has given. Escape leads from it to no other page.
  private mutating func showNextPage() -> [BrowserEffect] {
    guard let next = nextPage else { return [] }
    nextPage = nil
    let effects = setPage(next)
    history.start(at: next)
    return effects
  }

  /// The page from which the shown one was opened, or else the carousel.
  package var opener: Page { history.opener }

  private mutating func dismiss() -> [BrowserEffect] {
    // The key help is in front of everything else.
    if isHelpShown { return toggle(.help) { .setHelp($0) } }
    switch history.last {
    case .search: return endSearch()
    case .fullscreen: return toggle(.fullscreen) { .setFullscreen($0) }
    case .page: return returnToOpener()
    case .help, nil: return [.quit]
    }
  }

  // MARK: Search

  /// The text of the last search, whose matches can be shown without the field.
  package var canFindNext: Bool { !(search ?? lastSearch).matches.isEmpty }

  /// The result of the search for the user, such as "2 of 17".
  package var searchResult: String {
    search.map { $0.result(at: $0.target.flatMap { index(of: $0) } ?? currentIndex) } ?? ""
  }

  private mutating func beginSearch() -> [BrowserEffect] {
    guard current != nil, page != .slideshow else { return [] }
    // A second request moves the focus to the field.
    guard search == nil else { return [.setSearch(true)] }
    search = PhotoSearch(from: current)
    return toggle(.search) { .setSearch($0) }
  }

  private mutating func find(_ text: String) -> [BrowserEffect] {
    guard var search else { return [] }
    let isExtended = search.isExtended(by: text)
    search.find(text, in: photos)
    // A photo that still matches stays. Otherwise the search begins anew.
    let stays = isExtended ? search.target ?? current : nil
    let start = (stays ?? search.origin).flatMap { index(of: $0) } ?? currentIndex ?? 0
    // If nothing matches, or the text is empty, the photo is shown at which the search began.
    let goal = search.match(from: start) ?? search.origin.flatMap { index(of: $0) } ?? start
    self.search = search
    return find(goal) + (search.isReading ? [.readDates] : [])
  }

  private mutating func findNext(_ step: Int) -> [BrowserEffect] {
    if search == nil { lastSearch.update(photos) }
    let search = search ?? lastSearch
    guard let base = search.target.flatMap({ index(of: $0) }) ?? currentIndex,
      let goal = search.match(beside: base, by: step)
    else { return [] }
    return find(goal) + (search.isReading ? [.readDates] : [])
  }

  /// Moves to a match. The carousel arrives there later.
  private mutating func find(_ goal: Int) -> [BrowserEffect] {
    guard photos.indices.contains(goal) else { return [] }
    setTarget(photos[goal].id == current ? nil : photos[goal].id)
    return go(to: goal)
  }

  private mutating func setTarget(_ id: PhotoID?) {
    if search != nil { search?.target = id } else { lastSearch.target = id }
  }

  private mutating func endSearch() -> [BrowserEffect] {
    guard let search else { return [] }
    (lastSearch, self.search) = (search, nil)
    return toggle(.search) { .setSearch($0) }
  }

  private mutating func toggle(
    _ step: BrowserHistory.Step, _ effect: (Bool) -> BrowserEffect
  ) -> [BrowserEffect] { [effect(history.toggle(step))] }
}
