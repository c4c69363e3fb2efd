import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct GestureTests {
  @Test("A swipe event has the distance that the fingers have moved since the gesture began")
  func swipe() throws {
    let rig = try WindowRig()
    let pointer = rig.server.seat.pointer
    pointer.timestampOffset = 90_000_000
    pointer.move(to: (50, 40))
    pointer.gestures.beginSwipe(fingers: 4)
    for _ in 0..<3 {
      rig.server.advance(by: 10_000_000)
      pointer.gestures.swipe(dx: 5, dy: -2.5)
    }
    pointer.gestures.end()
    rig.settle()
    let events = rig.painter.gestureEvents
    #expect(events.map(\.phase) == [.began, .changed, .changed, .changed, .ended])
    #expect(events.allSatisfy { $0.kind == .swipe && $0.fingerCount == 4 })
    #expect(events.allSatisfy { $0.position == Point(x: 50, y: 40) && $0.seat == rig.system.seats[0].id })
    #expect(events.map(\.translation.x) == [0, 5, 10, 15, 15])
    #expect(events.last?.translation.y == -7.5)
    #expect(Set(events.map(\.contactID)).count == 1)
    #expect(abs(events[3].time - events[0].time - 0.03) < 0.001)
    #expect(rig.painter.touchEvents.isEmpty)
  }

  @Test("A pinch event has the scale and the rotation since the gesture began")
  func pinch() throws {
    let rig = try WindowRig()
    rig.server.seat.pointer.move(to: (50, 40))
    let gestures = rig.server.seat.pointer.gestures
    gestures.beginPinch()
    gestures.pinch(dx: 1, dy: 2, scale: 1.5, rotation: 10)
    gestures.pinch(scale: 0.5, rotation: 20)
    gestures.end(isCanceled: true)
    rig.settle()
    let events = rig.painter.gestureEvents
    #expect(events.map(\.phase) == [.began, .changed, .changed, .canceled])
    #expect(events.map(\.scale) == [1, 1.5, 0.5, 0.5])
    #expect(events.map(\.rotation) == [0, 10, 30, 30])
    #expect(events.last?.translation == Point(x: 1, y: 2))
  }

  @Test(
    "A hold is reported from its beginning to its end; before version 3 of the protocol there are no holds",
    arguments: [3, 2, 1] as [Int32])
  func hold(version: Int32) throws {
    let configuration = Compositor.Configuration(width: 400, height: 300)
      .with("zwp_pointer_gestures_v1", version: version)
    let rig = try WindowRig(configuration)
    rig.server.seat.pointer.move(to: (50, 40))
    rig.server.seat.pointer.gestures.beginHold(fingers: 2)
    rig.server.seat.pointer.gestures.end()
    rig.settle()
    #expect(rig.painter.gestureEvents.map(\.phase) == (version >= 3 ? [.began, .ended] : []))
    rig.server.seat.devices = []
    rig.settle()
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test(
    "Removing the touchpad or the seat during a gesture cancels the gesture once", arguments: [true, false])
  func removal(removesSeat: Bool) throws {
    let rig = try WindowRig()
    rig.server.seat.pointer.move(to: (50, 40))
    rig.server.seat.pointer.gestures.beginPinch()
    rig.server.seat.pointer.gestures.pinch(scale: 2)
    rig.settle()
    if removesSeat {
      rig.server.removeSeat(rig.server.seat, isAnnounced: false)
    } else {
      rig.server.seat.devices = .touch
    }
    rig.server.seat.pointer.gestures.pinch(scale: 3)
    rig.server.seat.pointer.gestures.end()
    rig.settle()
    #expect(rig.painter.gestureEvents.map(\.phase) == [.began, .changed, .canceled])
    #expect(rig.painter.gestureEvents.last?.scale == 2)
    #expect(rig.server.protocolErrors.isEmpty)
  }

  @Test("When a window is closed during a gesture, it gets no more events of the gesture")
  func closedWindow() throws {
    let rig = try WindowRig()
    rig.server.seat.pointer.move(to: (50, 40))
    rig.server.seat.pointer.gestures.beginSwipe()
    rig.settle()
    rig.window.close()
    rig.server.seat.pointer.gestures.swipe(dx: 1, dy: 1)
    rig.server.seat.pointer.gestures.end()
    rig.settle()
    #expect(rig.painter.gestureEvents.map(\.phase) == [.began])
    #expect(rig.server.protocolErrors.isEmpty)
  }
}
