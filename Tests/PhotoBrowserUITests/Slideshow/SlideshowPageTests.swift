import CarouselUI
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import TestBitmaps
import TestSupport
import Testing
import Views

/// The slideshow in a window, on virtual time.
@MainActor
struct SlideshowPageTests {
  private func rig(
    _ count: Int = 4, page: BrowserState.Page? = .single, _ transition: SlideshowTransition = .fade,
    interval: Double = 2
  ) throws -> BrowserRig {
    var options = SlideshowOptions()
    (options.interval, options.transition) = (interval, transition)
    return try BrowserRig(count: count, page: page, slideshow: options)
  }

  @Test(
    "F5 starts the slideshow at the current photo, and Escape returns to the page from which it was started, at the photo shown last",
    arguments: [BrowserState.Page.single, .grid, .carousel])
  func startAndEnd(page: BrowserState.Page) async throws {
    let rig = try rig(page: page)
    try await rig.settle()
    try await rig.press(.f5)
    try await rig.settle()
    #expect(rig.state.page == .slideshow && rig.title == "0.png – 1 of 4" && rig.middle == rig.currentColor)
    #expect(throws: Never.self) { try rig.ui.find(.image, "0.png") }
    try await rig.run(seconds: 2.2)
    try await rig.settle()
    #expect(rig.title == "1.png – 2 of 4" && rig.middle == rig.currentColor)
    try await rig.press(.escape)
    try await rig.settle()
    #expect(rig.state.page == page && rig.title == "1.png – 2 of 4" && rig.state.currentIndex == 1)
    if page == .single { #expect(rig.middle == rig.currentColor) }
    try await rig.press(.escape)
    try await rig.settle()
    #expect(rig.hasQuit)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A slideshow that is started in a narrow window with a panel shows no panel in full screen")
  func withoutPanel() async throws {
    let rig = try BrowserRig(timersWith: 3, page: .single, parts: [.panel])
    try await rig.settle()
    rig.compositor.topmost?.resize(width: 400, height: 300)
    try await rig.session.frames(4)
    try await rig.settle()
    try await rig.press(.f5)
    try await rig.settle()
    #expect(rig.state.page == .slideshow && rig.ui.contentView.size.width > 600)
    #expect(rig.browser.slideshow.frame.size.width == rig.ui.contentView.size.width)
    #expect(!rig.state.parts.contains(.panel))
  }

  @Test("While the show runs, the screen stays on; not while it is paused or has ended")
  func idle() async throws {
    let rig = try rig()
    try await rig.settle()
    #expect(!rig.inhibitsIdle)
    try await rig.press(.f5)
    try await rig.settle()
    #expect(rig.inhibitsIdle)
    try await rig.press(" ")
    try await rig.settle()
    #expect(!rig.inhibitsIdle)
    try await rig.run(seconds: 10)
    #expect(rig.state.currentIndex == 0)
    #expect(throws: Never.self) { try rig.ui.find(.label, "Paused") }
    try await rig.press(" ")
    try await rig.settle()
    #expect(rig.inhibitsIdle)
    try await rig.press(.f5)
    try await rig.settle()
    #expect(!rig.inhibitsIdle && rig.state.page == .single)
  }

  @Test("A touch pauses at once; keys show the next and the previous photo within 100 ms")
  func touchAndKeys() async throws {
    let rig = try rig(interval: 60)
    try await rig.settle()
    try await rig.press(.f5)
    try await rig.settleNeighbors()
    rig.compositor.seat.keyboard.press(.right)
    rig.compositor.seat.keyboard.release(.right)
    try await rig.session.frames(6)
    #expect(rig.state.currentIndex == 1 && rig.title == "1.png – 2 of 4")
    try await rig.settle()
    try await rig.press(.left)
    try await rig.settle()
    #expect(rig.state.currentIndex == 0 && rig.middle == rig.currentColor)
    rig.compositor.seat.touch.down(at: (300, 200))
    try await rig.session.frames(3)
    #expect(rig.browser.slideshow.show?.isPaused == true)
    rig.compositor.seat.touch.up()
    try await rig.settle()
    #expect(rig.browser.slideshow.show?.isPaused == true)
  }

  @Test(
    "From the single page into the show and through its fades, no frame is darker than both photos",
    .proves("D087"))
  func neverDark() async throws {
    let rig = try rig(interval: 1)
    try await rig.settle()
    var lumas = (0..<4).map { rig.luma(ofPhoto: $0) }
    lumas.append(lumas[0])
    rig.compositor.seat.keyboard.press(.f5)
    rig.compositor.seat.keyboard.release(.f5)
    for number in 0..<240 {
      try await rig.session.frames(1)
      try await Task.sleep(for: .milliseconds(1))
      let index = rig.state.currentIndex ?? 0
      let least = min(lumas[index], lumas[(index + 3) % 4], lumas[0])
      #expect(rig.meanLuma >= least - 0.01, "frame \(number): \(rig.meanLuma) for \(least)")
    }
    #expect(rig.state.page == .slideshow && (rig.state.currentIndex ?? 0) >= 1)
  }

  @Test("From the carousel, the show begins with the current photo, and no frame shows another one")
  func beginsWithCurrent() async throws {
    var options = SlideshowOptions()
    options.interval = 60
    let rig = try BrowserRig(count: 4, page: .carousel, slideshow: options)
    try await rig.settle()
    for _ in 0..<2 {
      try await rig.press(.right)
      try await rig.settle()
    }
    rig.compositor.seat.keyboard.tap(.f5)
    for number in 0..<60 {
      try await rig.session.frames(1)
      try await Task.sleep(for: .milliseconds(1))
      #expect(rig.middle == BrowserRig.color(2), "frame \(number)")
    }
    #expect(rig.state.page == .slideshow && rig.state.currentIndex == 2)
  }

  @Test("A show that is started directly after the size of the window changed loads its photos")
  func startedAfterResize() async throws {
    var options = SlideshowOptions()
    options.interval = 60
    for page in [BrowserState.Page.carousel, .single] {
      let rig = try BrowserRig(count: 4, page: page, slideshow: options)
      try await rig.settle()
      rig.compositor.topmost?.resize(width: 900, height: 700)
      // The other photos wait for a tenth of a second.
      try rig.session.frame()
      rig.compositor.seat.keyboard.tap(.f5)
      for _ in 0..<600 where rig.state.page != .slideshow || rig.browser.slideshow.loadCount > 0 {
        try await rig.session.frames(1)
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(rig.state.page == .slideshow && rig.browser.slideshow.loadCount == 0, "\(page)")
    }
  }

  @Test("Between two photos nothing is drawn")
  func rest() async throws {
    let rig = try rig(interval: 30)
    try await rig.settle()
    try await rig.press(.f5)
    try await rig.settleNeighbors()
    var drawn = 0
    rig.ui.onFrame = { if $0.isCommitted { drawn += 1 } }
    try await rig.run(seconds: 20)
    #expect(drawn == 0 && rig.ui.window.isAtRest && rig.state.currentIndex == 0)
    try await rig.run(seconds: 11)
    #expect(drawn > 10 && rig.state.currentIndex == 1)
  }

  @Test(
    "A photo that is removed while it is shown is replaced by the next one, and no other name stands over it")
  func removed() async throws {
    let rig = try rig(interval: 30)
    try await rig.settle()
    try await rig.press(.f5)
    try await rig.settleNeighbors()
    let color = rig.color(at: 0)
    try rig.remove([0])
    for _ in 0..<60 {
      try await rig.session.frames(1)
      try await Task.sleep(for: .milliseconds(1))
      if rig.middle == color {
        #expect(rig.title == "Photos" || rig.browser.slideshow.shownID == rig.state.current)
      }
    }
    try await rig.settle()
    #expect(rig.title == "1.png – 1 of 3" && rig.middle == rig.currentColor)
    try rig.remove(0..<3)
    try await rig.settle()
    #expect(
      rig.state.page == .carousel && rig.title == "Photos"
        && !rig.inhibitsIdle)
  }

  @Test("After a show, each page leads back to the page from which it was opened, however they were opened")
  func history() async throws {
    let rig = try rig(page: nil)
    try await rig.settle()
    for key: Character in ["g"] { try await rig.press(key) }
    try await rig.settle()
    try await rig.press(.enter)
    try await rig.settle()
    #expect(rig.state.page == .single)
    try await rig.press(.f5)
    try await rig.settle()
    for page in [BrowserState.Page.single, .grid, .carousel] {
      try await rig.press(.escape)
      try await rig.settle()
      #expect(rig.state.page == page)
    }
    // From a show in place of the carousel, a photo that is opened leads back to the carousel.
    try await rig.press(.f5)
    try await rig.settle()
    #expect(rig.ui.contentView.perform(Command("photo.open", title: "")))
    try await rig.settle()
    #expect(rig.state.page == .single && !rig.inhibitsIdle && rig.middle == rig.currentColor)
    try await rig.session.drag(from: Point(x: 320, y: 200), to: Point(x: 320, y: 420), frames: 12)
    try await rig.session.holdAndRelease()
    try await rig.settle()
    #expect(rig.state.page == .carousel && rig.browser.gridPage.isHidden && rig.browser.slideshow.isHidden)
    #expect(rig.middle == rig.currentColor)
  }

  @Test(
    "A show with which the program starts is not the page of files that are opened later, and is not remembered"
  )
  func startPage() async throws {
    let rig = try rig(page: .slideshow)
    var remembered: [BrowserState.Page] = []
    rig.browser.onChoice = { page, _ in remembered.append(page) }
    try await rig.settle()
    #expect(rig.state.page == .slideshow && rig.inhibitsIdle)
    try rig.openOther(3, file: true)
    try await rig.settle()
    #expect(rig.state.page == .single && !rig.inhibitsIdle)
    try await rig.press(.f5)
    try await rig.settle()
    #expect(rig.state.page == .slideshow && !remembered.contains(.slideshow))
  }

  @Test(
    "A show fills the screen with its photos alone; afterwards the window has its parts and its size again")
  func alone() async throws {
    let rig = try rig(interval: 60)
    try await rig.settle()
    try await rig.press("i")
    try await rig.settle()
    func name() throws -> String? { (try rig.ui.find(.label, "Name").view as? SelectableLabel)?.text }
    #expect(try name() == "0.png" && !rig.ui.window.state.contains(.fullscreen))
    try await rig.press(.f5)
    try await rig.settle()
    #expect(rig.ui.window.state.contains(.fullscreen) && !rig.state.isFullscreen)
    #expect(throws: (any Error).self) { try rig.ui.find(.label, "Name") }
    #expect(rig.browser.slideshow.size == rig.ui.contentView.size)
    try await rig.press(.right)
    try await rig.settle()
    try await rig.press(.escape)
    try await rig.settle()
    #expect(try name() == "1.png" && !rig.ui.window.state.contains(.fullscreen) && rig.state.page == .single)
    // A window that was in full screen stays there.
    try await rig.press("f")
    try await rig.settle()
    try await rig.press(.f5)
    try await rig.settle()
    try await rig.press(.f5)
    try await rig.settle()
    #expect(rig.ui.window.state.contains(.fullscreen) && rig.state.isFullscreen && rig.state.page == .single)
  }

  @Test(
    "Keys change the time for each photo during the show, which is stated, takes effect at once and is remembered"
  )
  func interval() async throws {
    let rig = try rig(interval: 5)
    var remembered: [Double] = []
    rig.browser.onSlideshowChoice = { remembered.append($1.interval) }
    try await rig.settle()
    try await rig.press(.f5)
    try await rig.settleNeighbors()
    try await rig.press("-")
    try await rig.press("-")
    try await rig.press("-")
    try await rig.press("-")
    #expect(remembered == [4, 3, 2, 1])
    #expect(throws: Never.self) { try rig.ui.find(.label, "1 second for each photo") }
    try await rig.run(seconds: 1.3)
    // On a busy machine, a part of the second was over before the key.
    #expect([1, 2].contains(rig.state.currentIndex))
    try await rig.press("=")
    #expect(rig.state.slideshow.interval == 2)
    try await rig.press(" ")
    try await rig.run(seconds: 3)
    #expect(throws: Never.self) { try rig.ui.find(.label, "Paused") }
    #expect(throws: (any Error).self) { try rig.ui.find(.label, "2 seconds for each photo") }
    for _ in 0..<40 { try await rig.press("-") }
    #expect(rig.state.slideshow.interval == 0.5)
  }

  @Test("The menu has the interval, the order and the transition with a check mark, before and during a show")
  func settings() async throws {
    let rig = try rig(interval: 5)
    var remembered: [SlideshowOptions] = []
    rig.browser.onSlideshowChoice = { remembered.append($1) }
    try await rig.settle()
    for isRunning in [false, true] {
      if isRunning {
        try await rig.press(.f5)
        try await rig.settle()
      }
      let view = rig.browser.commandTarget
      func state(_ id: String) -> CommandState? { view.state(of: Command(id, title: "")) }
      #expect(
        state("transition.fade")?.isChecked == !isRunning
          && state("slideshow.interval10")?.isChecked == isRunning)
      for id in ["slideshow.interval10", "slideshow.random", "transition.cylinder"] {
        #expect(view.perform(Command(id, title: "")))
      }
      #expect(
        state("slideshow.interval10")?.isChecked == true && state("slideshow.interval5")?.isChecked == false)
      #expect(state("slideshow.random")?.isChecked == !isRunning)
      #expect(state("transition.cylinder")?.isChecked == true && state("transition.fade")?.isChecked == false)
      let titles = rig.browser.menuItems.map(\.title)
      #expect(titles.contains("Slideshow") && titles.contains("Transition"))
    }
    let last = try #require(remembered.last)
    #expect(last.interval == 10 && last.order == .list && last.transition == .carousel(.cylinder))
    // The next transition is the chosen one.
    try await rig.settleNeighbors()
    try await rig.press(.right)
    try await rig.session.frames(8)
    #expect(rig.browser.slideshow.show?.subviews.contains { $0 is CarouselView } == true)
    try await rig.settle()
  }

  @Test(
    "When the pointer moves, the header with the button that ends the show and the name appear, and leave again"
  )
  func pointer() async throws {
    var options = SlideshowOptions()
    options.interval = 60
    let rig = try BrowserRig(count: 4, page: .single, slideshow: options)
    try await rig.settle()
    for key: Character in ["h", "d"] { try await rig.press(key) }
    try await rig.settle()
    try await rig.press(.f5)
    try await rig.run(seconds: 4)
    func button() -> AccessibilityNode? {
      rig.ui.accessibilityTree().first { $0.role == .button && $0.name == "Start or end the slideshow" }
    }
    func showsName() -> Bool {
      rig.ui.accessibilityTree().first { $0.role == .label && $0.name == "0.png" } != nil
    }
    #expect(button() == nil && !showsName())
    rig.compositor.seat.pointer.move(to: (300, 240))
    try await rig.run(seconds: 0.5)
    #expect(button() != nil && showsName())
    try await rig.run(seconds: 4)
    #expect(button() == nil && !showsName() && rig.state.page == .slideshow)
    rig.compositor.seat.pointer.move(to: (310, 240))
    try await rig.run(seconds: 0.5)
    let place = try #require(button()?.frame.center)
    rig.compositor.seat.pointer.click(at: (place.x, place.y))
    try await rig.settle()
    #expect(rig.state.page == .single)
    // The header is in its place again. The window is too narrow for this button.
    try await rig.run(seconds: 4)
    #expect(
      rig.ui.accessibilityTree().first { $0.role == .button && $0.name == "Menu" } != nil)
  }

  @Test("After the shown photo was removed, no other name is in front of it")
  func nameOfRemoved() async throws {
    var options = SlideshowOptions()
    options.interval = 60
    let rig = try BrowserRig(count: 4, page: .single, slideshow: options)
    try await rig.settle()
    try await rig.press("d")
    try await rig.press(.f5)
    try await rig.settleNeighbors()
    let color = rig.color(at: 0)
    func shownName() -> String? {
      func text(_ view: View) -> String? {
        (view as? LabelView)?.text ?? view.subviews.lazy.compactMap { text($0) }.first
      }
      let overlay = rig.browser.content.subviews.first { $0 is PhotoOverlay && !$0.isHidden && $0.alpha > 0 }
      return overlay.flatMap { text($0) }
    }
    rig.compositor.seat.pointer.move(to: (300, 240))
    try await rig.session.frames(5)
    #expect(shownName() == "0.png")
    // The next photo takes some time.
    rig.replace(1, by: Bitmap(width: 4000, height: 4000, filledWith: rig.color(at: 1)))
    try rig.remove([0])
    var count = 0
    for number in 0..<60 where rig.pixel(0.5, 0.3) == color {
      rig.compositor.seat.pointer.move(to: (300 + Double(number), 240))
      try await rig.session.frames(1)
      // The name changes with the first frame of the transition.
      guard rig.browser.slideshow.shownID != rig.state.current else { break }
      #expect(shownName() != "1.png")
      count += 1
    }
    #expect(count > 3)
    try await rig.settle()
    rig.compositor.seat.pointer.move(to: (300, 240))
    try await rig.session.frames(5)
    #expect(shownName() == "1.png")
  }

  @Test("A show in random order shows each photo once, and the same seed the same order")
  func randomOrder() async throws {
    func order() async throws -> [Int] {
      var options = SlideshowOptions()
      (options.interval, options.order, options.transition) = (0.5, .random(seed: 5), .none)
      let rig = try BrowserRig(count: 6, page: .slideshow, slideshow: options)
      var shown: [Int] = []
      for _ in 0..<400 where shown.count < 6 {
        try await rig.session.frames(1)
        try await Task.sleep(for: .milliseconds(2))
        if rig.browser.slideshow.shownID != nil, let index = rig.state.currentIndex, shown.last != index {
          shown.append(index)
        }
      }
      return shown
    }
    let first = try await order()
    #expect(Set(first).count == 6)
    #expect(try await order() == first)
  }

  @Test(
    "Photos move over the page, and the window changes its size meanwhile",
    arguments: ["ken-burns", "cylinder", "timeMachine"])
  func moving(name: String) async throws {
    let transition = try #require(SlideshowTransition(named: name))
    let rig = try self.rig(4, transition, interval: 1)
    try await rig.settle()
    try await rig.press(.f5)
    try await rig.run(seconds: 1.4)
    rig.compositor.topmost?.resize(width: 500, height: 400)
    try await rig.run(seconds: 2.5)
    try await rig.press(" ")
    try await rig.run(seconds: 1.5)
    #expect(rig.middle == rig.currentColor && rig.title == rig.state.title)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }
}

extension BrowserRig {
  /// Whether the window keeps the screen on.
  var inhibitsIdle: Bool { compositor.surfaces.contains(where: \.inhibitsIdle) }

  /// Runs frames for a virtual time. In each of them, pictures may arrive.
  func run(seconds: Double) async throws {
    for _ in 0..<Int(seconds * 60) {
      try await session.frames(1)
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// The mean brightness of the window.
  var meanLuma: Double {
    let capture = session.capture()
    var (sum, count) = (0.0, 0.0)
    for y in stride(from: 0, to: capture.height, by: 8) {
      for x in stride(from: 0, to: capture.width, by: 8) {
        let bgra = capture[x, y]
        sum +=
          0.2126 * Double(bgra >> 16 & 255) + 0.7152 * Double(bgra >> 8 & 255) + 0.0722 * Double(bgra & 255)
        count += 1
      }
    }
    return sum / count / 255
  }

  /// The mean brightness of the single page with a photo of 900 × 700 pixels.
  func luma(ofPhoto index: Int) -> Double {
    let color = color(at: index)
    let photo =
      (0.2126 * Double(color.red) + 0.7152 * Double(color.green) + 0.0722 * Double(color.blue)) / 255
    let page = session.capture()
    let scale = min(Double(page.width) / 900, Double(page.height) / 700)
    let part = 900 * 700 * scale * scale / Double(page.width * page.height)
    return photo * part + 0.04 * (1 - part)
  }
}
