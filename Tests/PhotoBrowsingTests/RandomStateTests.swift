import Geometry
import PhotoBrowsing
import PhotoLibrary
import TestSupport
import Testing

/// Random programs of inputs.
struct RandomStateTests {
  @Test(
    "After any inputs, the current photo is in the list, the page is possible, and Escape ends the program")
  func programs() {
    for seed in 0..<400 {
      var program = RandomProgram(seed: UInt64(seed))
      for number in 0..<60 {
        program.step()
        guard program.isValid else {
          Issue.record("seed \(seed), input \(number): \(program.problem)")
          return
        }
      }
    }
  }
}

/// Applies random inputs to a state, and performs the effects as the program does.
private struct RandomProgram {
  private var random: SplitMix
  private var state = BrowserState()
  private var list: [LibraryPhoto] = []
  private var nextNumber = 0
  /// What a program shows that performs the effects.
  private var shown: PhotoID?
  private var page = BrowserState.Page.carousel
  private var isSearchShown = false
  private(set) var problem = ""
  private var history: [String] = []

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func step() {
    let input = nextInput()
    history.append("\(input)")
    perform(state.apply(input))
  }

  private mutating func perform(_ effects: [BrowserEffect]) {
    for effect in effects {
      switch effect {
      case .show(let id): shown = id
      case .showPage(let next, let former):
        if former != page { problem = "page \(page) is not \(former)" }
        page = next
      case .scroll(to: let id):
        _ = state.apply(.chose(id))
        shown = state.current
      case .step(let count):
        guard let index = state.currentIndex else { continue }
        let (sum, overflow) = index.addingReportingOverflow(count)
        let end = overflow ? 0 : min(max(sum, 0), state.photos.count - 1)
        _ = state.apply(.chose(state.photos[end].id))
        shown = state.current
      case .setSearch(let isShown): isSearchShown = isShown
      case .setHelp, .setFullscreen, .zoom, .orient, .reload, .setBackground, .sort, .readDates,
        .setSlideshow, .quit:
        break
      }
    }
    if state.current == nil { shown = nil }
  }

  private mutating func nextInput() -> BrowserInput {
    switch random.whole(0...16) {
    case 0...3:
      if random.once(in: 8) { return .listCompleted }
      edit()
      // The list has the former order until the library has sorted it.
      return .list(list, order: random.once(in: 4) ? PhotoOrder() : nil)
    case 4: return .step(random.choice([1, -1, 5, -5, .max, .min, 0]))
    case 5: return random.once(in: 2) ? .first : .last
    case 6, 7: return .show(random.choice(BrowserState.Page.allCases))
    case 8: return .dismiss
    case 9: return random.once(in: 2) ? .toggleHelp : .toggleFullscreen
    case 10: return .fullscreenChanged(random.once(in: 2))
    case 11:
      return random.choice([
        .zoom(.actual), .zoomed(.scale(3)), .toggleKeepZoom, .rotate(1), .rotate(-1), .mirror,
        .nextBackground,
        .swipeEnded,
      ])
    case 12: return .closePage
    case 14:
      return random.choice([
        .beginSearch, .find("1"), .find("12"), .find(""), .findNext(1), .findNext(-1),
        .endSearch, .sort(PhotoOrder(.size)), .sort(PhotoOrder()),
      ])
    case 13:
      let file = Photo(path: "/\(random.whole(0...nextNumber + 1)).jpg")
      return .open(random.once(in: 2) ? nil : file, on: random.choice(BrowserState.Page.allCases))
    default:
      let id = PhotoID(random.whole(0...max(nextNumber, 1)))
      // A page reports only the photos that it shows.
      if list.contains(where: { $0.id == id }), state.photos == list { shown = id }
      return random.once(in: 3) ? .passed(id) : .chose(id)
    }
  }

  /// Changes the list: insertions, removals, moves, and sometimes everything.
  private mutating func edit() {
    switch random.whole(0...5) {
    case 0: list = []
    case 1: list.shuffle(using: &random)
    case 2: list.removeAll { _ in random.once(in: 2) }
    default:
      for _ in 0..<random.whole(1...4) {
        let photo = LibraryPhoto(PhotoID(nextNumber), Photo(path: "/\(nextNumber).jpg"))
        nextNumber += 1
        list.insert(photo, at: random.whole(0...list.count))
      }
    }
  }

  /// Whether all invariants hold. If not, ``problem`` states the first that does not.
  var isValid: Bool {
    mutating get {
      func check(_ condition: Bool, _ text: String) { if !condition, problem.isEmpty { problem = text } }
      let index = state.currentIndex
      check((index == nil) == state.photos.isEmpty, "no current photo in \(state.photos.count) photos")
      check(index.map { state.photos.indices.contains($0) } ?? true, "index \(index ?? -1)")
      check(index.map { state.photos[$0].id } == state.current, "index and identity disagree")
      check(!state.photos.isEmpty || state.page == .carousel, "page \(state.page) without photos")
      check(state.page == page, "page \(state.page), but the program shows \(page)")
      check(
        state.current == shown,
        "current \(String(describing: state.current)), shown \(String(describing: shown))")
      check((state.title == nil) == (index == nil), "title \(state.title ?? "–")")
      check(state.page == .single || state.keepsZoom || state.zoom == .fit, "zoom on \(state.page)")
      var ending = state
      check(
        (state.search != nil) == isSearchShown && (!isSearchShown || state.page != .slideshow),
        "the field of the search")
      let ends = (0..<7).contains { _ in ending.apply(.dismiss) == [.quit] }
      check(ends, "Escape does not end the program")
      if !problem.isEmpty { problem += "\n" + history.suffix(6).joined(separator: "\n") }
      return problem.isEmpty
    }
  }
}
