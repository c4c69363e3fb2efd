internal import CarouselUI
internal import Glibc
internal import Kiosk

extension Window {
  /// Sets the behavior of the window of a screen.
  func prepareForKiosk() {
    wantsFullscreen = true
    inhibitsIdle = true
    hidesCursorWhileTouching = true
    cursorHidingDelay = Self.cursorTime
    frameWaitLimit = Self.frameTime
  }

  /// The time without a movement of the pointer after which the cursor is hidden, in seconds.
  private static var cursorTime: Double { 3 }

  /// The time after which a compositor has lost a frame callback, in seconds. Without a limit, the show would stop.
  private static var frameTime: Double { 1 }
}

extension KioskSettings {
  /// The languages for visitors, at least one.
  var visitorLanguages: [KioskLanguage] {
    languages.isEmpty ? [.ofSystem { name in getenv(name).map { String(cString: $0) } }] : languages
  }
}
