import CommandLineText
import Glibc
import Testing

/// Messages on a standard error that is read slowly, or not at all.
struct ErrorLogTests {
  /// A pipe of one page. Its descriptors are closed with the last reference.
  private final class Pipe {
    private let ends: [Int32]

    init() throws {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      self.ends = ends
      _ = fcntl(ends[1], 1031, 4096)  // F_SETPIPE_SZ, which Glibc does not import
    }
    deinit { for end in ends { close(end) } }

    var writeEnd: Int32 { ends[1] }

    /// Reads until `end` is found.
    func text(until end: String) throws -> String {
      var bytes: [UInt8] = []
      while !String(decoding: bytes, as: UTF8.self).contains(end) {
        var block = [UInt8](repeating: 0, count: 4096)
        var poll = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        try #require(Glibc.poll(&poll, 1, 20_000) == 1, "no “\(end)” arrives")
        bytes += block[..<max(read(ends[0], &block, block.count), 0)]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test("A message is one line that names the program; control characters are escaped")
  func line() throws {
    let pipe = try Pipe()
    let log = ErrorLog(of: "viewer", to: pipe.writeEnd)
    log.write("a\nviewer: b")
    log.write("end")
    #expect(try pipe.text(until: "end\n") == "viewer: a\\u{A}viewer: b\nviewer: end\n")
  }

  @Test("While the log is not read, messages wait, further ones are counted, and nothing blocks")
  func full() throws {
    let pipe = try Pipe()
    let log = ErrorLog(of: "viewer", to: pipe.writeEnd)
    let message = String(repeating: "x", count: 99)
    // The pipe has room for about forty lines, and one more is being written.
    for _ in 0..<(ErrorLog.capacity + 300) { log.write(message) }
    log.flush(seconds: 0.01)
    let lines = try pipe.text(until: "more messages\n").split(separator: "\n")
    let dropped = try #require(lines.last?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    #expect(lines.count - 1 + dropped == ErrorLog.capacity + 300)
    #expect(lines.count > ErrorLog.capacity && lines.dropLast().allSatisfy { $0 == "viewer: \(message)" })
  }
}
