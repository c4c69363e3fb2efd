import CSystem
import Foundation

/// Whether a process exists and has not ended.
func isRunning(_ process: Int32) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
  // The state follows the program's name, which is in parentheses.
  let state = text.drop { $0 != ")" }.dropFirst(2).first
  return state != "Z" && state != "X"
}

/// Whether a signal has stopped a process.
func isStopped(_ process: Int32) -> Bool {
  let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
  return text.drop { $0 != ")" }.dropFirst(2).first == "T"
}

/// Waits until `condition` holds, for at most 10 s.
func wait(until condition: () -> Bool) -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    usleep(1000)
  }
  return false
}

/// Waits until a process has ended, for at most 60 s. Returns whether it has.
func waitForEnd(of process: Int32) -> Bool {
  let descriptor = csystem_pidfd(process)
  guard descriptor >= 0 else { return errno == ESRCH }
  defer { close(descriptor) }
  var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&end, 1, 60_000) == 1
}
