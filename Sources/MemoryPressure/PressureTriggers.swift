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

  package let descriptor: Int32
  private let armed: [Int32]

  /// Arms a trigger in each of the files that permits it.
  ///
  /// Returns `nil` if none does: the kernel is older than Linux 5.2 or was built without pressure stall information, the
  /// files are not in the sandbox, or the program may not write to them.
  package convenience init?(files: [String] = PressureTriggers.files) {
    self.init(armed: files.compactMap(Self.arm))
  }

  /// Watches files with triggers, and closes them at the end. Returns `nil` if none of the files can be watched.
  package init?(armed files: [Int32]) {
    let descriptor = csystem_epoll()
    let armed = files.filter { descriptor >= 0 && csystem_watch_priority(descriptor, $0) == 0 }
    for file in files where !armed.contains(file) { close(file) }
    guard !armed.isEmpty else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    (self.descriptor, self.armed) = (descriptor, armed)
  }

  deinit {
    close(descriptor)
    for file in armed { close(file) }
  }

  package func takeReport() -> Bool { csystem_take_priority_events(descriptor) > 0 }

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
