import CarouselUI
import Glibc
import MemoryPressure
import Testing

/// Reports low memory when a test calls it.
final class ReportPipe: PressureSource {
  let descriptor: Int32
  private let writeEnd: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (descriptor, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  func report() { _ = write(writeEnd, [0], 1) }

  func takeReport() -> Bool {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1
  }
}

extension WindowRig {
  /// Connects a source of reports to the window system.
  func watchMemory() throws -> ReportPipe {
    let pipe = try ReportPipe()
    system.memoryWarnings.start(pipe)
    return pipe
  }

  /// Reports low memory, and runs the event loop without a frame.
  func report(_ pipe: ReportPipe) {
    pipe.report()
    scheduler.poll()
  }
}
