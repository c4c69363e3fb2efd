import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// The kiosk on the compositors that kiosks use. Each picture of the screen equals the one that the kiosk has drawn.
  @Suite("Kiosk stories") struct KioskStories {
    private let center = ScreenPoint(Double(KioskStage.size.width) / 2, Double(KioskStage.size.height) / 2)
    private let corner = ScreenPoint(20, 20)

    @Test(
      "The show fills the screen; the first touch moves the carousel, a tap opens a card, and after the idle time the show is back",
      .proves("D096"), arguments: KioskStage.allCases)
    func visit(stage: KioskStage) throws {
      try stage.play("kiosk, visit") { kiosk in
        try kiosk.wait("the pictures") { ($0["items"] as? [String])?.count == 7 }
        let show = try kiosk.settledPicture("\(stage)-attract")
        #expect(show.width == KioskStage.size.width && show.height == KioskStage.size.height)
        #expect(photo(at: center, of: show) == 0)
        let input = kiosk.session.input
        input.dragAndHold(.finger, from: center, to: ScreenPoint(center.x - 340, center.y))
        try kiosk.wait(for: "phase", "visit")
        let carousel = try kiosk.settledPicture("\(stage)-carousel")
        #expect(photo(at: center, of: carousel) == 1)
        input.tap(.finger, at: center)
        try kiosk.wait("a card") { $0["card"] as? Bool == true }
        let card = try kiosk.settledPicture("\(stage)-card")
        #expect(photo(at: center, of: card) == 1)
        try kiosk.wait(for: "phase", "attract")
        let next = try kiosk.settledPicture("\(stage)-returned")
        #expect(photo(at: center, of: next) != nil)
      }
    }

    /// The number of the photo that is seen at a place. JPEG changes its color a little.
    private func photo(at point: ScreenPoint, of picture: Bitmap) -> Int? {
      let found = picture[point]
      return SamplePhotos.colors.firstIndex { color in
        [(color.red, found.red), (color.green, found.green), (color.blue, found.blue)].allSatisfy {
          abs(Int($0.0) - Int($0.1)) <= 4
        }
      }
    }

    @Test(
      "A finger in the corner opens the pad, and the PIN the service page; keys do not end the kiosk",
      .proves("D097"), arguments: KioskStage.allCases)
    func service(stage: KioskStage) throws {
      try stage.play("kiosk, service") { kiosk in
        try kiosk.wait("the pictures") { ($0["items"] as? [String])?.count == 7 }
        // A touch before the window is shown reaches no window.
        try kiosk.settledPicture("\(stage)-show")
        let input = kiosk.session.input
        for key in [UserInput.Key.q, .escape, .f] { input.tap(key) }
        input.press(.finger, at: corner)
        try kiosk.wait(for: "service", "pad")
        input.lift(.finger)
        try kiosk.settledPicture("\(stage)-pad")
        for key in Kiosk.keysOfPIN {
          input.tap(.finger, at: key)
          try kiosk.call("settle", "within=60")
        }
        try kiosk.wait(for: "service", "page")
        try kiosk.settledPicture("\(stage)-service")
      }
    }

    @Test(
      "A screen that is unplugged and replaced by another one, also by a turned one, shows the picture, on sway",
      .proves("D084"), .needs(.sway), arguments: [false, true])
    func unplugged(isTurned: Bool) throws {
      let (width, height) = KioskStage.size
      try withHeadless(width: width, height: height) { host in
        let next = isTurned ? ["output WL-2 transform 90"] : []
        let sway = try Sway(in: host, outputs: 1, configuration: ["default_border none"] + next)
        defer { sway.end() }
        let story = { (kiosk: Kiosk) in
          try kiosk.wait("the pictures") { ($0["items"] as? [String])?.count == 7 }
          try kiosk.settledPicture("sway-before")
          try host.changeWindow(.close)
          try kiosk.wait("no screen") { ($0["outputs"] as? [String])?.isEmpty == true }
          try sway.addOutput()
          try kiosk.wait("the screen") { ($0["outputs"] as? [String]) == ["WL-2"] }
          let picture = try kiosk.settledPicture("sway-plugged-\(isTurned)")
          #expect((picture.width < picture.height) == isTurned)
          let middle = ScreenPoint(Double(picture.width) / 2, Double(picture.height) / 2)
          #expect(photo(at: middle, of: picture) == 0)
        }
        try KioskStage.perform(story, on: sway)
      }
    }
  }
}
