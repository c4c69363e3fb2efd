internal import Glibc

/// Reads the memory of the machine and the limits of the process from the system. It keeps no state.
public enum SystemMemory {
  /// The memory of the machine, in bytes; 0 if unknown.
  public static var machineBytes: Int {
    let (bytes, overflow) = sysconf(Int32(_SC_PHYS_PAGES)).multipliedReportingOverflow(
      by: sysconf(Int32(_SC_PAGESIZE)))
    return overflow ? 0 : max(0, bytes)
  }

  /// The smallest memory limit, in bytes, of the process's control group and the groups above it; `nil`
  /// without a limit.
  ///
  /// Linux: `memory.max`, or `memory.limit_in_bytes` of control groups of version 1.
  public static var groupBytes: Int? {
    guard let text = read("/proc/self/cgroup") else { return nil }
    return limitFiles(forGroups: text).compactMap { read($0).flatMap(parseLimit) }.min()
  }

  /// The current memory pressure; zero if the system does not report it.
  ///
  /// Linux: `/proc/pressure/memory`.
  public static var pressure: PressureSample {
    read("/proc/pressure/memory").map { PressureSample(parsing: $0) } ?? PressureSample()
  }

  /// Returns the paths of the files that may hold a memory limit. `text` is the content of
  /// `/proc/self/cgroup`.
  package static func limitFiles(forGroups text: String) -> [String] {
    var files: [String] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let isUnified = fields[0] == "0" && fields[1].isEmpty
      guard isUnified || fields[1].split(separator: ",").contains("memory") else { continue }
      let root = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory"
      let name = isUnified ? "memory.max" : "memory.limit_in_bytes"
      var parts = fields[2].split(separator: "/").prefix(longestGroupPath)
      if parts.contains("..") { parts = [] }
      while true {
        files.append(([root] + parts.map(String.init) + [name]).joined(separator: "/"))
        if parts.isEmpty { break }
        parts.removeLast()
      }
    }
    return files
  }

  private static let longestGroupPath = 64

  /// Returns the limit in the text of a limit file; `nil` without a limit. Version 1 writes a number near 2⁶³
  /// for no limit.
  package static func parseLimit(_ text: String) -> Int? {
    let word = text.split(whereSeparator: \.isWhitespace).first ?? ""
    guard let bytes = Int(word), bytes > 0, bytes < 1 << 60 else { return nil }
    return bytes
  }

  /// Returns the content of a small file; `nil` if it cannot be read.
  private static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(file, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
