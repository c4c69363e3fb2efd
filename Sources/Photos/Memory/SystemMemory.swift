internal import Glibc
internal import MemoryPressure

/// Reads the memory of the machine and the limits of the process from the system. It keeps no state.
package enum SystemMemory {
  /// The memory of the machine, in bytes; 0 if unknown.
  package static var machineBytes: Int {
    let (bytes, overflow) = sysconf(Int32(_SC_PHYS_PAGES)).multipliedReportingOverflow(
      by: sysconf(Int32(_SC_PAGESIZE)))
    return overflow ? 0 : max(0, bytes)
  }

  /// The smallest memory limit, in bytes, of the process's control group and the groups above it; `nil`
  /// without a limit.
  ///
  /// Linux: `memory.max`, or `memory.limit_in_bytes` of control groups of version 1.
  package static var groupBytes: Int? {
    guard let text = ControlGroups.current else { return nil }
    return limitFiles(forGroups: text).compactMap { SystemFile.text(of: $0).flatMap(parseLimit) }.min()
  }

  /// The current memory pressure; zero if the system does not report it.
  ///
  /// Linux: `/proc/pressure/memory`.
  package static var pressure: PressureSample {
    SystemFile.text(of: PressureTriggers.systemFile).map { PressureSample(parsing: $0) } ?? PressureSample()
  }

  /// Returns the paths of the files that may hold a memory limit. `text` is the content of
  /// `/proc/self/cgroup`.
  package static func limitFiles(forGroups text: String) -> [String] {
    ControlGroups.files(named: "memory.max", orInVersion1: "memory.limit_in_bytes", forGroups: text)
  }

  /// Returns the limit in the text of a limit file; `nil` without a limit. Version 1 writes a number near 2⁶³
  /// for no limit.
  package static func parseLimit(_ text: String) -> Int? {
    let word = text.split(whereSeparator: \.isWhitespace).first ?? ""
    guard let bytes = Int(word), bytes > 0, bytes < 1 << 60 else { return nil }
    return bytes
  }
}
