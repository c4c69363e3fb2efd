import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor @Suite("Drags")
struct DragTests {
  /// Creates a rig with a second window of the same program, into which the program can drag.
  private func start(_ configuration: Compositor.Configuration = .init(width: 400, height: 300)) throws -> (
    WindowRig, inside: (x: Double, y: Double), outside: (x: Double, y: Double)
  ) {
    let rig = try WindowRig(configuration)
    rig.settle()
    let origin = try rig.toplevel.position
    return (rig, (Double(origin.x) + 10, Double(origin.y) + 20), (Double(origin.x) - 5, Double(origin.y) - 5))
  }

  private func content() -> ContentProvider {
    var content = ContentProvider.text("dragged")
    content.add("image/png") { [1, 2, 3] }
    return content
  }

  @Test("A drag with the pointer shows its picture, and is canceled if it ends where no target accepts it")
  func picture() throws {
    let (rig, inside, outside) = try start()
    #expect(rig.window.beginDrag(content()) == nil, "nothing is pressed")
    rig.server.seat.pointer.move(to: inside)
    rig.server.seat.pointer.press()
    rig.drain()
    let picture = DragPicture(size: Size(width: 8, height: 6), hotspot: Point(x: 3, y: 2)) { buffer in
      buffer.withPixels { $0.bindMemory(to: UInt32.self).update(repeating: 0xff00_ff00) }
    }
    let drag = try #require(rig.window.beginDrag(content(), actions: [.copy, .move], picture: picture))
    var outcomes: [Windowing.Drag.Outcome] = []
    drag.onEnd = { outcomes.append($0) }
    rig.drain()
    let peer = try #require(rig.server.seat.drag)
    #expect(peer.types == content().types)
    #expect(peer.sourceActions == [.copy, .move])
    #expect(peer.picture?.size.width == 8 && peer.picture?.size.height == 6)
    #expect(try #require(peer.picture).offset == (-3, -2))
    #expect(peer.picture?.capture()?.pixels == Array(repeating: 0xff00_ff00, count: 48))
    #expect(rig.painter.pointerEvents.last?.kind == .left)
    rig.server.seat.pointer.move(to: outside)
    rig.server.seat.pointer.release()
    rig.drain()
    #expect(outcomes == [.canceled])
    #expect(drag.outcome == .canceled)
    #expect(rig.server.seat.drag == nil)
    #expect(rig.server.protocolErrors == [])
  }

  @Test("A second drag does not cancel the first one while its target reads the data")
  func secondDrag() throws {
    let (rig, inside, _) = try start()
    let basket = DropTests.Basket()
    (basket.type, basket.finishes) = ("text/plain", false)
    rig.window.dropTarget = basket
    func drag() throws -> Windowing.Drag {
      rig.server.seat.pointer.move(to: inside)
      rig.server.seat.pointer.press()
      rig.drain()
      return try #require(rig.window.beginDrag(content()))
    }
    let first = try drag()
    rig.drain()
    rig.server.seat.pointer.move(to: (inside.x + 1, inside.y))
    rig.drain()
    rig.server.seat.pointer.release()
    rig.transfer()
    #expect(first.isDropped && first.outcome == nil)
    let drop = try #require(basket.drop)
    let second = try drag()
    rig.drain()
    #expect(first.outcome == nil && second.outcome == nil)
    drop.finish()
    rig.drain()
    #expect(first.outcome == .dropped(.copy) && second.outcome == nil)
    #expect(rig.server.protocolErrors == [])
  }

  @Test("No drag begins in a window that the end of the former drag closes")
  func closedByFormerDrag() throws {
    let (rig, inside, _) = try start()
    rig.server.seat.pointer.move(to: inside)
    rig.server.seat.pointer.press()
    rig.drain()
    let first = try #require(rig.window.beginDrag(content()))
    first.onEnd = { _ in rig.window.close() }
    rig.drain()
    rig.server.seat.touch.down(at: inside)
    rig.drain()
    #expect(rig.window.beginDrag(content()) == nil)
    #expect(first.outcome == .canceled)
    rig.drain()
    #expect(rig.server.protocolErrors == [] && rig.system.failure == nil)
  }

  @Test(
    "A drag in progress is deallocated when the compositor closes, also after its seat was removed",
    arguments: [false, true])
  func deallocation(removesSeat: Bool) throws {
    weak var drag: HeadlessCompositor.Drag?
    let basket = DropTests.Basket()
    do {
      let (rig, inside, _) = try start()
      rig.window.dropTarget = basket
      drag = rig.server.seat.beginDrag([("text/plain", [1])], at: inside)
      rig.drain()
      #expect(drag?.target != nil)
      if removesSeat { rig.server.removeSeat(rig.server.seat, isAnnounced: false) }
      rig.server.close()
    }
    #expect(drag == nil)
  }

  @Test(
    "A drag to a window of the same program transfers the data and reports the action",
    arguments: [false, true])
  func ownWindow(byTouch: Bool) throws {
    let (rig, inside, _) = try start()
    let basket = DropTests.Basket()
    basket.type = "text/plain"
    basket.actions = [.copy, .move]
    basket.preferred = .move
    basket.finishes = false
    rig.window.dropTarget = basket
    if byTouch {
      rig.server.seat.touch.down(at: inside, id: 7)
    } else {
      rig.server.seat.pointer.move(to: inside)
      rig.server.seat.pointer.press()
    }
    rig.drain()
    let drag = try #require(rig.window.beginDrag(content(), actions: [.copy, .move]))
    var outcomes: [Windowing.Drag.Outcome] = []
    drag.onEnd = { outcomes.append($0) }
    rig.drain()
    #expect(drag.acceptedType == "text/plain")
    #expect(drag.action == .move)
    if byTouch {
      #expect(rig.painter.touchEvents.map(\.kind) == [.began, .canceled])
      rig.server.seat.touch.move(to: (inside.x + 5, inside.y + 5), id: 7)
      rig.drain()
      rig.server.seat.touch.up(id: 7)
    } else {
      rig.server.seat.pointer.move(to: (inside.x + 5, inside.y + 5))
      rig.drain()
      rig.server.seat.pointer.release()
    }
    rig.drain()
    #expect(basket.lines.contains("moved 15,25 action 2"))
    #expect(drag.isDropped)
    let drop = try #require(basket.drop)
    var text: Result<String, ContentError>?
    drop.content.readText { text = $0 }
    rig.transfer()
    #expect(text == .success("dragged"))
    #expect(outcomes == [])
    drop.finish()
    rig.drain()
    #expect(outcomes == [.dropped(.move)])
    #expect(rig.server.protocolErrors == [])
    // After the drag the devices work as before.
    let count = rig.painter.touchEvents.count
    rig.server.seat.touch.down(at: inside, id: 7)
    rig.server.seat.touch.up(id: 7)
    rig.server.seat.pointer.click(at: inside)
    rig.drain()
    #expect(rig.painter.touchEvents.count == count + 2)
    #expect(rig.painter.pointerEvents.last?.kind == .released(.left))
  }

  @Test(
    "If the dragged data cannot be loaded, the drag ends with a failure, so that a move does not remove the data"
  )
  func failedLoad() throws {
    let (rig, inside, _) = try start()
    let basket = DropTests.Basket()
    (basket.type, basket.actions, basket.preferred) = ("text/plain", [.copy, .move], .move)
    basket.finishes = false
    rig.window.dropTarget = basket
    rig.server.seat.pointer.move(to: inside)
    rig.server.seat.pointer.press()
    rig.drain()
    var content = ContentProvider()
    content.add("text/plain") { _ in }  // releases `deliver` without a call
    let drag = try #require(rig.window.beginDrag(content, actions: [.copy, .move]))
    var outcomes: [Windowing.Drag.Outcome] = []
    drag.onEnd = { outcomes.append($0) }
    rig.drain()
    rig.server.seat.pointer.move(to: (inside.x + 5, inside.y + 5))
    rig.drain()
    rig.server.seat.pointer.release()
    rig.drain()
    let drop = try #require(basket.drop)
    var isRead = false
    drop.content.readText { _ in isRead = true }
    rig.transfer()
    #expect(isRead && outcomes == [])
    drop.finish()
    rig.drain()
    #expect(outcomes == [.failed] && drag.action == .move)
    #expect(rig.server.protocolErrors == [])
  }

  @Test("A drag is canceled by the program, by the compositor, or by the removal of the pointer")
  func cancel() throws {
    for way in 0..<3 {
      let (rig, inside, _) = try start()
      rig.server.seat.pointer.move(to: inside)
      rig.server.seat.pointer.press()
      rig.drain()
      let drag = try #require(rig.window.beginDrag(content()))
      rig.drain()
      let peer = try #require(rig.server.seat.drag)
      switch way {
      case 0: drag.cancel()
      case 1: peer.cancel()
      default: rig.server.seat.devices = [.keyboard, .touch]
      }
      rig.drain()
      #expect(drag.outcome == .canceled)
      #expect(peer.phase == .canceled)
      #expect(rig.server.seat.drag == nil)
      #expect(rig.server.protocolErrors == [])
    }
  }

  @Test(
    "The size of a drag's picture is clamped, and a drag that begins after the button is released is canceled"
  )
  func extremes() throws {
    let (rig, inside, _) = try start()
    rig.server.seat.pointer.click(at: inside)
    rig.drain()
    let late = try #require(rig.window.beginDrag(content()))
    rig.drain()
    #expect(late.outcome == .canceled)
    for size in [Size(width: .infinity, height: -3), Size(width: .nan, height: 1e300)] {
      rig.server.seat.pointer.press()
      rig.drain()
      let picture = DragPicture(size: size, hotspot: Point(x: .infinity, y: .nan)) { _ in }
      let drag = try #require(rig.window.beginDrag(content(), picture: picture))
      rig.drain()
      #expect(rig.server.seat.drag?.picture?.hasContent == true)
      drag.cancel()
      rig.server.seat.pointer.release()
      rig.drain()
    }
    #expect(rig.window.beginDrag(ContentProvider()) == nil)
    #expect(rig.server.protocolErrors == [])
  }

  @Test("If memory for the picture is short, the drag has no picture, and the picture is not drawn")
  func shortMemory() throws {
    let (rig, inside, _) = try start()
    rig.server.seat.pointer.move(to: inside)
    rig.server.seat.pointer.press()
    rig.drain()
    rig.system.allocateMemory = { _, _, _ in 28 }  // ENOSPC
    var isDrawn = false
    let picture = DragPicture(size: Size(width: 8, height: 6)) { _ in isDrawn = true }
    let drag = try #require(rig.window.beginDrag(content(), picture: picture))
    rig.drain()
    #expect(!isDrawn)
    #expect(drag.outcome == nil)
    #expect(rig.server.seat.drag != nil && rig.server.seat.drag?.picture == nil)
    #expect(rig.server.protocolErrors == [])
  }

  @Test("With version 4 of wl_compositor, the offset of a drag's picture is sent in the attach request")
  func oldCompositor() throws {
    let (rig, inside, _) = try start(.init(width: 400, height: 300).with("wl_compositor", version: 4))
    rig.server.seat.pointer.move(to: inside)
    rig.server.seat.pointer.press()
    rig.drain()
    let picture = DragPicture(size: Size(width: 4, height: 4), hotspot: Point(x: 1, y: 2)) { _ in }
    _ = rig.window.beginDrag(content(), picture: picture)
    rig.drain()
    #expect(try #require(rig.server.seat.drag?.picture).offset == (-1, -2))
    #expect(rig.server.protocolErrors == [])
  }
}
