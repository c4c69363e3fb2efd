internal import CSystem
internal import Glibc

/// Reports that tasks wait for memory: tasks of the whole system, or of the process's control group.
///
/// While no trigger fires, the process is not woken.
///
/// Linux: pressure stall information, `/proc/pressure/memory`; `memory.pressure` of control groups of version 2.
package final class PressureTriggers: PressureSource {
  /// The file for the whole system.
  package static let systemFile = "/proc/pressure/memory"

  /// The files for the whole system and for the process's control group. They may not exist.
  package static var files: [String] {
    // The pressure of a group includes that of the groups in it.
    let group = ControlGroups.current.flatMap {
      ControlGroups.files(named: "memory.pressure", forGroups: $0).first
    }
    return [systemFile] + (group.map { [$0] } ?? [])
  }

  /// A trigger fires when at least one task has waited for 150 ms of the last 2 s, and at most once in 2 s. A program without
  /// privileges may only use multiples of 2 s. The program freezes visibly at about 10 %, which is 200 ms.
  package static let trigger = "some 150000 2000000"  // microseconds

  /// An event without this growth of the file's total is no report, in microseconds; the same time as in ``trigger``.
  ///
  /// The first event of a program without privileges follows the first wait of any length: the kernel compares two different
  /// totals (`psi_trigger_create` takes that of PSI_POLL, `psi_avgs_work` that of PSI_AVGS).
  private static let leastGrowth = 150_000

  /// An open file with a trigger.
  private struct ArmedFile {
    let descriptor: Int32
    let path: String
    /// The time for which tasks have waited: when the trigger was armed, or at the last report; in microseconds.
    var total: Int
  }

  package let descriptor: Int32
  private var armed: [ArmedFile]
  private let readText: (String) -> String?

  /// Arms a trigger in each of the files that permits it.
  ///
  /// Returns `nil` if none does: the kernel is older than Linux 6.4 (5.2 for a program with CAP_SYS_RESOURCE) or was built
  /// without pressure stall information, the files are not in the sandbox, or the program may not write to them.
  ///
  /// - Parameters:
  ///   - files: The paths of the files.
  ///   - readText: Returns the content of the file at a path; `nil` if it cannot be read.
  package convenience init?(
    files: [String] = PressureTriggers.files,
    readText: @escaping (String) -> String? = { SystemFile.text(of: $0) }
  ) {
    self.init(
      armed: files.compactMap { path in Self.arm(path).map { (descriptor: $0, path: path) } },
      readText: readText)
  }

  /// Watches open files with triggers, and closes them at the end. Returns `nil` if none of the files can be watched, or none
  /// has a total.
  package init?(
    armed files: [(descriptor: Int32, path: String)],
    readText: @escaping (String) -> String? = { SystemFile.text(of: $0) }
  ) {
    let descriptor = csystem_epoll()
    var armed: [ArmedFile] = []
    for (file, path) in files {
      if descriptor >= 0, let total = Self.total(in: readText(path)),
        csystem_watch_priority(descriptor, file) == 0
      {
        armed.append(ArmedFile(descriptor: file, path: path, total: total))
      } else {
        close(file)
      }
    }
    guard !armed.isEmpty else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    (self.descriptor, self.armed, self.readText) = (descriptor, armed, readText)
  }

  deinit {
    close(descriptor)
    for file in armed { close(file.descriptor) }
  }

  package func takeReport() -> Bool {
    guard csystem_take_priority_events(descriptor) == 0 else { return false }
    // The totals decide, because the events do not tell whether a trigger has fired.
    var isLow = false
    for index in armed.indices {
      guard let total = Self.total(in: readText(armed[index].path)),
        total - armed[index].total >= Self.leastGrowth
      else { continue }
      armed[index].total = total
      isLow = true
    }
    return isLow
  }

  /// Returns the time for which at least one task has waited, in microseconds; `nil` if the text does not state it.
  private static func total(in text: String?) -> Int? {
    guard let text, let word = PressureText.value("total", of: "some", in: text), let total = Int(word),
      total >= 0
    else { return nil }
    return total
  }

  /// Opens a file and writes the trigger into it. Returns the open file; `nil` if the system does not permit it.
  private static func arm(_ path: String) -> Int32? {
    let file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    // The kernel expects a zero byte at the end.
    let bytes = Array(trigger.utf8CString)
    if write(file, bytes, bytes.count) == bytes.count { return file }
    close(file)
    return nil
  }
}
