import HeadlessCompositor
import TestSupport

/// Random input, and random changes of outputs, seats and windows.
@MainActor final class CompositorActions {
  private let server: Compositor
  private var random: SplitMix
  private var outputs: [Output] = []
  private var seats: [Seat] = []
  private var removedGlobals: [String] = []

  init(_ server: Compositor, seed: UInt64) {
    self.server = server
    random = SplitMix(seed: seed)
  }

  /// Performs one random action. It does not remove the first output or a global.
  func act() {
    switch random.whole(0...19) {
    case 0...4: movePointer()
    case 5...7: moveTouch()
    case 8...9: typeKey()
    case 10: useTablet()
    case 11: useGesture()
    case 12...13: changeToplevel()
    case 14: changePopup()
    case 15: changeOutput()
    case 16: changeSeat()
    case 17: useData()
    case 18: useTextInput()
    default: server.presentFrame(at: server.now + random.choice([0, 1, 16_666_667, 3_600_000_000_000]))
    }
  }

  /// Removes, at random, the first output, the first seat, both or neither.
  func unplugFirst() {
    if random.once(in: 2), let output = server.outputs.first { server.removeOutput(output) }
    if random.once(in: 2), let seat = server.seats.first {
      server.removeSeat(seat, isAnnounced: random.once(in: 2))
    }
  }

  /// Removes a global, or restores a global that was removed.
  func changeGlobals() {
    if random.once(in: 2), let name = removedGlobals.popLast() { return server.restoreGlobal(name) }
    let name = random.choice(Compositor.Configuration.supportedGlobals.keys.sorted())
    guard name != "wl_output", name != "wl_seat", server.removeGlobal(name) else { return }
    removedGlobals.append(name)
  }

  private var seat: Seat { server.seats.isEmpty ? server.seat : random.choice(server.seats) }

  private func point() -> (x: Double, y: Double) {
    if random.once(in: 20) { return (random.choice([-1e9, 1e9, -0.01]), random.choice([-1e9, 1e9])) }
    return (random.number(-5...120), random.number(-5...90))
  }

  private func movePointer() {
    let pointer = seat.pointer
    switch random.whole(0...9) {
    case 0...3: pointer.move(to: point())
    case 4: pointer.press(random.choice([.left, .right]))
    case 5: pointer.release(random.choice([.left, .right]))
    case 6: pointer.scroll(notches: Double(random.whole(-3...3)))
    case 7: pointer.scroll(dx: random.number(-500...500), dy: random.number(-500...500))
    case 8: pointer.endScroll()
    default: pointer.leave()
    }
    if random.once(in: 30) {
      pointer.timestampOffset = UInt32(random.choice([0, 1, 0x7fff_ffff, 0xffff_ffff]))
    }
  }

  private func moveTouch() {
    let touch = seat.touch
    let id = Int32(random.choice([0, 1, 2, -1, Int(Int32.max)]))
    switch random.whole(0...9) {
    case 0...3: if !touch.activeIDs.contains(id) { touch.down(at: point(), id: id) }
    case 4...6: if touch.activeIDs.contains(id) { touch.move(to: point(), id: id) }
    case 7...8: if touch.activeIDs.contains(id) { touch.up(id: id) }
    default: touch.cancel()
    }
  }

  private func typeKey() {
    let keyboard = seat.keyboard
    let key = random.choice([
      .left, .escape, .shift, .capsLock, .f11, Key(code: 767), Key(code: UInt32(Int32.max)),
    ])
    switch random.whole(0...4) {
    case 0...1: keyboard.press(key)
    case 2...3: keyboard.release(key)
    default:
      keyboard.repeatInfo = (random.choice([0, 1, 25, .max, -1]), random.choice([0, 1, 600, .max, -1]))
    }
  }

  private func useTablet() {
    let seat = seat
    if seat.tools.isEmpty || random.once(in: 10) { _ = seat.addTool(random.choice(TabletTool.Kind.allCases)) }
    let tool = random.choice(seat.tools)
    switch random.whole(0...5) {
    case 0...1: tool.move(to: point())
    case 2: tool.down(pressure: random.choice([0, 65_535, .max]))
    case 3: tool.up()
    case 4: tool.leave()
    default: seat.removeTool(tool)
    }
  }

  private func useGesture() {
    let gestures = seat.pointer.gestures
    switch random.whole(0...4) {
    case 0: gestures.beginSwipe(fingers: random.choice([3, 0, .max]))
    case 1: gestures.beginPinch(fingers: 2)
    case 2: gestures.swipe(dx: random.number(-1e5...1e5), dy: 1)
    case 3: gestures.pinch(scale: random.choice([0, 1, 1e6]), rotation: random.number(-1e4...1e4))
    default: gestures.end(isCanceled: random.once(in: 2))
    }
  }

  private func changeToplevel() {
    // Skip the well-behaved client: it would draw as many pixels as requested, which takes seconds.
    let toplevels = server.toplevels.filter { $0.appID != Bystander.appID }
    guard !toplevels.isEmpty else { return }
    let toplevel = random.choice(toplevels)
    switch random.whole(0...9) {
    case 0...1: toplevel.resize(width: size(), height: size())
    case 2: toplevel.setMaximized(random.once(in: 2))
    case 3: toplevel.setFullscreen(random.once(in: 2), on: server.outputs.last)
    case 4:
      toplevel.setTiled(
        TiledEdges(rawValue: UInt32(random.whole(0...15)) << 5), width: size(), height: size())
    case 5: toplevel.setSuspended(random.once(in: 2))
    case 6: toplevel.setBounds(width: size(), height: size())
    case 7: toplevel.setCapabilities(ShellCapabilities(rawValue: UInt32(random.whole(0...31))))
    case 8: if random.once(in: 2) { toplevel.minimize() } else { toplevel.activate() }
    default: if random.once(in: 3) { toplevel.close() } else { toplevel.repeatConfigure() }
    }
  }

  private func size() -> Int {
    random.once(in: 12)
      ? random.choice([16_384, 1_000_000, Int(Int32.max), -1, Int(Int32.min)]) : random.whole(0...150)
  }

  private func changePopup() {
    if random.once(in: 2) {
      server.popups.last?.dismiss()
    } else {
      server.layerSurfaces.last?.close()
    }
  }

  private func changeOutput() {
    switch random.whole(0...5) {
    case 0 where outputs.count < 3:
      outputs.append(
        server.addOutput(
          width: random.choice([1, 80, 640, 16_384]), height: random.choice([1, 60, 480, 16_384]),
          scale: random.choice([0.5, 1, 1.25, 2, 3]), transform: random.choice(OutputTransform.allCases),
          refreshRate: random.choice([1, 60, 1000])))
    case 1 where !outputs.isEmpty:
      server.removeOutput(outputs.remove(at: random.whole(0...outputs.count - 1)))
    case 2: server.output.scale = random.choice([0.25, 1, 1, 1.5, 2, 8])
    case 3: server.output.transform = random.choice(OutputTransform.allCases)
    case 4: server.output.position = (random.choice([0, 0, -5000, 1_000_000]), 0)
    default: server.output.setMode(width: random.whole(1...200), height: random.whole(1...200))
    }
  }

  private func changeSeat() {
    switch random.whole(0...4) {
    case 0 where seats.count < 2: seats.append(server.addSeat(named: "seat\(seats.count + 1)"))
    case 1 where !seats.isEmpty: server.removeSeat(seats.removeLast(), isAnnounced: random.once(in: 2))
    default:
      seat.devices = InputDevices(rawValue: UInt32(random.whole(0...7)))
      if random.once(in: 2) { seat.devices = [.pointer, .keyboard, .touch] }
    }
  }

  private func useData() {
    let seat = seat
    let selection = random.once(in: 2) ? seat.clipboard : seat.primarySelection
    let content: [(type: String, bytes: [UInt8])] = [
      ("text/plain", Array(repeating: 7, count: random.choice([0, 5, 70_000]))),
      (String(repeating: "t", count: random.choice([0, 10, 3000])), []),
    ]
    switch random.whole(0...6) {
    case 0: selection.set(content)
    case 1: selection.clear()
    case 2: _ = selection.read(selection.types.first ?? "text/plain")
    case 3: selection.setStalled(["text/plain"])
    case 4: seat.beginDrag(content, actions: DragActions(rawValue: UInt32(random.whole(0...7))), at: point())
    case 5: seat.drag?.cancel()
    default: seat.pointer.move(to: point())
    }
  }

  private func useTextInput() {
    let input = seat.textInput
    let text = random.choice(["", "é", String(repeating: "文", count: 300)])
    switch random.whole(0...4) {
    case 0:
      input.sendPreedit(
        random.once(in: 3) ? nil : text, cursor: random.choice([(-1, -1), (0, 1), (.max, .min), (1, 0)]))
    case 1: input.sendCommit(text)
    case 2: input.sendDeletion(before: random.choice([0, 1, .max]), after: random.choice([0, 2, .max]))
    case 3: input.done(serial: random.once(in: 3) ? .max : nil)
    default: input.insert(text)
    }
  }
}
