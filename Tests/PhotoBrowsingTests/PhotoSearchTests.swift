import PhotoBrowsing
import PhotoLibrary
import TestSupport
import Testing

@Suite("The search for photos by their names")
struct PhotoSearchTests {
  private static func state(_ names: [String], at page: BrowserState.Page = .grid) -> BrowserState {
    var state = BrowserState()
    _ = state.apply(
      .list(names.enumerated().map { LibraryPhoto(PhotoID($0), Photo(path: "/photos/\($1)")) }))
    _ = state.apply(.show(page))
    return state
  }
  private static let names = [
    "beach.jpg", "Lake 1.jpg", "lake 2.jpg", "Größe.png", "mountain lake.jpg", "zoo.jpg",
  ]

  @Test(
    "Each letter shows the first photo that matches from the start of the search on, and counts the matches")
  func letters() {
    var state = Self.state(Self.names)
    #expect(state.apply(.beginSearch) == [.setSearch(true)])
    var found: [Int?] = []
    for text in ["l", "la", "lak", "lake 2", "LAKE mount", "größ", "lake"] {
      _ = state.apply(.find(text))
      found.append(state.currentIndex)
    }
    #expect(found == [1, 1, 1, 2, 4, 3, 1])
    #expect(state.searchResult == "1 of 3")
    #expect(state.search?.matches == [1, 2, 4])
    _ = state.apply(.find("nothing"))
    // Without a match, the photo is shown at which the search began.
    #expect(state.currentIndex == 0 && state.searchResult == "No match")
    _ = state.apply(.find(" "))
    #expect(state.searchResult == "" && state.search?.matches == [])
  }

  @Test("The next and the previous match follow each other around the list, also from between two matches")
  func next() {
    var state = Self.state(Self.names)
    _ = state.apply(.beginSearch)
    _ = state.apply(.find("lake"))
    var found: [Int?] = []
    for step in [1, 1, 1, -1, -1] {
      _ = state.apply(.findNext(step))
      found.append(state.currentIndex)
    }
    #expect(found == [2, 4, 1, 4, 2])
    _ = state.apply(.goTo(PhotoID(3)))
    _ = state.apply(.findNext(1))
    #expect(state.currentIndex == 4)
    _ = state.apply(.goTo(PhotoID(3)))
    _ = state.apply(.findNext(-1))
    #expect(state.currentIndex == 2)
  }

  @Test("Two steps before the carousel has moved lead to two matches, also around a ring")
  func motion() {
    var state = Self.state(
      (0..<100).map { "\($0 == 10 || $0 == 50 || $0 == 90 ? "lake" : "beach") \($0).jpg" }, at: .carousel)
    _ = state.apply(.beginSearch)
    #expect(state.apply(.find("lake")) == [.scroll(to: PhotoID(10))])
    #expect(state.searchResult == "1 of 3")
    #expect(state.apply(.findNext(1)) == [.scroll(to: PhotoID(50))])
    // The carousel passes other photos.
    _ = state.apply(.chose(PhotoID(5)))
    #expect(state.apply(.findNext(1)) == [.scroll(to: PhotoID(90))] && state.searchResult == "3 of 3")
    #expect(state.apply(.findNext(1)) == [.scroll(to: PhotoID(10))])
    _ = state.apply(.chose(PhotoID(10)))
    #expect(state.searchResult == "1 of 3")
    // The user goes elsewhere.
    _ = state.apply(.findNext(1))
    _ = state.apply(.goTo(PhotoID(60)))
    _ = state.apply(.chose(PhotoID(60)))
    #expect(state.apply(.findNext(1)) == [.scroll(to: PhotoID(90))])
  }

  @Test("A longer text keeps a match that the user has chosen; a shorter one begins anew")
  func extended() {
    var state = Self.state(Self.names)
    _ = state.apply(.beginSearch)
    _ = state.apply(.find("l"))
    _ = state.apply(.findNext(1))
    #expect(state.currentIndex == 2)
    _ = state.apply(.find("lake"))
    #expect(state.currentIndex == 2)
    _ = state.apply(.find("lak"))
    #expect(state.currentIndex == 1)
  }

  @Test(
    "Escape, Return and another page end the search at the photo that was found, and its matches can still be shown"
  )
  func end() {
    for input in [BrowserInput.endSearch, .dismiss, .show(.single), .open(nil, on: .grid)] {
      var state = Self.state(Self.names)
      #expect(!state.canFindNext)
      _ = state.apply(.beginSearch)
      _ = state.apply(.find("lake"))
      #expect(state.apply(input).first == .setSearch(false))
      #expect(state.search == nil && state.currentIndex == 1 && state.canFindNext && state.searchResult == "")
      _ = state.apply(.findNext(1))
      #expect(state.currentIndex == 2)
    }
    var state = Self.state(Self.names)
    _ = state.apply(.beginSearch)
    _ = state.apply(.dismiss)
    #expect(state.apply(.dismiss) == [.showPage(.carousel, from: .grid)])
  }

  @Test(
    "A slideshow and an empty list end the search; without photos none begins; the list may change meanwhile")
  func changes() {
    var state = Self.state(Self.names)
    _ = state.apply(.beginSearch)
    _ = state.apply(.find("lake"))
    _ = state.apply(.list(state.photos.filter { $0.id != PhotoID(1) }))
    #expect(state.search?.matches == [1, 3])
    #expect(state.apply(.show(.slideshow)).first == .setSearch(false) && state.search == nil)
    #expect(state.apply(.beginSearch) == [])
    _ = state.apply(.closePage)
    _ = state.apply(.beginSearch)
    #expect(state.apply(.list([])).first == .setSearch(false) && state.search == nil)
    #expect(
      state.apply(.beginSearch) == [] && state.apply(.find("a")) == [] && state.apply(.findNext(1)) == [])
  }

  @Test("Random texts, steps and lists: the matches are those of a plain search")
  func random() {
    var random = SplitMix(seed: 11)
    var state = Self.state([])
    for _ in 0..<3000 {
      switch random.whole(0...5) {
      case 0:
        let count = random.whole(0...30)
        _ = state.apply(
          .list(
            (0..<count).map { number in
              LibraryPhoto(
                PhotoID(number),
                Photo(
                  path: "/" + (number % 2 == 0 ? "abÄ" : "abA\u{308}o").shuffled().map { String($0) }.joined()
                    + "\(number)")
              )
            }))
      case 1: _ = state.apply(.beginSearch)
      case 2:
        _ = state.apply(
          .find(["a", "ab", "ä", "a\u{308}", "1 a", "", " \u{3000}", "o"][random.whole(0...7)]))
      case 3: _ = state.apply(.findNext(random.whole(-2...2)))
      case 4: _ = state.apply(.endSearch)
      default: _ = state.apply(.step(random.whole(-3...3)))
      }
      guard let search = state.search else { continue }
      let words = search.text.lowercased().split(whereSeparator: \.isWhitespace)
      let plain = state.photos.indices.filter { index in
        let name = state.photos[index].photo.name.lowercased()
        return !words.isEmpty && words.allSatisfy { name.contains($0) }
      }
      #expect(search.matches == plain)
      #expect(state.photos.isEmpty == (state.current == nil))
    }
  }

  @Test("Another order is an effect for the library, once")
  func sort() {
    var state = Self.state(Self.names)
    let order = PhotoOrder(.size, isReversed: true)
    #expect(state.apply(.sort(order)) == [.sort(order)] && state.order == order)
    #expect(state.apply(.sort(order)) == [])
  }
}
