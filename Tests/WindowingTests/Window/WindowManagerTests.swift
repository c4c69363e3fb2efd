import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct WindowManagerTests {
  @Test("A window's capabilities are the compositor's, and the delegate is notified of changes")
  func capabilities() throws {
    let rig = try WindowRig()
    #expect(rig.window.capabilities == [.maximize, .fullscreen, .minimize])
    let calls = rig.painter.states.count
    try rig.toplevel.setCapabilities([.windowMenu, .fullscreen])
    rig.settle()
    #expect(rig.window.capabilities == [.windowMenu, .fullscreen])
    #expect(rig.painter.states.count == calls + 1)
    try rig.toplevel.repeatConfigure()
    rig.settle()
    #expect(rig.painter.states.count == calls + 1)
  }

  @Test("If the compositor sends no capabilities, all are assumed; if it sends no bounds, they are nil")
  func olderVersions() throws {
    let rig = try WindowRig(.init(width: 400, height: 300).with("xdg_wm_base", version: 3))
    #expect(rig.window.capabilities == .all)
    #expect(rig.window.bounds == nil)
  }

  @Test("Unknown capabilities and states are ignored")
  func unknownNumbers() {
    let numbers: [UInt32] = [0, 2, 31, 32, 77, .max]
    let bytes = numbers.withUnsafeBytes { Array($0) } + [1, 2]
    #expect(WindowCapabilities(wire: bytes) == .maximize)
    #expect(WindowState(wire: bytes) == .fullscreen)
  }

  @Test("A window's bounds are the compositor's, and the window opens with a size within its bounds")
  func bounds() throws {
    let rig = try WindowRig(size: Size(width: 900, height: 100))
    #expect(rig.window.bounds == Size(width: 400, height: 300))
    #expect(rig.window.size == Size(width: 400, height: 100))
    try rig.toplevel.setBounds(width: 320, height: 200)
    rig.settle()
    #expect(rig.window.bounds == Size(width: 320, height: 200))
    try rig.toplevel.setBounds(width: 0, height: .min)
    rig.settle()
    #expect(rig.window.bounds == nil)
    #expect(rig.window.size == Size(width: 400, height: 100))
  }

  @Test("A tiled window has the size of its tile, and afterwards its floating size again")
  func tiled() throws {
    let rig = try WindowRig()
    try rig.toplevel.setTiled([.left, .top, .bottom], width: 200, height: 300)
    rig.settle()
    #expect(rig.window.state.isSuperset(of: [.tiledLeft, .tiledTop, .tiledBottom]))
    #expect(rig.window.size == Size(width: 200, height: 300))
    try rig.toplevel.setTiled([])
    rig.settle()
    #expect(rig.window.state.isDisjoint(with: [.tiledLeft, .tiledTop, .tiledBottom]))
    #expect(rig.window.size == Size(width: 200, height: 100))
  }

  @Test(
    "If a window is at rest, a new minimum size is committed at once; setting the same size again sends nothing"
  )
  func minimumSizeAtRest() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    #expect(rig.window.isAtRest)
    let drawn = rig.painter.drawings.count
    rig.window.minimumSize = Size(width: 120, height: 60)
    rig.settle()
    #expect(try rig.toplevel.minimumSize == (120, 60))
    #expect(rig.painter.drawings.count == drawn)
    rig.window.minimumSize = Size(width: 120, height: 60)
    rig.settle()
    #expect(rig.server.requestCount(of: "xdg_toplevel.set_min_size") == 1)
    rig.window.minimumSize = .zero
    rig.settle()
    #expect(try rig.toplevel.minimumSize == (0, 0))
  }

  @Test("A maximum size is sent like the minimum size; one below the minimum is raised to it, per side")
  func maximumSize() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    rig.window.maximumSize = Size(width: 300, height: 200)
    rig.settle()
    #expect(try rig.toplevel.maximumSize == (300, 200))
    rig.window.minimumSize = Size(width: 350, height: 100)
    rig.settle()
    #expect(try rig.toplevel.minimumSize == (350, 100))
    #expect(try rig.toplevel.maximumSize == (350, 200))
    rig.window.maximumSize = Size(width: 0, height: 150)
    rig.settle()
    #expect(try rig.toplevel.maximumSize == (0, 150))
    for side in [Double.nan, -1, .infinity, 1e300] {
      rig.window.maximumSize = Size(width: side, height: side)
      rig.settle()
    }
    rig.window.maximumSize = .zero
    rig.settle()
    #expect(try rig.toplevel.maximumSize == (0, 0))
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("A dialog is a child of its window, also if the window opens later; a circle of parents is not sent")
  func transientParent() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    let dialog = Window(in: rig.system, size: Size(width: 100, height: 80), title: "Dialog", appID: "d")
    let painter = Painter()
    dialog.delegate = painter
    dialog.transientParent = rig.window
    rig.server.run(frames: 2)
    func toplevel(_ title: String) throws -> Toplevel {
      try #require(rig.server.toplevels.first { $0.title == title })
    }
    #expect(try toplevel("Dialog").parent === toplevel("Stage"))
    rig.window.transientParent = dialog
    rig.settle()
    #expect(try toplevel("Stage").parent == nil && rig.window.transientParent == nil)
    rig.window.transientParent = rig.window
    #expect(rig.window.transientParent == nil)
    let late = Window(in: rig.system, size: Size(width: 100, height: 80), title: "Late", appID: "d")
    dialog.transientParent = late
    rig.settle()
    late.delegate = painter
    rig.server.run(frames: 3)
    #expect(try toplevel("Dialog").parent === toplevel("Late"))
    dialog.transientParent = nil
    rig.settle()
    #expect(try toplevel("Dialog").parent == nil)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("When a window closes, its dialogs belong to its parent, because the compositor assumes this")
  func closedParent() throws {
    let rig = try WindowRig()
    let painter = Painter()
    func window(_ title: String, parent: Window?) -> Window {
      let window = Window(in: rig.system, size: Size(width: 80, height: 60), title: title, appID: "d")
      window.delegate = painter
      window.transientParent = parent
      rig.server.run(frames: 2)
      return window
    }
    let middle = window("Middle", parent: rig.window)
    let inner = window("Inner", parent: middle)
    #expect(inner.transientParent === middle)
    middle.close()
    rig.settle()
    #expect(inner.transientParent === rig.window)
    let requests = rig.server.requestCount(of: "xdg_toplevel.set_parent")
    rig.window.transientParent = inner
    rig.settle()
    #expect(rig.window.transientParent == nil, "the compositor would report a circle of parents")
    #expect(rig.server.requestCount(of: "xdg_toplevel.set_parent") == requests)
    rig.window.transientParent = middle
    #expect(rig.window.transientParent == nil, "a closed window is no parent")
    rig.window.close()
    rig.settle()
    #expect(inner.transientParent == nil)
    let next = window("Next", parent: inner)
    inner.transientParent = next
    #expect(inner.transientParent == nil && next.transientParent === inner)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("If a frame is due, a new minimum size is committed with this frame")
  func minimumSizeWithFrame() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    let commits = rig.server.requestCount(of: "wl_surface.commit")
    rig.window.invalidate()
    rig.window.minimumSize = Size(width: 120, height: 60)
    rig.settle()
    #expect(rig.server.requestCount(of: "wl_surface.commit") == commits + 1)
    #expect(try rig.toplevel.minimumSize == (120, 60))
  }

  @Test("When a window opens, it sends only requests that change a default")
  func nothingForNothing() throws {
    let server = try Compositor(.init(width: 400, height: 300))
    let system = try WindowSystem(descriptor: server.connect(), clock: { Double(server.now) / 1e9 })
    let window = Window(in: system, size: Size(width: 200, height: 100), title: "", appID: "plain")
    let painter = Painter()
    window.delegate = painter
    window.setFullscreen(false)
    window.setMaximized(false)
    window.minimumSize = .zero
    server.dispatchClients = { system.dispatch() }
    server.run(frames: 3)
    window.setFullscreen(false)
    window.setMaximized(false)
    server.run(frames: 3)
    #expect(server.toplevels.count == 1)
    for request in [
      "set_min_size", "set_max_size", "unset_fullscreen", "set_fullscreen", "unset_maximized",
      "set_maximized",
    ] {
      #expect(server.requestCount(of: "xdg_toplevel.\(request)") == 0, "\(request)")
    }
    #expect(server.requestCount(of: "xdg_surface.set_window_geometry") == 0)
    window.setFullscreen(true)
    server.run(frames: 3)
    window.setFullscreen(false)
    server.run(frames: 3)
    #expect(server.requestCount(of: "xdg_toplevel.set_fullscreen") == 1)
    #expect(server.requestCount(of: "xdg_toplevel.unset_fullscreen") == 1)
    system.close()
  }
}
