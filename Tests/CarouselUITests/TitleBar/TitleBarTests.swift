import CarouselUI
import HeadlessCompositor
import Testing

/// The title bar and the borders of a window whose compositor draws none.
@MainActor
struct TitleBarTests {
  /// A point of the title bar outside of the title and the buttons.
  private let free = (x: 130.0, y: 123.0)

  @Test(
    "If the compositor draws no title bar, the window has its own, and the content keeps the requested size"
  )
  func appears() throws {
    for hasProtocol in [false, true] {
      let rig = try TitleBarRig(hasProtocol: hasProtocol)
      #expect(rig.bar?.title == "Photos")
      #expect(rig.ui.contentView.size == Size(width: 320, height: 200))
      #expect(try rig.toplevel.size == (320, 246))
      #expect(try rig.toplevel.geometryOrigin == (32, 32))
      #expect(rig.compositor.protocolErrors.isEmpty)
    }
    for configure in [{ (_: CarouselWindow) in }, { $0.showsTitleBar = false }] {
      let isOff = try TitleBarRig(configure: configure).bar == nil
      let rig = try TitleBarRig(decorates: !isOff, configure: configure)
      #expect(rig.bar == nil)
      #expect(rig.ui.contentView.size == Size(width: 320, height: 200))
      #expect(try rig.toplevel.size == (320, 200))
      #expect(try rig.toplevel.geometryOrigin == (0, 0))
    }
  }

  @Test("The window's shadow is outside of the window, the corners are round, and the content is opaque")
  func shadow() throws {
    for scale in [1.0, 1.5] {
      let rig = try TitleBarRig(scale: scale)
      let capture = rig.compositor.capture()
      func pixel(_ x: Double, _ y: Double) -> UInt32 { capture[Int(x * scale), Int(y * scale)] }
      let bar = pixel(130, 102)
      #expect(bar == 0xffff_ffff, "without a desktop, the theme is light, and so is the bar")
      #expect(pixel(101, 101) != bar, "the corner is round")
      #expect(pixel(110, 330) == 0xff20_3040)
      #expect(pixel(418.5, 344) != 0xff20_3040, "a lower corner is round, too")
      #expect(pixel(414, 341) == 0xff20_3040 && pixel(418.5, 330) == 0xff20_3040)
      let (near, far) = (pixel(260, 349), pixel(260, 364))
      #expect(near & 0xff < far & 0xff && far & 0xff < 0x80)
      #expect(pixel(260, 380) == 0xff80_8080)
      for (a, b) in [
        ((94.0, 200.0), (94.0, 260.0)), ((425.0, 200.0), (425.0, 260.0)), ((200.0, 94.0), (300.0, 94.0)),
      ] {
        #expect(pixel(a.0, a.1) == pixel(b.0, b.1), "the shadow is the same along the whole edge")
      }
      // No seam is visible where a corner of the shadow meets an edge.
      for x in stride(from: 130.0, to: 142, by: 1 / scale) {
        #expect(abs(Int(pixel(x, 350) & 0xff) - Int(pixel(x + 1 / scale, 350) & 0xff)) <= 2)
      }
    }
  }

  @Test("If items extend beyond the content, they cover neither the shadow nor the title bar")
  func clips() throws {
    let rig = try TitleBarRig()
    let before = rig.compositor.capture()
    rig.ui.carousel.isVertical = true
    rig.ui.carousel.type = .linear
    rig.ui.carousel.scrollOffset = 1
    rig.run()
    let after = rig.compositor.capture()
    #expect(after[260, 160] != before[260, 160], "an item is at the upper side of the content")
    for (x, y) in [(300, 130), (260, 360), (90, 240), (430, 240), (260, 90)] {
      #expect(after[x, y] == before[x, y])
    }
  }

  @Test(
    "The buttons minimize, maximize, restore and close the window, with the pointer and by touch",
    arguments: [false, true])
  func buttons(byTouch: Bool) throws {
    let rig = try TitleBarRig()
    var (requests, closeCount) = (0, 0)
    rig.ui.shouldClose = {
      requests += 1
      return requests > 1
    }
    rig.ui.onClose = { closeCount += 1 }
    func press(_ item: TitleBarView.Item) throws {
      let point = try rig.place(of: item)
      if byTouch {
        rig.seat.touch.down(at: point)
        rig.compositor.run(frames: 2)
        rig.seat.touch.up()
        rig.run()
      } else {
        rig.click(point)
      }
    }
    try press(.maximize)
    #expect(try rig.toplevel.isMaximized)
    #expect(try rig.toplevel.size == (640, 480) && rig.toplevel.geometryOrigin == (0, 0))
    #expect(rig.ui.contentView.size == Size(width: 640, height: 434))
    #expect(rig.bar?.isMaximized == true && rig.bar?.isRounded == false)
    try press(.maximize)
    #expect(try !rig.toplevel.isMaximized)
    #expect(rig.ui.contentView.size == Size(width: 320, height: 200))
    try press(.close)
    #expect(requests == 1 && closeCount == 0)
    try press(.minimize)
    #expect(try rig.toplevel.isMinimized)
    try rig.toplevel.activate()
    rig.run()
    try press(.close)
    #expect(requests == 2 && closeCount == 1 && rig.compositor.toplevels.isEmpty)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("Dragging the title bar moves the window, with the pointer and by touch; a press alone does not")
  func moves() throws {
    let rig = try TitleBarRig()
    rig.seat.pointer.move(to: free)
    rig.seat.pointer.press()
    rig.seat.pointer.move(to: (free.x + 3, free.y))
    rig.compositor.settle()
    #expect(try rig.toplevel.moveRequestCount == 0)
    rig.seat.pointer.move(to: (free.x + 20, free.y))
    rig.compositor.settle()
    #expect(try rig.toplevel.moveRequestCount == 1)
    rig.seat.pointer.release()
    rig.seat.touch.down(at: free, id: 5)
    rig.seat.touch.move(to: (free.x, free.y + 20), id: 5)
    rig.compositor.settle()
    #expect(try rig.toplevel.moveRequestCount == 2)
    rig.seat.touch.up(id: 5)
    rig.run()
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "On the title bar, a double click maximizes or restores; other clicks and a long press open the window menu"
  )
  func otherPresses() throws {
    let rig = try TitleBarRig()
    rig.click(free)
    rig.click(free)
    #expect(try rig.toplevel.isMaximized)
    let upper = (x: 130.0, y: 20.0)
    rig.click(upper)
    rig.wait(1)
    #expect(try rig.toplevel.isMaximized, "a single click does nothing")
    rig.click(upper)
    rig.click(upper)
    #expect(try !rig.toplevel.isMaximized)
    rig.click(free, .right)
    #expect(try #require(rig.toplevel.lastMenuPosition) == (30, 23))
    rig.click((free.x + 10, free.y), .middle)
    #expect(try #require(rig.toplevel.lastMenuPosition) == (40, 23))
    rig.seat.touch.down(at: (free.x + 20, free.y))
    rig.compositor.settle()
    rig.wait(0.6)
    rig.run()
    #expect(try #require(rig.toplevel.lastMenuPosition) == (50, 23))
    rig.seat.touch.up()
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "Dragging an edge or corner resizes the window, with the pointer and by touch; each edge and corner has its cursor"
  )
  func resizes() throws {
    let rig = try TitleBarRig()
    let edges: [(x: Double, y: Double, edge: ResizeEdge, name: String)] = [
      (96, 220, .left, "w-resize"), (423, 220, .right, "e-resize"), (260, 96, .top, "n-resize"),
      (260, 349, .bottom, "s-resize"), (96, 96, .topLeft, "nw-resize"), (423, 96, .topRight, "ne-resize"),
      (96, 349, .bottomLeft, "sw-resize"), (423, 349, .bottomRight, "se-resize"),
    ]
    for (x, y, edge, name) in edges {
      rig.seat.pointer.move(to: (x, y))
      rig.compositor.run(frames: 1)
      #expect(rig.ui.cursors.first?.value.rawValue == name)
      rig.seat.pointer.press()
      rig.compositor.settle()
      #expect(try rig.toplevel.lastResizeEdge == edge.rawValue)
      rig.seat.pointer.release()
      rig.compositor.settle()
    }
    rig.seat.pointer.move(to: (260, 220))
    rig.compositor.run(frames: 1)
    #expect(rig.ui.cursors.isEmpty)
    rig.seat.touch.down(at: (423, 349), id: 8)
    rig.seat.touch.move(to: (440, 360), id: 8)
    rig.seat.touch.up(id: 8)
    rig.compositor.settle()
    #expect(try rig.toplevel.lastResizeEdge == ResizeEdge.bottomRight.rawValue)
    // Beyond the resize margin, events on the shadow go to the window below.
    rig.seat.pointer.move(to: (84, 220))
    rig.compositor.settle()
    #expect(rig.seat.pointer.focus == nil)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("Dragging a corner with a pen resizes the window; over each edge the pen has the edge's cursor")
  func resizesWithPen() throws {
    let rig = try TitleBarRig()
    let pen = rig.seat.addTool()
    rig.run()
    pen.move(to: (96, 220))
    rig.compositor.settle()
    #expect(rig.ui.cursors.first?.value.rawValue == "w-resize")
    rig.ui.invalidate()
    rig.run()
    #expect(rig.ui.cursors.first?.value.rawValue == "w-resize", "a frame keeps the cursor")
    pen.move(to: (423, 349))
    pen.down()
    rig.compositor.settle()
    #expect(try rig.toplevel.lastResizeEdge == ResizeEdge.bottomRight.rawValue)
    pen.move(to: (440, 360))
    pen.up()
    pen.move(to: (260, 220))
    rig.run()
    #expect(rig.ui.cursors.isEmpty)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("The title bar shows the title that the program sets")
  func title() throws {
    let rig = try TitleBarRig()
    let before = rig.compositor.capture()
    rig.ui.window.title = "Summer"
    rig.run()
    #expect(rig.bar?.title == "Summer")
    #expect(try rig.toplevel.title == "Summer")
    #expect(rig.compositor.capture() != before)
  }

  @Test("A full-screen window has no title bar; a tiled window has a title bar with square corners")
  func states() throws {
    let rig = try TitleBarRig()
    try rig.toplevel.setFullscreen(true)
    rig.run()
    #expect(rig.bar == nil)
    #expect(rig.ui.contentView.frame == Rect(x: 0, y: 0, width: 640, height: 480))
    #expect(rig.pixel(3, 3) == 0xff20_3040)
    try rig.toplevel.setFullscreen(false)
    rig.run()
    #expect(rig.ui.contentView.size == Size(width: 320, height: 200))
    try rig.toplevel.setTiled([.left, .top, .bottom], width: 320, height: 480)
    rig.run()
    #expect(rig.bar?.isRounded == false)
    #expect(try rig.toplevel.geometryOrigin == (0, 0))
    #expect(rig.ui.contentView.size == Size(width: 320, height: 434))
    #expect(rig.ui.window.rectangles.surface.size == Size(width: 352, height: 480))
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "The title bar has only the buttons that the compositor supports, and is pale while the window is inactive"
  )
  func capabilities() throws {
    let rig = try TitleBarRig()
    #expect(rig.bar?.trailingItems == [.minimize, .maximize, .close])
    try rig.toplevel.setCapabilities([.maximize])
    rig.run()
    #expect(rig.bar?.trailingItems == [.maximize, .close])
    #expect(rig.bar?.isActive == true)
    rig.seat.keyboard.focus(nil as Toplevel?)
    rig.run()
    #expect(rig.bar?.isActive == false)
    #expect(rig.pixel(130, 102) != 0xffff_ffff)
  }

  @Test("The size and the minimum size that the program sets for a window do not include the title bar")
  func sizes() throws {
    let rig = try TitleBarRig()
    var sizes: [Size] = []
    rig.ui.onResize = { sizes.append($0) }
    rig.ui.window.resize(to: Size(width: 400, height: 300))
    rig.ui.window.minimumSize = Size(width: 100, height: 80)
    rig.run()
    #expect(sizes == [Size(width: 400, height: 300)])
    #expect(rig.ui.contentView.size == Size(width: 400, height: 300))
    #expect(try rig.toplevel.size == (400, 346))
    #expect(try rig.toplevel.minimumSize == (100, 126))
    try rig.toplevel.resize(width: 1, height: 1)
    rig.run()
    #expect(rig.ui.contentView.size == Size(width: 1, height: 0))
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("The limits of the content's size exclude the title bar, and a dialog is a child of its window")
  func limitsAndDialog() throws {
    let rig = try TitleBarRig()
    rig.ui.minimumSize = Size(width: 100, height: 80)
    rig.ui.maximumSize = Size(width: 500, height: 300)
    rig.run()
    #expect(try rig.toplevel.minimumSize == (100, 126) && rig.toplevel.maximumSize == (500, 346))
    let dialog = CarouselWindow(
      title: "Dialog", appID: "cards", size: Size(width: 100, height: 80), system: rig.system,
      textures: TextureCache(queue: ManualPaintQueue()))
    dialog.transientParent = rig.ui
    rig.run()
    let child = try #require(rig.compositor.toplevels.first { $0.title == "Dialog" })
    let parent = try #require(rig.compositor.toplevels.first { $0.title == "Photos" })
    #expect(child.parent === parent && dialog.transientParent === rig.ui)
    dialog.transientParent = nil
    rig.run()
    #expect(child.parent == nil && rig.compositor.protocolErrors.isEmpty)
    dialog.close()
  }

  @Test("A resize of the window repaints neither the shadow nor the background")
  func paintsOnce() throws {
    let rig = try TitleBarRig()
    let frame = rig.ui.contentView.root
    var shadows: [View] = []
    func collect(_ view: View) {
      if view is PaintedView { shadows.append(view) }
      for subview in view.subviews where !(subview is CarouselView) { collect(subview) }
    }
    collect(frame)
    #expect(shadows.count == 9, "four corners, four edges and the background")
    let before = shadows.map(\.paintCount)
    #expect(before.allSatisfy { $0 == 1 })
    for width in [400, 500, 450] {
      try rig.toplevel.resize(width: width, height: 300)
      rig.run()
    }
    #expect(shadows.map(\.paintCount) == before)
  }

  @Test("In a window with a title bar, taps reach the content, and a menu opens at its view")
  func content() throws {
    let rig = try TitleBarRig()
    let button = View(frame: Rect(x: 20, y: 10, width: 80, height: 30))
    rig.ui.contentView.addSubview(button)
    rig.run()
    rig.click((130, 170))
    let menu = MenuView([MenuItem("Open")])
    let popup = try #require(rig.ui.present(menu, of: button))
    rig.run()
    let shown = try #require(rig.compositor.popups.first)
    #expect(shown.position == (20, 46 + 40))
    popup.close()
    rig.run()
    #expect(rig.compositor.protocolErrors.isEmpty)
  }
}

extension TitleBarRig {
  func wait(_ seconds: Double) {
    compositor.advance(by: UInt64(seconds * 1e9))
    compositor.settle()
  }
}
