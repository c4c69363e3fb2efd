import CSystem
import Foundation
import Glibc

/// The length of a soak test, from environment variables, and measurements of the process.
///
/// The defaults are the short runs of `scripts/test`; `scripts/soak` sets the variables.
package enum SoakSettings {
  /// Returns the number of sessions or frames: CAROUSEL_SOAK_COUNT, or `standard`.
  package static func count(_ standard: Int) -> Int { max(1, number("CAROUSEL_SOAK_COUNT") ?? standard) }

  /// The seed of the first session: CAROUSEL_SOAK_SEED, or 1. The seed increases by 1 for each session.
  package static var firstSeed: UInt64 { UInt64(max(0, number("CAROUSEL_SOAK_SEED") ?? 1)) }

  /// Whether a run that began at a time has taken CAROUSEL_SOAK_SECONDS. Without the variable, it goes on until its count.
  package static func isOver(since start: ContinuousClock.Instant) -> Bool {
    number("CAROUSEL_SOAK_SECONDS").map { start.duration(to: .now) >= .seconds($0) } ?? false
  }

  /// Whether the process runs under a sanitizer, which allocates additional memory: CAROUSEL_SOAK_SANITIZER is set.
  package static var isSanitized: Bool {
    ProcessInfo.processInfo.environment["CAROUSEL_SOAK_SANITIZER"] != nil
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Writes a line to standard error without buffering, so that it is visible even if the next call traps.
  package static func report(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Raises the limit of open descriptors to 8192, or to the hard limit if that is lower.
  package static func allowManyDescriptors() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < 8192 else {
      return
    }
    limit.rlim_cur = min(8192, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}

/// The resources that the process uses.
package enum ProcessResources {
  /// The number of open descriptors.
  package static var descriptorCount: Int {
    guard let folder = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count - 3  // ".", ".." and the folder itself
  }

  /// The targets of the open descriptors, for failure messages.
  package static var descriptors: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.sorted().map { name in
      "\(name) → \((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) ?? "?")"
    }
  }

  /// The resident memory in KiB.
  package static var residentKiB: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii) else { return 0 }
    let words = text.split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024 : 0
  }

  /// The number of bytes that the program has allocated on the heap and not freed.
  package static var heapBytes: Int { Int(csystem_heap_bytes()) }
}
