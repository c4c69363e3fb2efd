internal import CarouselUI

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

  /// The commands of the page of a slideshow.
  static let slideshowPage = [slideshowPrevious, slideshowNext, slideshowPause]
}
