import CSystem
import Glibc
import HeadlessCompositor
import Testing
import Wayland

/// A log of the events of a seat and its devices, one line per event.
@MainActor final class InputLog {
  let seat: WlSeat
  private(set) var pointer: WlPointer?
  private(set) var keyboard: WlKeyboard?
  private(set) var touch: WlTouch?
  private(set) var lines: [String] = []
  private(set) var keymap = ""
  private(set) var enterSerial: UInt32 = 0
  private(set) var pressSerial: UInt32 = 0
  private(set) var times: [UInt32] = []

  convenience init(_ client: TestClient, version: UInt32 = 8) throws {
    self.init(try client.bind(WlSeat.self, version: version))
  }

  init(_ seat: WlSeat) {
    self.seat = seat
    seat.onEvent = { [weak self] event in
      switch event {
      case .capabilities(let devices): self?.lines.append("devices \(devices.rawValue)")
      case .name(let name): self?.lines.append("seat \(name)")
      }
    }
  }

  /// Returns the lines that were logged since the last call.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  func bindPointer() {
    pointer = seat.getPointer()
    pointer?.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .enter(let serial, _, let x, let y):
        enterSerial = serial
        lines.append("enter \(x),\(y)")
      case .leave: lines.append("leave")
      case .motion(let time, let x, let y):
        times.append(time)
        lines.append("motion \(x),\(y)")
      case .button(let serial, _, let button, let state):
        if state == .pressed { pressSerial = serial }
        lines.append("button \(button) \(state.rawValue)")
      case .axis(_, let axis, let value): lines.append("axis \(axis.rawValue) \(value)")
      case .frame: lines.append("frame")
      case .axisSource(let source): lines.append("source \(source.rawValue)")
      case .axisStop(_, let axis): lines.append("stop \(axis.rawValue)")
      case .axisDiscrete(let axis, let steps): lines.append("discrete \(axis.rawValue) \(steps)")
      case .axisValue120(let axis, let value): lines.append("value120 \(axis.rawValue) \(value)")
      case .axisRelativeDirection(let axis, let direction):
        lines.append("direction \(axis.rawValue) \(direction.rawValue)")
      }
    }
  }

  func bindTouch() {
    touch = seat.getTouch()
    touch?.onEvent = { [weak self] event in
      switch event {
      case .down(_, _, _, let id, let x, let y): self?.lines.append("down \(id) \(x),\(y)")
      case .up(_, _, let id): self?.lines.append("up \(id)")
      case .motion(_, let id, let x, let y): self?.lines.append("motion \(id) \(x),\(y)")
      case .frame: self?.lines.append("frame")
      case .cancel: self?.lines.append("cancel")
      case .shape, .orientation: break
      }
    }
  }

  func bindKeyboard() {
    keyboard = seat.getKeyboard()
    keyboard?.onEvent = { [weak self] event in
      switch event {
      case .keymap(let format, let file, let size):
        self?.lines.append("keymap \(format.rawValue)")
        self?.keymap = file.readText(size: Int(size))
      case .enter(_, _, let keys): self?.lines.append("enter \(keys)")
      case .leave: self?.lines.append("leave")
      case .key(_, _, let key, let state): self?.lines.append("key \(key) \(state.rawValue)")
      case .modifiers(_, let held, _, let locked, _): self?.lines.append("modifiers \(held) \(locked)")
      case .repeatInfo(let rate, let delay): self?.lines.append("repeat \(rate) \(delay)")
      }
    }
  }
}

extension ReceivedDescriptor {
  /// Maps the file privately, which wl_seat requires since version 7, and returns its text without the NUL.
  fileprivate func readText(size: Int) -> String {
    let file = take()
    defer { close(file) }
    guard let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), memory != MAP_FAILED else {
      return ""
    }
    defer { munmap(memory, size) }
    return String(cString: memory.assumingMemoryBound(to: CChar.self))
  }
}

extension InputLog {
  /// Creates a compositor, a window of 200 × 100 at (50, 40), and an empty log of its input.
  static func start(version: UInt32 = 8) throws -> (Compositor, TestWindow, InputLog) {
    let server = try Compositor()
    let client = try TestClient(server)
    let log = try InputLog(client, version: version)
    let window = try TestWindow(client)
    try window.show(200, 100)
    window.peer?.position = (50, 40)
    _ = log.take()
    return (server, window, log)
  }
}
