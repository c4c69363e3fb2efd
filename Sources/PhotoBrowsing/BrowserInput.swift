package import Geometry
package import PhotoLibrary

/// A command of the user or an event that changes a ``BrowserState``.
package enum BrowserInput: Hashable, Sendable {
  /// The library has a new list of photos, in an order, or with `nil` in the chosen one.
  case list([LibraryPhoto], order: PhotoOrder? = nil)
  /// The library has listed all files, and knows their places in the order, so that the photos before the current one stay the same
  /// for now.
  case listCompleted
  /// The user has given a file or folders, which the next list shows. The file becomes the current photo as soon as the list
  /// contains it; without a file, the first photo does. The page is then shown, as the root from which Escape ends the program. A
  /// slideshow leads to the single page.
  case open(Photo?, on: BrowserState.Page)
  /// A page that scrolls by itself shows a photo on its way. A photo that is not in the list is ignored.
  case passed(PhotoID)
  /// A page rests at a photo, or the user has chosen it there. A photo that is not in the list is ignored.
  case chose(PhotoID)
  /// Shows a photo. A photo that is not in the list is ignored.
  case goTo(PhotoID)
  /// The user drags the strip, and the photo passes its middle. The page shows it without a motion.
  case scrub(to: PhotoID)
  /// Moves by a number of photos; negative numbers move back.
  case step(Int)
  case first
  case last
  /// Shows a page with the current photo.
  case show(BrowserState.Page)
  /// The user has closed the page with a gesture: the page from which it was opened returns, or else the carousel.
  case closePage
  /// Escape: undoes the last of these steps: the key help, full screen, a page. If there is none, the program ends.
  case dismiss
  case toggleHelp
  case toggleFullscreen
  /// The window has entered or left full screen.
  case fullscreenChanged(Bool)
  /// Shows or hides a part of the window.
  case setPart(BrowserState.Part, Bool)
  case zoom(PhotoZoom)
  /// The user has zoomed the photo with a gesture. The page already shows it at this scale.
  case zoomed(PhotoZoom)
  /// A swipe has ended, so that the photo in the middle rests. The swipe has shown it at its fitting size.
  case swipeEnded
  /// Changes whether the next photo is shown at the same zoom.
  case toggleKeepZoom
  /// Rotates the view of the current photo by clockwise quarter turns; negative numbers rotate counterclockwise.
  case rotate(Int)
  /// Mirrors the view of the current photo from left to right.
  case mirror
  /// The file of a photo states another orientation now. It is shown with `view` in addition.
  case orientationSaved(PhotoID, view: ImageOrientation)
  /// Shows the next background.
  case nextBackground
  /// Begins a search for photos by their names.
  case beginSearch
  /// Searches for a text. The first match is shown, counted from the photo at which the search began.
  case find(String)
  /// Shows the next match, or with a negative number the previous one.
  case findNext(Int)
  /// Ends the search. The photo that was found stays.
  case endSearch
  /// Sorts the photos.
  case sort(PhotoOrder)
  /// Changes the settings of the slideshow.
  case setSlideshow(SlideshowOptions)
  case quit

  /// Whether the photo that the input leads to depends on the order of the list.
  var dependsOnOrder: Bool {
    switch self {
    case .step, .first, .last, .findNext: true
    default: false
    }
  }

  /// Whether the input names the photo that it leads to, so that moves before it mean nothing.
  var namesPhoto: Bool {
    switch self {
    case .goTo, .scrub: true
    default: false
    }
  }

  /// Whether the user goes to a photo that no search has found.
  var movesElsewhere: Bool {
    switch self {
    case .goTo, .scrub, .step, .first, .last: true
    default: false
    }
  }

  /// Whether the user looks at the current photo closely, so that a list that grows does not replace it.
  var looksClosely: Bool {
    switch self {
    case .zoomed(let zoom): zoom != .fit
    case .setPart(.panel, true), .nextBackground, .toggleKeepZoom: true
    default: false
    }
  }

  /// Whether the user acts on the photos that are shown, so that a given file does not replace them later.
  var endsWaitForFile: Bool {
    switch self {
    case .goTo, .scrub, .step, .first, .last, .show, .zoom, .closePage, .rotate, .mirror, .find, .findNext:
      true
    default: false
    }
  }
}

/// An action of the program that follows from an input.
package enum BrowserEffect: Hashable, Sendable {
  /// The carousel scrolls by a number of photos, from where its present motion ends, or the slideshow goes on or back.
  case step(Int)
  /// The carousel scrolls to a photo, or the slideshow shows it.
  case scroll(to: PhotoID)
  /// The shown page shows a photo in the next frame.
  case show(PhotoID)
  /// Another page replaces the shown one.
  case showPage(BrowserState.Page, from: BrowserState.Page)
  case setHelp(Bool)
  case setFullscreen(Bool)
  /// The single page shows the current photo at a zoom: in a motion, or in the next frame.
  case zoom(PhotoZoom, animated: Bool)
  /// The pages show a photo with its new orientation.
  case orient(PhotoID)
  /// The pages load a photo again, whose file states another orientation now, and then show it with its new orientation.
  case reload(PhotoID)
  case setBackground(PhotoBackground)
  /// Shows or hides the field of the search.
  case setSearch(Bool)
  /// The library sorts the photos.
  case sort(PhotoOrder)
  /// The dates in the files of the photos are read, because the user searches for a date.
  case readDates
  /// The slideshow has other settings.
  case setSlideshow(SlideshowOptions)
  case quit
}
