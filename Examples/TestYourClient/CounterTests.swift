import Foundation
import HeadlessCompositor
import Testing

/// The path of the client.
private let program = ProcessInfo.processInfo.environment["COUNTER"]

/// Tests of the client in Swift: the compositor is in the process of the test.
@MainActor @Suite("The client of the example", .enabled(if: program != nil, "needs the variable COUNTER"))
struct CounterTests {
  @Test("The client waits for the release of a buffer")
  func heldBuffer() throws {
    let run = try Run()
    run.click()
    #expect(run.compositor.serve(seconds: 5) { run.hasMoved })
    #expect(!run.compositor.checkedLintFindings().contains { $0.rule == .heldBuffer })
  }

  @Test("The window gets the size that the user drags it to")
  func resize() throws {
    let run = try Run()
    run.window.resize(width: 300, height: 150)
    #expect(run.compositor.serve(seconds: 1) { run.window.size == (300, 150) })
  }

  @Test("Three clicks in one frame need one frame callback")
  func callbacks() throws {
    let run = try Run()
    for _ in 0..<3 { run.click() }
    run.waitForAnswer()
    #expect((run.window.surface?.pendingFrameCallbackCount ?? 0) <= 1)
  }

  @Test("The place that the square leaves is white again")
  func damage() throws {
    let run = try Run()
    run.click()
    #expect(run.compositor.serve(seconds: 5) { run.hasMoved })
    #expect(run.compositor.capture()[15, 40] == 0xffff_ffff)
  }

  @Test("The window answers while the clipboard does not")
  func clipboard() throws {
    let run = try Run()
    run.compositor.seat.clipboard.setStalled(["text/plain"])
    run.compositor.seat.keyboard.type("v")
    #expect(run.waitForAnswer())
  }
}

/// The client on a compositor of its own.
@MainActor private final class Run {
  let compositor: Compositor
  let window: Toplevel
  private let process = Process()
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.lints = true
    compositor = try Compositor(configuration)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try compositor.listen(atPath: folder.path + "/socket")
    process.executableURL = URL(filePath: try #require(program))
    process.environment = ["WAYLAND_DISPLAY": folder.path + "/socket"]
    try process.run()
    compositor.serve(seconds: 10) { [compositor] in compositor.topmost != nil }
    window = try #require(compositor.topmost)
    waitForAnswer()
  }

  isolated deinit {
    process.terminate()
    compositor.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Whether the square is at its second place.
  var hasMoved: Bool { compositor.capture()[45, 40] == 0xff20_40c0 }

  /// Clicks without presenting a frame.
  func click() { compositor.seat.pointer.click(at: (50, 50)) }

  /// Waits until the client has read its events. Returns whether it has.
  @discardableResult
  func waitForAnswer() -> Bool {
    guard let client = compositor.clients.first else { return false }
    client.ping()
    for _ in 0..<200 where !client.isResponsive { compositor.wait(milliseconds: 10) }
    return client.isResponsive
  }
}
