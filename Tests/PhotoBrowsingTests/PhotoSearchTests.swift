import Glibc
import PhotoBrowsing
import PhotoLibrary
import TestSupport
import Testing

@Suite("The search for photos by their names and dates")
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

  @Test(
    "Letters are found with and without their marks, in any case, and however the name is encoded",
    arguments: [
      ("éte", "Été 1.jpg"), ("ete", "e\u{301}te\u{301}.jpg"), ("ÉTÉ", "ete.jpg"), ("größe", "GROSSE.jpg"),
      ("grosse", "Größe.jpg"), ("STRASSE", "straße.png"), ("o", "Ø.jpg"), ("łódź", "Lodz.jpg"),
      ("αθηνα", "Αθήνα.jpg"), ("елка", "Ёлка.jpg"), ("が", "か\u{3099}.jpg"), ("가", "\u{1100}\u{1161}.jpg"),
      ("fi", "ﬁ.jpg"), ("istanbul", "İstanbul.jpg"),
    ])
  func letters(text: String, name: String) {
    for (text, name) in [(text, name), (text.uppercased(), name.lowercased())] {
      var state = Self.state(["zzz.gif", name, "か.gif"])
      _ = state.apply(.beginSearch)
      _ = state.apply(.find(text))
      #expect(state.search?.matches == [1], "\(text) in \(name)")
    }
  }

  /// Returns the time of noon of a day, in seconds since 1970.
  private static func noon(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    // The days from March 1 of the year 0 on.
    let (march, shifted) = (month > 2 ? year : year - 1, (month + 9) % 12)
    let days = march * 365 + march / 4 - march / 100 + march / 400 + (shifted * 153 + 2) / 5 + day - 1
    return Int64((days - 719_468) * 86_400 + 43_200)
  }

  @Test(
    "A date finds the photos that were taken then, and those whose names have it",
    arguments: [
      ("2024", [0, 1, 2, 3, 6]), ("2024-05", [0, 1, 6]), ("2024-5", [0, 1]), ("2024-05-12", [0, 6]),
      ("may 2024", [0, 1]), ("2024 May", [0, 1]), ("12 May 2024", [0]), ("May 12, 2024", [0]),
      ("12. may 2024 lake", [0]), ("sept 2024", [2]), ("2024 beach", [1, 3]), ("2024-13", []), ("may", [5]),
      ("2023", [4, 7]), ("2022-02-30", []), ("2022-03-02", [8]), ("12", [6]), ("2024-02-31", []),
      ("0000", []), ("2024-05-12-1", []),
      ("2023-02-29", []), ("2024-04-31", []),
    ])
  func dates(text: String, matches: [Int]) {
    let photos: [(String, Int64?)] = [
      ("lake.jpg", Self.noon(2024, 5, 12)), ("beach.jpg", Self.noon(2024, 5, 31)),
      ("tree.jpg", Self.noon(2024, 9, 1)), ("beach 2.jpg", Self.noon(2024, 12, 31)),
      ("old.jpg", Self.noon(2023, 12, 31)), ("mayor.jpg", nil), ("x-2024-05-12.jpg", nil),
      // The days that follow from 31 February, 29 February 2023 and 31 April.
      ("spring.jpg", Self.noon(2023, 3, 1)), ("tulip.jpg", Self.noon(2022, 3, 2)),
    ]
    var state = BrowserState()
    _ = state.apply(
      .list(
        photos.enumerated().map { number, photo in
          LibraryPhoto(
            PhotoID(number), Photo(path: "/photos/\(photo.0)"),
            // The local time zone differs from universal time by less than the hours up to noon.
            revision: photo.1.map { time in
              FileRevision(
                identity: FileIdentity(device: 1, inode: 1), byteCount: 1,
                modified: (number == 1 ? time : 0) * 1_000_000_000)
            },
            metadata: number == 1 ? nil : PhotoMetadata(taken: photo.1))
        }))
    _ = state.apply(.show(.grid))
    _ = state.apply(.beginSearch)
    _ = state.apply(.find(text))
    #expect(state.search?.matches == matches)
    // Letter by letter, the matches are the same.
    var typed = state
    for end in text.indices { _ = typed.apply(.find(String(text[...end]))) }
    #expect(typed.search?.matches == matches)
  }

  @Test("A date that is typed letter by letter keeps its match between the letters that complete a part")
  func typedDate() {
    var state = BrowserState()
    let times = [Self.noon(2023, 1, 1), Self.noon(2024, 5, 12), Self.noon(2024, 5, 13)]
    _ = state.apply(
      .list(
        times.enumerated().map {
          LibraryPhoto(PhotoID($0), Photo(path: "/photos/\($0).jpg"), metadata: PhotoMetadata(taken: $1))
        }))
    _ = state.apply(.show(.grid))
    _ = state.apply(.beginSearch)
    _ = state.apply(.find("2024"))
    for text in ["2024-", "2024-0", "2024-05", "2024-05-", "2024-05-0"] {
      _ = state.apply(.find(text))
      #expect(state.currentIndex == 1 && state.searchResult == "1 of 2", "\(text)")
    }
    _ = state.apply(.find("2024-05-13"))
    #expect(state.currentIndex == 2 && state.searchResult == "1 of 1")
  }

  @Test("A search for a date reads the dates, shows the progress, and goes to the match when it is known")
  func unreadDates() {
    func list(_ times: [Int64?]) -> BrowserInput {
      .list(
        times.enumerated().map {
          LibraryPhoto(
            PhotoID($0), Photo(path: "/photos/\($0).jpg"), metadata: $1.map { PhotoMetadata(taken: $0) })
        })
    }
    var state = BrowserState()
    _ = state.apply(list([nil, nil, nil, nil]))
    _ = state.apply(.show(.grid))
    _ = state.apply(.beginSearch)
    #expect(!state.apply(.find("beach")).contains(.readDates) && state.searchResult == "No match")
    #expect(state.apply(.find("2014-05")).contains(.readDates))
    #expect(state.searchResult == "Reading, 0% of dates" && state.search?.isReading == true)
    let (may, other) = (Self.noon(2014, 5, 15), Self.noon(2020, 1, 1))
    _ = state.apply(list([other, other, nil, nil]))
    #expect(state.searchResult == "Reading, 50% of dates" && state.currentIndex == 0)
    _ = state.apply(list([other, other, nil, may]))
    #expect(state.searchResult == "1 of 1, 75% of dates" && state.currentIndex == 3)
    // The user goes elsewhere, and stays there.
    _ = state.apply(.goTo(PhotoID(1)))
    _ = state.apply(list([other, other, may, may]))
    #expect(state.searchResult == "2 matches" && state.currentIndex == 1 && state.search?.isReading == false)
    #expect(!state.apply(.find("2014-05-15")).contains(.readDates))
  }

  /// The processor time of the work, in seconds, which other programs do not lengthen.
  private static func processorTime(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    work()
    return now() - start
  }

  @Test("Each letter of a search in 100,000 names with marks takes at most a few frames of the screen")
  func large() {
    var photos: [LibraryPhoto] = []
    let folding = Self.processorTime {
      photos = (0..<100_000).map {
        LibraryPhoto(PhotoID($0), Photo(path: "/photos/Été à la plage – été \($0).jpg"))
      }
    }
    var state = BrowserState()
    _ = state.apply(.list(photos))
    _ = state.apply(.show(.grid))
    _ = state.apply(.beginSearch)
    var times: [Double] = []
    for text in ["p", "pl", "pla", "plage 99", "plage 999", "plage 9999", "qu", "2024-05", "ete 1"] {
      times.append(Self.processorTime { _ = state.apply(.find(text)) })
    }
    print("search in 100,000 names: folded once in \(folding), a letter \(times)")
    #expect(state.search?.matches.isEmpty == false)
    #expect(times.max().map { $0 < 0.15 } == true, "\(times)")
  }

  @Test("A NUL in a text separates words")
  func zeroByte() {
    var state = Self.state(Self.names)
    _ = state.apply(.beginSearch)
    _ = state.apply(.find("größe\0lake"))
    #expect(state.searchResult == "No match")
    _ = state.apply(.find("lake\0MOUNT"))
    #expect(state.currentPhoto?.photo.name == "mountain lake.jpg")
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
      func plain(_ text: String) -> String { text.lowercased().replacing("ä", with: "a") }
      let words = plain(search.text).split(whereSeparator: \.isWhitespace)
      let matches = state.photos.indices.filter { index in
        let name = plain(state.photos[index].photo.name)
        return !words.isEmpty && words.allSatisfy { name.contains($0) }
      }
      #expect(search.matches == matches)
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
