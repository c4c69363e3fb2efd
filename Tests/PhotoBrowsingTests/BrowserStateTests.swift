import Geometry
import PhotoBrowsing
import PhotoLibrary
import TestSupport
import Testing

/// The state of the photo browser.
struct BrowserStateTests {
  /// Returns photos with these numbers. Their names are `1.jpg` and so on.
  static func photos(_ numbers: Int...) -> [LibraryPhoto] { numbers.map(photo) }
  static func photo(_ number: Int) -> LibraryPhoto {
    LibraryPhoto(PhotoID(number), Photo(path: "/photos/\(number).jpg"))
  }
  /// Returns a state with the photos 1 to 5.
  static func started(at page: BrowserState.Page = .carousel) -> BrowserState {
    var state = BrowserState()
    _ = state.apply(.list(photos(1, 2, 3, 4, 5)))
    _ = state.apply(.show(page))
    return state
  }

  @Test("The first photo of the first list becomes the current one")
  func firstList() {
    var state = BrowserState()
    #expect(state.title == nil && state.current == nil && state.page == .carousel)
    #expect(state.apply(.list(Self.photos(7, 8))) == [.show(PhotoID(7))])
    #expect(state.title == "7.jpg – 1 of 2")
  }

  @Test("While the files are listed, the first photo of the list stays the current one, until the user acts")
  func firstOfGrowingList() {
    var state = BrowserState()
    _ = state.apply(.open(nil, on: .carousel))
    #expect(state.apply(.list(Self.photos(7))) == [.show(PhotoID(7))])
    #expect(state.apply(.list(Self.photos(5, 6, 7))) == [.show(PhotoID(5))])
    _ = state.apply(.toggleHelp)
    #expect(state.apply(.list(Self.photos(4, 5, 6, 7))) == [.show(PhotoID(4))])
    var complete = state
    #expect(complete.apply(.listCompleted) == [])
    #expect(complete.apply(.list(Self.photos(3, 4, 5))) == [] && complete.current == PhotoID(4))
    _ = complete.apply(.list([]))
    _ = complete.apply(.list(Self.photos(5)))
    #expect(complete.apply(.list(Self.photos(4, 5))) == [] && complete.current == PhotoID(5))
    for input: BrowserInput in [
      .chose(PhotoID(5)), .zoom(.actual), .show(.grid), .zoomed(.actual), .setPart(.panel, true),
    ] {
      var acting = state
      _ = acting.apply(input)
      let current = acting.current
      #expect(acting.apply(.list(Self.photos(2, 4, 5, 6, 7))) == [] && acting.current == current)
    }
  }

  @Test(
    "While photos get their places in the order, the first or the last one stays the current one on request")
  func followedEnd() {
    for page in BrowserState.Page.allCases {
      var state = Self.started(at: page)
      _ = state.apply(.listCompleted)
      _ = state.apply(.sort(PhotoOrder(.dateTaken)))
      _ = state.apply(.list(Self.photos(1, 2, 3, 4, 5)))
      #expect(!state.apply(.last).isEmpty)
      #expect(state.apply(.list(Self.photos(5, 1, 2, 3, 4))).last == .show(PhotoID(4)))
      // The carousel passes other photos on its way.
      _ = state.apply(.passed(PhotoID(2)))
      #expect(state.apply(.list(Self.photos(5, 4, 1, 2, 3))).last == .show(PhotoID(3)))
      #expect(state.title == "3.jpg – 5 of 5")
      var ended = state
      _ = ended.apply(.listCompleted)
      #expect(ended.apply(.list(Self.photos(3, 5, 4, 1, 2))) == [] && ended.current == PhotoID(3))
      _ = state.apply(.chose(PhotoID(1)))
      #expect(state.apply(.list(Self.photos(3, 5, 4, 1, 2))) == [] && state.current == PhotoID(1))
    }
  }

  @Test("Moves directly after a change of the order wait for the list in this order")
  func waitingMoves() {
    let reversed = PhotoOrder(.name, isReversed: true)
    for page in BrowserState.Page.allCases {
      var state = Self.started(at: page)
      _ = state.apply(.listCompleted)
      _ = state.apply(.sort(reversed))
      #expect(!state.isSorted)
      for input: BrowserInput in [.last, .step(-1), .findNext(1)] { #expect(state.apply(input) == []) }
      #expect(state.current == PhotoID(1) && state.title == "1.jpg – 1 of 5")
      // A list in the former order, because a file has come meanwhile.
      #expect(state.apply(.list(Self.photos(1, 2, 3, 4, 5, 6), order: PhotoOrder())) == [])
      let effects = state.apply(.list(Self.photos(6, 5, 4, 3, 2, 1), order: reversed))
      #expect(state.isSorted)
      if page == .carousel || page == .slideshow {
        #expect(effects == [.scroll(to: PhotoID(1)), .step(-1)])
      } else {
        #expect(effects.contains(.show(PhotoID(2))) && state.title == "2.jpg – 5 of 6")
      }
      #expect(state.apply(.list(Self.photos(6, 5, 4, 3, 2, 1), order: reversed)) == [])
    }
  }

  @Test("A photo that the user chooses, other folders, and the former order end the wait")
  func endedWait() {
    for input: BrowserInput in [.goTo(PhotoID(3)), .scrub(to: PhotoID(3)), .open(nil, on: .single)] {
      var state = Self.started(at: .single)
      _ = state.apply(.sort(PhotoOrder(.size)))
      _ = state.apply(.last)
      _ = state.apply(input)
      _ = state.apply(.list(Self.photos(5, 4, 3, 2, 1)))
      #expect(state.current == (input == .open(nil, on: .single) ? PhotoID(5) : PhotoID(3)))
    }
    var state = Self.started(at: .single)
    _ = state.apply(.sort(PhotoOrder(.size)))
    _ = state.apply(.last)
    #expect(state.apply(.sort(PhotoOrder())).contains(.show(PhotoID(5))) && state.isSorted)
  }

  @Test("The settings of the slideshow are an effect for its page, once")
  func slideshowSettings() {
    var state = Self.started()
    var options = state.slideshow
    (options.interval, options.isRandom, options.transition) = (30, true, .kenBurns)
    #expect(state.apply(.setSlideshow(options)) == [.setSlideshow(options)] && state.slideshow == options)
    #expect(state.apply(.setSlideshow(options)) == [])
  }

  @Test("A control character in a name is replaced in the title")
  func harmfulName() {
    var state = BrowserState()
    _ = state.apply(.list([LibraryPhoto(PhotoID(1), Photo(path: "/a\u{1B}b.jpg"))]))
    #expect(state.title == "a\u{FFFD}b.jpg – 1 of 1")
  }

  @Test("A given file is shown alone as soon as the list contains it; Escape then ends the program")
  func openedFile() {
    var state = BrowserState()
    #expect(state.apply(.open(Self.photo(3).photo, on: .single)) == [])
    #expect(state.apply(.list(Self.photos(1, 2))) == [.show(PhotoID(1))])
    #expect(
      state.apply(.list(Self.photos(1, 2, 3))) == [.showPage(.single, from: .carousel), .show(PhotoID(3))])
    #expect(state.title == "3.jpg – 3 of 3")
    var closed = state
    #expect(state.apply(.dismiss) == [.quit])
    #expect(closed.apply(.closePage) == [.showPage(.carousel, from: .single)])
    #expect(closed.apply(.dismiss) == [.quit])
  }

  @Test("A given file is no longer awaited when the user has chosen another photo")
  func awaitedFile() {
    var state = BrowserState()
    _ = state.apply(.open(Self.photo(3).photo, on: .single))
    _ = state.apply(.list(Self.photos(1, 2)))
    #expect(state.apply(.chose(PhotoID(2))) == [])
    #expect(state.apply(.list(Self.photos(1, 2, 3))) == [])
    #expect(state.current == PhotoID(2) && state.page == .carousel)
  }

  // MARK: Changes of the list

  @Test(
    "The current photo stays the current one when others are inserted, removed and moved, or it is renamed")
  func keptPhoto() {
    var state = Self.started()
    _ = state.apply(.chose(PhotoID(3)))
    #expect(state.apply(.list(Self.photos(9, 5, 3, 1))) == [])
    #expect(state.current == PhotoID(3) && state.currentIndex == 2)
    let renamed = LibraryPhoto(PhotoID(3), Photo(path: "/photos/new.jpg"))
    #expect(state.apply(.list([renamed])) == [])
    #expect(state.title == "new.jpg – 1 of 1")
  }

  @Test(
    "If the current photo is removed, the next remaining one follows, or else the previous one, or else one at the same place",
    arguments: [([1, 2, 4, 5], 4), ([1, 2, 5], 5), ([1, 2], 2), ([1], 1), ([6, 7, 8, 9], 8), ([6], 6)])
  func removedPhoto(rest: [Int], next: Int) {
    for page in BrowserState.Page.allCases {
      var state = Self.started(at: page)
      _ = state.apply(.chose(PhotoID(3)))
      #expect(state.apply(.list(rest.map(Self.photo))) == [.show(PhotoID(next))])
      #expect(state.currentPhoto?.id == PhotoID(next) && state.page == page)
    }
  }

  @Test("When the last photo is removed, the carousel is shown; photos that follow start at the first one")
  func everythingRemoved() {
    var state = Self.started(at: .grid)
    _ = state.apply(.show(.single))
    #expect(state.apply(.list([])) == [.showPage(.carousel, from: .single)])
    #expect(state.current == nil && state.title == nil && state.position == nil)
    for input: BrowserInput in [.step(1), .first, .last, .show(.single), .chose(PhotoID(1))] {
      #expect(state.apply(input) == [])
    }
    #expect(state.apply(.list(Self.photos(8, 9))) == [.show(PhotoID(8))])
    #expect(state.apply(.dismiss) == [.quit])
  }

  @Test("Other folders start at their first photo, also if they contain the current one")
  func otherFolders() {
    var state = Self.started(at: .single)
    _ = state.apply(.last)
    #expect(state.apply(.open(nil, on: .carousel)) == [])
    #expect(
      state.apply(.list(Self.photos(4, 5))) == [.showPage(.carousel, from: .single), .show(PhotoID(4))])
    _ = state.apply(.open(nil, on: .single))
    #expect(state.apply(.list(Self.photos(4, 5))) == [.showPage(.single, from: .carousel)])
    #expect(state.apply(.dismiss) == [.quit])
  }

  // MARK: Moving

  @Test("On the carousel, a step scrolls, and the photo that it reaches becomes the current one")
  func stepOnCarousel() {
    var state = Self.started()
    #expect(state.apply(.step(2)) == [.step(2)])
    #expect(state.apply(.last) == [.scroll(to: PhotoID(5))])
    #expect(state.current == PhotoID(1))
    #expect(state.apply(.chose(PhotoID(3))) == [])
    #expect(state.title == "3.jpg – 3 of 5")
    #expect(state.apply(.chose(PhotoID(77))) == [] && state.current == PhotoID(3))
  }

  @Test("On the single page, a step shows the photo at once, and stays within the list")
  func stepOnSinglePage() {
    var state = Self.started(at: .single)
    #expect(state.apply(.step(2)) == [.show(PhotoID(3)), .zoom(.fit, animated: false)])
    #expect(state.apply(.step(.max)) == [.show(PhotoID(5)), .zoom(.fit, animated: false)])
    #expect(state.apply(.step(1)) == [])
    #expect(state.apply(.step(.min)) == [.show(PhotoID(1)), .zoom(.fit, animated: false)])
    #expect(state.apply(.last).first == .show(PhotoID(5)))
    #expect(state.apply(.first).first == .show(PhotoID(1)))
  }

  // MARK: Zoom

  @Test("The next photo is shown to fit, unless the zoom is kept")
  func zoom() {
    var state = Self.started(at: .single)
    #expect(state.apply(.zoom(.actual)) == [.zoom(.actual, animated: true)])
    #expect(state.apply(.step(1)).last == .zoom(.fit, animated: false) && state.zoom == .fit)
    #expect(state.apply(.zoomed(.scale(2))) == [] && state.zoom == .scale(2))
    _ = state.apply(.toggleKeepZoom)
    #expect(state.apply(.step(1)) == [.show(PhotoID(3))] && state.zoom == .scale(2))
    // A motion could be interrupted by the next swipe, which would keep the scale in between.
    #expect(state.apply(.swipeEnded) == [.zoom(.scale(2), animated: false)])
  }

  @Test("Only the single page zooms")
  func zoomElsewhere() {
    for page in [BrowserState.Page.carousel, .grid] {
      var state = Self.started(at: page)
      #expect(state.apply(.zoom(.fill)) == [] && state.apply(.zoomed(.actual)) == [] && state.zoom == .fit)
    }
  }

  // MARK: Orientation

  @Test("Each photo keeps its rotation, until it is gone, or its file has another content")
  func orientation() {
    func photo(_ number: Int, version: Int64) -> LibraryPhoto {
      let identity = FileIdentity(device: 1, inode: UInt64(number))
      return LibraryPhoto(
        PhotoID(number), Photo(path: "/photos/\(number).jpg"),
        revision: FileRevision(identity: identity, byteCount: 1, modified: version), identity: identity)
    }
    var state = BrowserState()
    _ = state.apply(.list([photo(1, version: 1), photo(2, version: 1)]))
    #expect(state.apply(.rotate(1)) == [] && state.orientation == .upright)
    _ = state.apply(.show(.single))
    #expect(state.apply(.rotate(1)) == [.orient(PhotoID(1))] && state.orientation == .quarterClockwise)
    #expect(state.apply(.mirror) == [.orient(PhotoID(1))] && state.orientation == .transposed)
    _ = state.apply(.step(1))
    #expect(state.orientation == .upright && state.apply(.rotate(-1)) == [.orient(PhotoID(2))])
    _ = state.apply(.list([photo(2, version: 1), photo(1, version: 1)]))
    #expect(state.orientation(of: PhotoID(1)) == .transposed)
    #expect(state.orientation(of: PhotoID(2)) == .quarterCounterclockwise)
    // The change that the user has saved is reported later.
    #expect(state.apply(.orientationSaved(PhotoID(2), view: .mirrored)) == [.reload(PhotoID(2))])
    _ = state.apply(.list([photo(2, version: 2), photo(1, version: 2)]))
    #expect(state.orientation(of: PhotoID(1)) == .upright && state.orientation(of: PhotoID(2)) == .mirrored)
    _ = state.apply(.list([photo(2, version: 3)]))
    #expect(state.orientation(of: PhotoID(2)) == .upright)
    _ = state.apply(.rotate(1))
    _ = state.apply(.list([photo(1, version: 2)]))
    _ = state.apply(.list([photo(2, version: 3)]))
    #expect(state.orientation(of: PhotoID(2)) == .upright)
  }

  // MARK: Escape

  @Test("Escape undoes the last step first, and then ends the program")
  func dismiss() {
    var state = Self.started(at: .grid)
    _ = state.apply(.toggleFullscreen)
    _ = state.apply(.show(.single))
    _ = state.apply(.toggleHelp)
    #expect(state.isHelpShown && state.isFullscreen)
    #expect(state.apply(.dismiss) == [.setHelp(false)])
    #expect(state.apply(.dismiss) == [.showPage(.grid, from: .single)])
    #expect(state.apply(.dismiss) == [.setFullscreen(false)])
    #expect(state.apply(.dismiss) == [.showPage(.carousel, from: .grid)])
    #expect(state.apply(.dismiss) == [.quit])
  }

  @Test("The key help is in front of everything else, so Escape closes it first")
  func helpFirst() {
    var state = Self.started(at: .single)
    _ = state.apply(.toggleHelp)
    _ = state.apply(.toggleFullscreen)
    #expect(state.apply(.dismiss) == [.setHelp(false)])
    #expect(state.apply(.dismiss) == [.setFullscreen(false)])
  }

  @Test(
    "A slideshow fills the screen; Escape leaves it at its photo, also if the program was started with it")
  func slideshow() {
    var state = BrowserState()
    _ = state.apply(.open(nil, on: .slideshow))
    #expect(
      state.apply(.list(Self.photos(1, 2, 3)))
        == [.setFullscreen(true), .showPage(.slideshow, from: .carousel), .show(PhotoID(1))])
    _ = state.apply(.chose(PhotoID(2)))
    #expect(state.apply(.dismiss) == [.setFullscreen(false), .showPage(.single, from: .slideshow)])
    #expect(state.current == PhotoID(2))
    #expect(state.apply(.dismiss) == [.quit])
    _ = state.apply(.toggleFullscreen)
    #expect(state.apply(.show(.slideshow)) == [.showPage(.slideshow, from: .single)])
    #expect(state.apply(.toggleFullscreen) == [] && state.fillsScreen)
    #expect(state.apply(.closePage) == [.showPage(.single, from: .slideshow)] && state.isFullscreen)
    // The compositor ends full screen during the show.
    _ = state.apply(.show(.slideshow))
    #expect(state.apply(.fullscreenChanged(false)) == [] && !state.isFullscreen)
    #expect(state.apply(.closePage) == [.setFullscreen(false), .showPage(.single, from: .slideshow)])
    var whole = BrowserState(isFullscreen: true)
    _ = whole.apply(.open(nil, on: .slideshow))
    #expect(
      whole.apply(.list(Self.photos(1))) == [.showPage(.slideshow, from: .carousel), .show(PhotoID(1))])
    #expect(whole.apply(.dismiss) == [.showPage(.single, from: .slideshow)] && whole.isFullscreen)
  }

  @Test("A page that was opened from another one leads back to it, and not in circles")
  func pages() {
    var state = Self.started(at: .single)
    #expect(state.apply(.show(.grid)) == [.showPage(.grid, from: .single)])
    // A photo that is opened on the grid leads back to the grid.
    #expect(state.apply(.show(.single)) == [.showPage(.single, from: .grid)])
    #expect(state.apply(.show(.grid)) == [.showPage(.grid, from: .single)])
    #expect(state.apply(.show(.single)) == [.showPage(.single, from: .grid)])
    #expect(state.apply(.dismiss) == [.showPage(.grid, from: .single)])
    #expect(state.apply(.dismiss) == [.showPage(.carousel, from: .grid)])
    // The grid that was opened from a photo leads back to it.
    _ = state.apply(.show(.single))
    _ = state.apply(.show(.grid))
    #expect(state.apply(.closePage) == [.showPage(.single, from: .grid)])
    #expect(state.apply(.dismiss) == [.showPage(.carousel, from: .single)])
    _ = state.apply(.show(.grid))
    _ = state.apply(.show(.single))
    #expect(state.apply(.closePage) == [.showPage(.grid, from: .single)])
    #expect(state.apply(.show(.carousel)) == [.showPage(.carousel, from: .grid)])
    #expect(state.apply(.dismiss) == [.quit])
  }

  @Test("The state follows a window that enters or leaves full screen by itself")
  func fullscreen() {
    var state = Self.started()
    #expect(state.apply(.fullscreenChanged(true)) == [] && state.isFullscreen)
    #expect(state.apply(.fullscreenChanged(true)) == [] && state.isFullscreen)
    #expect(state.apply(.fullscreenChanged(false)) == [] && !state.isFullscreen)
    #expect(state.apply(.toggleFullscreen) == [.setFullscreen(true)])
    #expect(state.apply(.toggleFullscreen) == [.setFullscreen(false)])
  }

  @Test("A part of the window is shown and hidden on its own, and Escape does not undo it")
  func parts() {
    var state = BrowserState(parts: [.header])
    #expect(state.apply(.setPart(.header, true)) == [])
    for part in BrowserState.Part.allCases {
      let isShown = state.parts.contains(part)
      #expect(state.apply(.setPart(part, !isShown)) == [] && state.parts.contains(part) != isShown)
    }
    #expect(state.parts == [.strip, .panel, .name, .thumbnailNames])
    #expect(state.apply(.dismiss) == [.quit] && state.parts == [.strip, .panel, .name, .thumbnailNames])
  }

  @Test(
    "A photo that is chosen on the strip: the carousel moves to it, or shows it at once while the strip is dragged"
  )
  func strip() {
    let list = Self.photos(1, 2, 3, 4, 5)
    var state = BrowserState()
    _ = state.apply(.list(list))
    let id = list[3].id
    #expect(state.apply(.goTo(id)) == [.scroll(to: id)])
    #expect(state.apply(.scrub(to: id)) == [.show(id)] && state.current == id)
    #expect(state.apply(.scrub(to: id)) == [])
    _ = state.apply(.show(.single))
    for isScrubbing in [false, true] {
      let other = list[isScrubbing ? 1 : 2].id
      #expect(state.apply(isScrubbing ? .scrub(to: other) : .goTo(other)).first == .show(other))
      #expect(state.current == other)
    }
    #expect(state.apply(.scrub(to: PhotoID(99))) == [])
  }
}
