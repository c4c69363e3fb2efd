import Foundation
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// Tests that the program makes no system calls while nothing moves.
  @Suite("At rest") struct RestTests {
    @Test("While the carousel is at rest, no thread makes a system call for 10 s, on sway", .needs(.sway))
    func onSway() throws { try withSway { try expectSilence(on: $0) } }

    @Test("While the carousel is at rest, no thread makes a system call for 10 s, on weston", .needs(.weston))
    func onWeston() throws { try withWeston(shell: .kiosk) { try expectSilence(on: $0) } }

    private func expectSilence(on session: some UserSession) throws {
      let photos = try SamplePhotos(into: session.folder)
      session.input.parkPointer()

      // strace starts the program, because some systems do not allow ordinary users to attach to a running
      // one.
      let calls = try FifoLog(named: "system-calls", in: session.folder)
      defer { calls.close() }
      let browser = try PhotoBrowser(
        [photos.folder], environment: session.environment, folder: session.folder,
        tracer: ["strace", "-f", "-tt", "-o", calls.path])
      defer { browser.stop() }
      try browser.settled()

      // Dispatch's worker threads end after a few idle seconds. No calls may be made from then on.
      try calls.log.waitForQuiet(of: 10, within: 60)
      let count = calls.log.lines.count
      #expect(count > 1000, "strace reports calls")

      // A key wakes the program. Afterwards it must be at rest again.
      session.input.tap(.right)
      try browser.settled("at the next photo") { $0.index == 1 }
      #expect(calls.log.lines.count > count)
      try calls.log.waitForQuiet(of: 10, within: 60)
    }
  }
}
