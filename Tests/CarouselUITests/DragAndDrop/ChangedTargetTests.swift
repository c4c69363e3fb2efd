import CarouselUI
import Controls
import HeadlessCompositor
import TestSupport
import Testing
import Views

/// Drop targets that change during a drag, or cannot use what is dropped.
@MainActor
@Suite("Drop targets that change")
struct ChangedTargetTests {
  private let rig: WindowRig
  private let first = View(size: Size(width: 100, height: 100))
  private let second = View(size: Size(width: 100, height: 100))

  init() throws {
    rig = try WindowRig()
    rig.add(first, at: Point(x: 20, y: 20))
    rig.add(second, at: Point(x: 140, y: 20))
    rig.runUntilSettled()
  }

  /// Begins a drag of another program over the first view.
  private func drag(
    _ text: String = "A", actions: HeadlessCompositor.DragActions = .copy
  ) throws -> HeadlessCompositor.Drag {
    let drag = try #require(
      rig.seat.beginDrag([("text/plain", Array(text.utf8))], actions: actions, at: (60, 60)))
    rig.runUntilSettled()
    return drag
  }

  /// Drops the content, and waits until the drag has ended.
  private func drop(_ drag: HeadlessCompositor.Drag) {
    rig.seat.pointer.release()
    rig.transfer { drag.phase != .dropped }
  }

  @Test("A target that is left and closes its window: the next target is not entered")
  func closedByLeave() throws {
    var heard: [String] = []
    for (name, view) in [("first", first), ("second", second)] {
      let target = DropTarget(types: ["text/plain"]) { _, _ in heard.append("\(name) drop") }
      target.onMove = { _, _ in heard.append("\(name) move") }
      target.onLeave = { [ui = rig.ui] in
        heard.append("\(name) leave")
        ui.close()
      }
      view.dropTarget = target
    }
    _ = try drag()
    rig.seat.pointer.move(to: (180, 60))
    rig.compositor.settle()
    rig.compositor.run(frames: 2)
    #expect(heard.last == "first leave" && heard.dropLast().allSatisfy { $0 == "first move" })
    #expect(rig.compositor.protocolErrors == [])
  }

  @Test("A target whose onLeave makes its view unreachable gets no drop", arguments: 0..<3)
  func unreachableAfterLeave(change: Int) throws {
    let target = DropTarget(types: ["text/plain"]) { _, _ in Issue.record("the view is not reachable") }
    target.onLeave = { [first, ui = rig.ui] in
      switch change {
      case 0: first.isEnabled = false
      case 1: first.removeFromSuperview()
      default: ui.close()
      }
    }
    first.dropTarget = target
    let drag = try drag()
    #expect(drag.acceptedType == "text/plain")
    drop(drag)
    #expect(drag.phase == .canceled)
  }

  @Test("A view whose target is removed during a drag has no ring, and rejects the drag, without a motion")
  func removedTarget() throws {
    var leaves = 0
    let target = DropTarget(types: ["text/plain"]) { _, _ in Issue.record("the target is removed") }
    target.onLeave = { leaves += 1 }
    first.dropTarget = target
    let drag = try drag()
    #expect(drag.acceptedType == "text/plain" && rig.isRinged(first))
    first.dropTarget = nil
    rig.runUntilSettled()
    #expect(drag.acceptedType == nil && rig.hasNoRing && leaves == 1)
    drop(drag)
    #expect(drag.phase == .canceled)
  }

  @Test(
    "Text that does not fit into a field is not inserted, and its drag is canceled, so that a move loses nothing"
  )
  func longText() throws {
    let field = TextField("ab")
    field.maximumLength = 5
    field.frame = Rect(x: 20, y: 20, width: 100, height: 100)
    rig.ui.contentView.addSubview(field)
    rig.runUntilSettled()
    var long = try drag("1234", actions: .move)
    drop(long)
    #expect(field.text == "ab" && long.phase == .canceled)
    rig.seat.pointer.leave()
    long = try drag("123", actions: .move)
    drop(long)
    #expect(field.text.count == 5 && long.phase == .finished)
  }

  @Test("A target of text that is read at once does not accept a drag that only asks")
  func onlyAsk() throws {
    var texts: [String] = []
    first.dropTarget = .text(actions: [.copy, .ask]) { text, _ in texts.append(text) }
    let drag = try drag(actions: .ask)
    drop(drag)
    #expect(drag.phase == .canceled && texts == [])
  }
}
