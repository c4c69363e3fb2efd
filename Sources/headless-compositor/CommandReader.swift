import CommandLineText
import Dispatch
import Foundation
import Glibc
import HeadlessCompositor

/// Reads commands from a file or fifo, one per line, and executes them on the main queue.
///
/// With the commands, a test or script simulates a user. `Options.commandHelp` describes them.
final class CommandReader {
  private let compositor: Compositor
  private let source: any DispatchSourceRead
  private var unfinished: [UInt8] = []
  private var lines: [String] = []
  /// The age of the next event, in milliseconds.
  private var age = 0
  private var isWaiting = false

  // The largest length of a line. Longer lines are discarded in parts.
  private static let longestLine = 4096  // bytes

  /// Opens the file and starts to read.
  ///
  /// - Throws: `UsageError` if the file cannot be opened.
  init(reading path: String, for compositor: Compositor) throws(UsageError) {
    self.compositor = compositor
    // Open the file for writing, too. Otherwise a fifo would end when its writer closes it.
    let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw UsageError("--commands cannot open \(path): \(String(cString: strerror(errno)))")
    }
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setCancelHandler { @Sendable in Glibc.close(descriptor) }
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readLines(descriptor) } }
    source.resume()
  }

  isolated deinit { source.cancel() }

  private func readLines(_ descriptor: Int32) {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = read(descriptor, &chunk, chunk.count)
    guard count > 0 else { return }
    unfinished += chunk[..<count]
    while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: unfinished[..<end], as: UTF8.self))
      unfinished.removeSubrange(...end)
    }
    if unfinished.count > Self.longestLine { unfinished = [] }
    performLines()
  }

  /// Executes the queued lines, until an `age` command requires a pause.
  private func performLines() {
    guard !isWaiting else { return }
    while !lines.isEmpty {
      let words = lines.removeFirst().split(separator: " ").map(String.init)
      if words.first == "age", words.count == 2, let next = Int(words[1]), (0...60_000).contains(next) {
        let pause = max(0, age - next)
        age = next
        if pause > 0 { return wait(milliseconds: pause) }
      } else if !perform(words) {
        printError("no such command: \(words.joined(separator: " "))")
      }
    }
  }

  private func wait(milliseconds: Int) {
    isWaiting = true
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.isWaiting = false
        self.performLines()
      }
    }
  }

  // MARK: Commands

  /// Executes a command.
  ///
  /// - Returns: False if there is no such command.
  private func perform(_ words: [String]) -> Bool {
    guard let name = words.first else { return true }
    if name == "screenshot", words.count == 2 {
      takeScreenshot(words[1])
      return true
    }
    if name == "dragfile", words.count >= 4 { return beginDrag(words) }
    if name == "window", words.count >= 2 {
      return performOnWindow(words[1], words.dropFirst(2).compactMap { Int($0) })
    }
    let numbers = words.dropFirst().compactMap { Double($0) }.filter(\.isFinite)
    guard numbers.count == words.count - 1 else { return performOnOutput(words) }
    return performInput(name, numbers)
  }

  /// Begins the drag of a file, as from a file manager. Its path may contain spaces.
  private func beginDrag(_ words: [String]) -> Bool {
    guard let x = Double(words[1]), let y = Double(words[2]), x.isFinite, y.isFinite else { return false }
    let path = words[3...].joined(separator: " ")
    let escaped = PercentEncoding.escaped(Array(path.utf8))
    let (size, origin) = (output.logicalSize, output.position)
    let point = (
      Double(origin.x) + min(max(x, 0), 1) * Double(size.width),
      Double(origin.y) + min(max(y, 0), 1) * Double(size.height)
    )
    let list = "file://" + escaped + "\r\n"
    compositor.seat.beginDrag([("text/uri-list", Array(list.utf8))], at: point)
    return true
  }

  private func performInput(_ name: String, _ numbers: [Double]) -> Bool {
    let seat = compositor.seat
    let (size, origin) = (output.logicalSize, output.position)
    func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      (
        Double(origin.x) + min(max(x, 0), 1) * Double(size.width),
        Double(origin.y) + min(max(y, 0), 1) * Double(size.height)
      )
    }
    func identifier(_ number: Double) -> Int32 { Int32(exactly: number) ?? 0 }

    switch (name, numbers.count) {
    case ("move", 2): seat.pointer.move(to: point(numbers[0], numbers[1]))
    case ("button", 2):
      guard let button = UInt32(exactly: numbers[0]).flatMap({ Pointer.Button(rawValue: $0) }) else {
        return false
      }
      if numbers[1] != 0 { seat.pointer.press(button) } else { seat.pointer.release(button) }
    case ("axis", 2):
      seat.pointer.scroll(dx: numbers[0] != 0 ? numbers[1] : 0, dy: numbers[0] != 0 ? 0 : numbers[1])
    case ("wheel", 2):
      seat.pointer.scroll(notches: numbers[1], axis: numbers[0] != 0 ? .horizontal : .vertical)
    case ("key", 2):
      guard let code = UInt32(exactly: numbers[0]) else { return false }
      if numbers[1] != 0 {
        seat.keyboard.press(Key(code: code))
      } else {
        seat.keyboard.release(Key(code: code))
      }
    case ("down", 3): seat.touch.down(at: point(numbers[1], numbers[2]), id: identifier(numbers[0]))
    case ("drag", 3): seat.touch.move(to: point(numbers[1], numbers[2]), id: identifier(numbers[0]))
    case ("up", 1): seat.touch.up(id: identifier(numbers[0]))
    // Nothing to do: the touchscreen sends its frame events automatically.
    case ("frame", 0): break
    case ("devices", 1): seat.devices = numbers[0] != 0 ? [.pointer, .keyboard, .touch] : []
    default: return false
    }
    return true
  }

  /// The first output. Input and most commands refer to it.
  private var output: Output { compositor.outputs.first ?? compositor.output }

  private func performOnOutput(_ words: [String]) -> Bool {
    guard words.count >= 3, words[0] == "output" else { return false }
    switch words[1] {
    case "scale":
      guard let scale = Self.scale(words[2]), words.count == 3 else { return false }
      output.scale = scale
    case "transform":
      guard let transform = UInt32(words[2]).flatMap({ OutputTransform(rawValue: $0) }), words.count == 3
      else { return false }
      output.transform = transform
    case "add":
      guard words.count == 4 || words.count == 5, let size = Options.pixels(words[3]),
        let scale = words.count == 5 ? Self.scale(words[4]) : 1,
        !compositor.outputs.contains(where: { $0.name == words[2] })
      else { return false }
      compositor.addOutput(width: size.width, height: size.height, scale: scale, name: words[2])
    case "remove":
      guard words.count == 3, let output = compositor.outputs.first(where: { $0.name == words[2] }) else {
        return false
      }
      compositor.removeOutput(output)
    default: return false
    }
    return true
  }

  private static func scale(_ text: String) -> Double? {
    Double(text).flatMap { Output.scales.contains($0) ? $0 : nil }
  }

  /// Executes a command on the topmost window.
  private func performOnWindow(_ action: String, _ numbers: [Int]) -> Bool {
    guard let window = action == "show" ? compositor.toplevels.last : compositor.topmost else { return true }
    switch (action, numbers.count) {
    case ("resize", 2):
      guard numbers.allSatisfy({ Output.sides.contains($0) }) else { return false }
      window.resize(width: numbers[0], height: numbers[1])
    case ("maximize", 1): window.setMaximized(numbers[0] != 0)
    case ("fullscreen", 1): window.setFullscreen(numbers[0] != 0)
    case ("hide", 0): window.minimize()
    case ("show", 0): window.activate()
    case ("close", 0): window.close()
    case ("title", 0):
      print("title \(window.title)")
      fflush(nil)
    default: return false
    }
    return true
  }

  /// Writes an image of the output as PNG, and prints `screenshot FILE` when the file is complete.
  private func takeScreenshot(_ path: String) {
    do {
      try compositor.capture(includesCursor: true).writePNG(to: path)
      print("screenshot \(path)")
      fflush(nil)
    } catch {
      printError("\(error)")
    }
  }
}
