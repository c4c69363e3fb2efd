import CSystem
import Glibc
import Testing
import Windowing

/// Tests of events that crashed programs in the soak runs. The compositor that sends them is otherwise well-behaved.
@MainActor @Suite("Events found by the fuzzers", .serialized)
struct ScriptedCompositorTests {
  @Test(
    "A keymap is ignored if its file is shorter than announced, is empty, or is not a file",
    arguments: [0, 1, 100, -1])
  func shortKeymap(size: Int) throws {
    try withProgram { compositor, program in
      var file = csystem_memfd("keymap")
      if size < 0 {
        close(file)
        file = open("/dev/zero", O_RDONLY | O_CLOEXEC)
      } else {
        ftruncate(file, size)
      }
      compositor.send("wl_keyboard", "keymap", [.word(1), .descriptor(file), .word(1 << 20)])
      compositor.send("wl_keyboard", "key", [.word(1), .word(1), .word(105), .word(1)])
    }
  }

  @Test("A presentation clock with any id is accepted", arguments: [UInt32.max, 0x8000_0000, 77, 0])
  func presentationClock(id: UInt32) throws {
    try withProgram { compositor, program in
      compositor.send("wp_presentation", "clock_id", [.word(id)])
      exchange(compositor, program)
      for _ in 0..<3 {
        for window in program.openWindows { window.invalidate() }
        exchange(compositor, program)
        compositor.presentFrame()
        compositor.send(
          "wp_presentation_feedback", "presented",
          [.word(0), .word(5), .word(1), .word(16_666_667), .word(0), .word(1), .word(0)])
        exchange(compositor, program)
      }
    }
  }

  /// Runs `body` with a program that has a window, and expects that the program works afterwards.
  private func withProgram(_ body: (HostileCompositor, RandomProgram) throws -> Void) throws {
    var ends: [Int32] = [-1, -1]
    try #require(
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    let compositor = HostileCompositor(ends[0], seed: 1, isScripted: true)
    let program = try RandomProgram(ends[1], seed: 1, clock: { 1 })
    exchange(compositor, program)
    let window = try #require(program.openWindows.first)
    #expect(window.frameCount == 1)
    try body(compositor, program)
    exchange(compositor, program)
    let before = window.frameCount
    compositor.presentFrame()
    exchange(compositor, program)
    window.invalidate()
    exchange(compositor, program)
    #expect(program.failure == nil)
    #expect(window.frameCount > before)
    program.end(isOrderly: true)
    compositor.socket.close()
  }

  private func exchange(_ compositor: HostileCompositor, _ program: RandomProgram) {
    for _ in 0..<6 {
      program.turn(seconds: 0)
      compositor.act()
    }
  }
}
