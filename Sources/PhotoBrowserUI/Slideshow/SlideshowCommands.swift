internal import CarouselUI
internal import PhotoBrowsing

extension PhotoCommands {
  static let slideshow = Command(
    "photo.slideshow", title: "Start or end the slideshow", icon: .play,
    shortcuts: [Shortcut(.f5, allowsShift: true)])
  // The page of a slideshow handles these commands before the window handles its own.
  static let slideshowPrevious = Command(
    "slideshow.previous", title: "Previous photo",
    shortcuts: [Shortcut(.left), Shortcut(.up), Shortcut(.backspace), Shortcut(.pageUp)], isRepeating: true)
  static let slideshowNext = Command(
    "slideshow.next", title: "Next photo",
    shortcuts: [Shortcut(.right), Shortcut(.down), Shortcut(.pageDown), Shortcut(.return)], isRepeating: true)
  static let slideshowPause = Command(
    "slideshow.pause", title: "Pause the slideshow, or let it go on", shortcuts: [Shortcut(.space)])

  static let slideshowLonger = Command(
    "slideshow.longer", title: "Longer for each photo", shortcuts: [Shortcut("+"), Shortcut("=")],
    isRepeating: true)
  static let slideshowShorter = Command(
    "slideshow.shorter", title: "Shorter for each photo", shortcuts: [Shortcut("-")],
    isRepeating: true)
  /// The times for each photo, in seconds, each with its command.
  static let slideshowIntervals: [(seconds: Double, command: Command)] = [2, 3, 5, 10, 30, 60].map {
    seconds in
    (
      Double(seconds),
      Command("slideshow.interval\(seconds)", title: "Show each photo for \(seconds) seconds")
    )
  }
  static let slideshowRandom = Command("slideshow.random", title: "Slideshow in random order")
  /// The transitions of the slideshow, each with its command.
  static let slideshowTransitions: [(transition: SlideshowTransition, command: Command)] =
    SlideshowTransition.named.map { name, transition in
      (transition, Command("transition.\(name)", title: "Transition \(words(of: name))"))
    }

  /// The commands of the page of a slideshow.
  static let slideshowPage = [
    slideshowPrevious, slideshowNext, slideshowPause, slideshowLonger, slideshowShorter,
  ]
  /// The settings of the slideshow, which can be changed on all pages.
  static let slideshowSettings =
    slideshowIntervals.map(\.command) + [slideshowRandom] + slideshowTransitions.map(\.command)
}
