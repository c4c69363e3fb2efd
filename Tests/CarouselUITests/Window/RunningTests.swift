import Foundation
import HeadlessCompositor
import TestSupport
import Testing

/// Programs of their own process, which end by `CarouselWindow.run()`.
@MainActor
struct RunningTests {
  @Test("A program ends with exit code 0 when it closes its only window")
  func closedByProgram() throws {
    let run = try Run(["Cards"])
    try run.click("Cards")
    #expect(run.end() == .init(status: 0, output: "Cards is closed\n", errors: ""))
  }

  @Test("A program ends with exit code 0 when the user closes its only window")
  func closedByUser() throws {
    let run = try Run(["Cards"])
    try run.toplevel("Cards").close()
    #expect(run.end() == .init(status: 0, output: "Cards is closed\n", errors: ""))
  }

  @Test(
    "A program with two windows has one connection and runs until both are closed", arguments: [true, false])
  func twoWindows(isFirstClosedFirst: Bool) throws {
    let run = try Run(["One", "Two"])
    #expect(run.compositor.clients.count == 1)
    let (early, late) = isFirstClosedFirst ? ("One", "Two") : ("Two", "One")
    try run.toplevel(early).close()
    #expect(run.serve { run.titles == [late] })
    try run.click(late)
    #expect(run.end() == .init(status: 0, output: "\(early) is closed\n\(late) is closed\n", errors: ""))
  }

  @Test("A window that refuses to close stays open until the program closes it")
  func refused() throws {
    let run = try Run(["kept", "Other"])
    try run.toplevel("kept").close()
    try run.toplevel("Other").close()
    #expect(run.serve { run.titles == ["kept"] })
    try run.click("kept")
    #expect(run.end() == .init(status: 0, output: "Other is closed\nkept is closed\n", errors: ""))
  }

  @Test("By default, a program connects again when the compositor has been restarted")
  func reconnects() throws {
    let run = try Run(["One", "Two"])
    let toplevels = try run.restartCompositor()
    #expect(Set(toplevels) == ["One", "Two"])
    for title in ["One", "Two"] { try run.toplevel(title).close() }
    #expect(run.end() == .init(status: 0, output: "One is closed\nTwo is closed\n", errors: ""))
  }

  @Test("A program that is connected gets an error if it connects again, and keeps its connection")
  func secondConnection() throws {
    let run = try Run(["--connect-again", "One"])
    #expect(run.compositor.clients.count == 1)
    try run.click("One")
    let error = "the program is already connected to a display; use Application.shared"
    #expect(run.end() == .init(status: 0, output: "\(error)\nOne is closed\n", errors: ""))
  }

  @Test(
    "If it does not connect again, a program prints the error once and ends with exit code 1 when the compositor exits"
  )
  func lostConnection() throws {
    let run = try Run(["--never-reconnect", "One", "Two"])
    run.compositor.close()
    let end = run.end()
    #expect(end.status == 1 && end.output == "One is closed\nTwo is closed\n")
    #expect(end.errors.split(separator: "\n").count == 1)
  }
}

/// A run of the program "window-program" on a compositor of its own.
@MainActor private final class Run {
  struct End: Equatable {
    var status: Int32
    var output, errors: String
  }

  private(set) var compositor: Compositor
  private let folder: TemporaryFolder
  private let process = Process()
  private let (output, errors) = (Pipe(), Pipe())

  var titles: [String] { compositor.toplevels.filter(\.isMapped).map(\.title) }

  /// Starts the program and waits until its windows are shown.
  init(_ titles: [String]) throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.clock = .monotonic
    compositor = try Compositor(configuration)
    folder = try TemporaryFolder()
    try compositor.listen(atPath: folder("display"))
    process.executableURL = Self.program
    process.arguments = titles
    process.environment = ProcessInfo.processInfo.environment.merging([
      "WAYLAND_DISPLAY": folder("display")
    ]) { $1 }
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let shown = Set(titles.filter { !$0.hasPrefix("--") })
    try #require(serve { Set(self.titles) == shown && !compositor.isFrameWanted })
  }

  /// Ends the compositor, starts another one on the same socket, and waits for two windows. Returns their titles.
  func restartCompositor() throws -> [String] {
    compositor.close()
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.clock = .monotonic
    compositor = try Compositor(configuration)
    try compositor.listen(atPath: folder("display"))
    try #require(serve { titles.count == 2 })
    return titles
  }

  /// The path of the program. It is in the folder of the test runner, or of the test bundle.
  private static var program: URL {
    let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "window-program")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    return Bundle.main.bundleURL.appending(path: "window-program")
  }

  isolated deinit {
    if process.isRunning { process.terminate() }
    compositor.close()
  }

  /// Serves the program until `condition` is true. Returns `false` if this takes a minute.
  func serve(until condition: () -> Bool) -> Bool { compositor.serve(seconds: 60, until: condition) }

  func toplevel(_ title: String) throws -> Toplevel {
    try #require(compositor.toplevels.first { $0.title == title })
  }

  /// Clicks the middle of a window.
  func click(_ title: String) throws {
    let window = try toplevel(title)
    window.activate()
    compositor.seat.pointer.move(
      to: (
        Double(window.position.x + window.size.width / 2), Double(window.position.y + window.size.height / 2)
      ))
    compositor.seat.pointer.press()
    compositor.seat.pointer.release()
  }

  /// Serves the program until it ends. If it does not end within a minute, it is killed.
  func end() -> End {
    if !serve(until: { !process.isRunning }) { process.terminate() }
    let status = process.waitForExit()
    func text(_ pipe: Pipe) -> String {
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    return End(status: status, output: text(output), errors: text(errors))
  }
}
