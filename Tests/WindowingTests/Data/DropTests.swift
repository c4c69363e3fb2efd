import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor @Suite("Drops")
struct DropTests {
  /// A drop target that accepts one type and records all calls.
  @MainActor final class Basket: WindowDropTarget {
    var lines: [String] = []
    var type: String? = "text/uri-list"
    var actions: Windowing.DragActions = .copy
    var preferred: Windowing.DragActions = .copy
    var finishes = true
    var choice: Windowing.DragActions = .copy
    var list: Result<URIList, ContentError>?
    var drop: Drop?

    func window(_ window: Window, dropEntered drop: Drop) {
      lines.append("entered \(Int(drop.position.x)),\(Int(drop.position.y)) \(drop.content.types)")
      answer(drop)
    }
    func window(_ window: Window, dropMoved drop: Drop) {
      lines.append("moved \(Int(drop.position.x)),\(Int(drop.position.y)) action \(drop.action.rawValue)")
    }
    func window(_ window: Window, dropLeft drop: Drop) { lines.append("left") }
    func window(_ window: Window, dropPerformed drop: Drop) {
      lines.append("dropped")
      self.drop = drop
      drop.content.readURIList { result in
        self.list = result
        if self.finishes { drop.finish(with: self.choice) }
      }
    }

    func answer(_ drop: Drop) {
      if let type { drop.accept(type, actions: actions, preferring: preferred) } else { drop.reject() }
    }

    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  private let files: [(type: String, bytes: [UInt8])] = [
    ("text/uri-list", Array("file:///a%20b.png\r\nhttps://example.org/\r\n".utf8)),
    ("text/plain", Array("text".utf8)),
  ]

  private func start(_ configuration: Compositor.Configuration = .init(width: 400, height: 300)) throws -> (
    WindowRig, Basket, Toplevel
  ) {
    let rig = try WindowRig(configuration)
    let basket = Basket()
    rig.window.dropTarget = basket
    rig.settle()
    return (rig, basket, try rig.toplevel)
  }

  @Test("If files and links are dropped on a window, the window receives paths and links")
  func drop() throws {
    let (rig, basket, toplevel) = try start()
    let origin = toplevel.position
    let outside = (x: Double(origin.x) - 5, y: Double(origin.y) - 5)
    let drag = try #require(rig.server.seat.beginDrag(files, at: outside))
    rig.drain()
    #expect(basket.take() == [])
    rig.server.seat.pointer.move(to: (Double(origin.x) + 10, Double(origin.y) + 20))
    rig.drain()
    #expect(basket.take() == ["entered 10,20 [\"text/uri-list\", \"text/plain\"]", "moved 10,20 action 1"])
    #expect(drag.acceptedType == "text/uri-list")
    #expect(drag.action == .copy)
    rig.server.seat.pointer.move(to: (Double(origin.x) + 11, Double(origin.y) + 22))
    rig.drain()
    #expect(basket.take() == ["moved 11,22 action 1"])
    rig.server.seat.pointer.release()
    rig.transfer()
    #expect(basket.take() == ["dropped"])
    #expect(try basket.list?.get().entries == [.file("/a b.png"), .uri("https://example.org/")])
    rig.drain()
    #expect(drag.phase == .finished)
    #expect(rig.server.seat.drag == nil)
    #expect(rig.server.protocolErrors == [])
    #expect(rig.painter.pointerEvents.allSatisfy { $0.kind == .entered }, "the drag sends no pointer events")
  }

  @Test("A drag causes no drop if it leaves the window, is canceled or is rejected")
  func noDrop() throws {
    let (rig, basket, toplevel) = try start()
    let origin = toplevel.position
    let inside = (x: Double(origin.x) + 10, y: Double(origin.y) + 20)
    let first = try #require(rig.server.seat.beginDrag(files, at: inside))
    rig.drain()
    rig.server.seat.pointer.move(to: (Double(origin.x) - 9, 0))
    rig.drain()
    #expect(basket.take().last == "left")
    #expect(first.acceptedType == nil && first.action == [])
    rig.server.seat.pointer.release()
    #expect(first.phase == .canceled)

    let second = try #require(rig.server.seat.beginDrag(files, at: inside))
    rig.drain()
    second.cancel()
    rig.drain()
    #expect(basket.take().last == "left")

    basket.type = nil
    let third = try #require(rig.server.seat.beginDrag(files, at: inside))
    rig.drain()
    rig.server.seat.pointer.release()
    rig.drain()
    #expect(basket.take().last == "left")
    #expect(third.phase == .canceled)

    basket.type = "image/png"
    let fourth = try #require(rig.server.seat.beginDrag(files, at: inside))
    rig.drain()
    #expect(fourth.acceptedType == nil, "accepting a type that is not offered rejects the drag")
    rig.server.seat.pointer.release()
    rig.drain()
    rig.window.dropTarget = nil
    let fifth = try #require(rig.server.seat.beginDrag(files, at: inside))
    rig.drain()
    rig.server.seat.pointer.release()
    rig.drain()
    #expect(fifth.phase == .canceled)
    #expect(rig.server.protocolErrors == [])
  }

  @Test(
    "The preferred action is selected if both sides support it, otherwise another action that both support",
    arguments: [
      (3, 3, 2, 2), (1, 3, 2, 1), (2, 1, 1, 0), (7, 7, 4, 4), (7, 3, 8, 1), (6, 7, 0, 2),
    ] as [(UInt32, UInt32, UInt32, UInt32)])
  func actions(source: UInt32, target: UInt32, preferred: UInt32, chosen: UInt32) throws {
    let (rig, basket, toplevel) = try start()
    basket.actions = .init(rawValue: target)
    basket.preferred = .init(rawValue: preferred)
    let origin = toplevel.position
    let drag = try #require(
      rig.server.seat.beginDrag(
        files, actions: .init(rawValue: source), at: (Double(origin.x) + 1, Double(origin.y) + 1)))
    rig.drain()
    #expect(drag.action.rawValue == chosen)
    rig.server.seat.pointer.release()
    rig.transfer()
    rig.drain()
    #expect(drag.phase == (chosen == 0 ? .canceled : .finished))
    if chosen == 4 { #expect(drag.action == .copy, "finish() replaces ask by the user's choice") }
    #expect(rig.server.protocolErrors == [])
  }

  @Test("If a Drop object is deallocated before finish() is called, the drag is canceled")
  func unfinished() throws {
    let (rig, basket, toplevel) = try start()
    basket.finishes = false
    let origin = toplevel.position
    let drag = try #require(
      rig.server.seat.beginDrag(files, at: (Double(origin.x) + 1, Double(origin.y) + 1)))
    rig.drain()
    rig.server.seat.pointer.release()
    rig.transfer()
    #expect(drag.phase == .dropped)
    basket.drop = nil
    rig.drain()
    #expect(drag.phase == .canceled)
    #expect(rig.server.protocolErrors == [])
  }

  @Test("If a window closes during a drag or a drop, no invalid request is sent")
  func close() throws {
    for closesBeforeDrop in [true, false] {
      let (rig, basket, toplevel) = try start()
      basket.finishes = false
      let origin = toplevel.position
      _ = rig.server.seat.beginDrag(files, at: (Double(origin.x) + 1, Double(origin.y) + 1))
      rig.drain()
      if closesBeforeDrop { rig.window.close() }
      rig.drain()
      rig.server.seat.pointer.release()
      rig.drain()
      rig.window.close()
      basket.drop?.finish()
      rig.drain()
      rig.system.close()
      basket.drop?.finish()
      rig.server.settle()
      #expect(rig.server.protocolErrors == [])
    }
  }

  @Test("Dropping is possible with versions 1 and 2 of the data device", arguments: [1, 2] as [Int32])
  func oldVersion(version: Int32) throws {
    let (rig, basket, toplevel) = try start(
      .init(width: 400, height: 300).with("wl_data_device_manager", version: version))
    let origin = toplevel.position
    let drag = try #require(
      rig.server.seat.beginDrag(files, at: (Double(origin.x) + 1, Double(origin.y) + 1)))
    rig.drain()
    rig.server.seat.pointer.release()
    rig.transfer()
    rig.drain()
    #expect(try basket.list?.get().paths == ["/a b.png"])
    #expect(drag.phase == .finished)
    #expect(rig.server.protocolErrors == [])
  }
}
