import Foundation
import Glibc
import Testing

extension PhotoBrowserTests {
  /// What does not move costs nothing.
  @Suite("At rest") struct RestTests {
    @Test("no thread makes a system call for 10 s, on sway", .needs(.sway))
    func onSway() throws { try withSway { try expectSilence(on: $0) } }

    @Test("no thread makes a system call for 10 s, on weston", .needs(.weston))
    func onWeston() throws { try withWeston(shell: .kiosk) { try expectSilence(on: $0) } }

    private func expectSilence(on session: some UserSession) throws {
      let photos = try SamplePhotos(into: session.folder)
      session.input.parkPointer()

      // Traced from its start: attaching later is forbidden to ordinary users on some systems.
      let calls = try Trace(in: session.folder)
      defer { calls.close() }
      let browser = try PhotoBrowser(
        [photos.folder], environment: session.environment, folder: session.folder, tracer: calls.tracer)
      defer { browser.stop() }
      try browser.settled()

      // Dispatch's worker threads end after some idle seconds; from then on there must be silence.
      try calls.log.waitForQuiet(of: 10, within: 60)
      let count = calls.log.lines.count
      #expect(count > 1000, "there was something to hear before")

      // Not dead, but resting: it wakes when asked, and rests again.
      session.input.tap(.right)
      try browser.settled("at the next photo") { $0.index == 1 }
      #expect(calls.log.lines.count > count)
      try calls.log.waitForQuiet(of: 10, within: 60)
    }
  }
}

/// The system calls of a program and of all its threads, as strace tells them.
private struct Trace {
  let log: LineLog
  let tracer: [String]
  private let keeper: Int32

  init(in folder: TemporaryFolder) throws {
    let fifo = try folder.makeFifo("system-calls")
    let end = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    keeper = open(fifo, O_WRONLY | O_CLOEXEC)
    guard end >= 0, keeper >= 0 else { throw RigError("cannot open \(fifo)") }
    _ = fcntl(end, F_SETFL, 0)
    log = LineLog(reading: end)
    tracer = ["strace", "-f", "-tt", "-o", fifo]
  }

  func close() { Glibc.close(keeper) }
}
