import CSystem
import Foundation
import TestSupport
import Testing

/// Whether a process exists and has not ended.
func isRunning(_ process: Int32) -> Bool {
  guard let state = state(of: process) else { return false }
  return state != "Z" && state != "X"
}

/// Waits until a signal has stopped a process. The process need not be a child of this process, so it is polled.
func waitForStop(of process: Int32) throws {
  try waitUntil("the stop of the process \(process)", lastSeen: state(of: process) ?? "no process") {
    state(of: process) == "T"
  }
}

/// The state of a process in /proc/[pid]/stat; `nil` if there is no such process.
func state(of process: Int32) -> Character? {
  let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
  // The state follows the program's name, which is in parentheses.
  return text.drop { $0 != ")" }.dropFirst(2).first
}

/// Waits until a process has ended, for at most 60 s. Returns whether it has.
func waitForEnd(of process: Int32) -> Bool {
  let descriptor = csystem_pidfd(process)
  guard descriptor >= 0 else { return errno == ESRCH }
  defer { close(descriptor) }
  var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&end, 1, 60_000) == 1
}
