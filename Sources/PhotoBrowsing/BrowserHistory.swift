/// The steps of the user that Escape undoes, each kind and each page at most once.
struct BrowserHistory: Hashable, Sendable {
  /// A step that Escape undoes.
  enum Step: Hashable, Sendable {
    case help
    case search
    case fullscreen
    /// Another page was opened from this one.
    case page(BrowserState.Page)
  }

  /// The steps, the last one first undone.
  private var steps: [Step] = []

  init(_ steps: [Step] = []) { self.steps = steps }

  /// The step that Escape undoes next; `nil` for none.
  var last: Step? { steps.last }

  func contains(_ step: Step) -> Bool { steps.contains(step) }

  /// Adds a step, or removes it if it is there. Returns whether it is there now.
  mutating func toggle(_ step: Step) -> Bool {
    let isOn = !steps.contains(step)
    if isOn { steps.append(step) } else { steps.removeAll { $0 == step } }
    return isOn
  }

  /// The page from which the shown one was opened, or else the carousel.
  var opener: BrowserState.Page {
    for case .page(let page) in steps.reversed() { return page }
    return .carousel
  }

  /// Notes that a page is shown in place of another one: as a new step, or as the return to a page nearer to the root. The carousel
  /// is the root, and each page is at most once among the steps, so the steps stay few.
  mutating func show(_ next: BrowserState.Page, from page: BrowserState.Page) {
    if next == .carousel {
      removePages { _ in true }
    } else if next.depth < page.depth, let place = steps.firstIndex(of: .page(next)) {
      let later = Set(steps[place...])
      removePages { later.contains(.page($0)) }
    } else {
      removePages { $0 == next }
      // A page that is shown in place of a slideshow is not left for another one.
      if page != .slideshow { steps.append(.page(page)) }
    }
  }

  /// Removes the last step to another page. Returns the page from which it was opened; `nil` if there is no such step.
  mutating func removeLastPage() -> BrowserState.Page? {
    let place = steps.lastIndex { if case .page = $0 { true } else { false } }
    guard let place, case .page(let opener) = steps.remove(at: place) else { return nil }
    return opener
  }

  /// Makes the shown page the root, from which Escape ends the program. Escape shows the photo of a slideshow on the single page.
  mutating func start(at page: BrowserState.Page) {
    removePages { _ in true }
    if page == .slideshow { steps.append(.page(.single)) }
  }

  private mutating func removePages(where isRemoved: (BrowserState.Page) -> Bool) {
    steps.removeAll { if case .page(let page) = $0 { isRemoved(page) } else { false } }
  }
}
