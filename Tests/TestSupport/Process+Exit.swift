public import Foundation
internal import Glibc

extension Process {
  /// Waits until the program has exited. Returns its exit status, or the negative number of the signal that ended it.
  ///
  /// `waitUntilExit` also waits for programs that other threads start at the same moment: they inherit the descriptor
  /// whose end it waits for. A test on the main actor then waits for a program of another test, which waits for the main
  /// actor.
  @discardableResult
  public func waitForExit() -> Int32 {
    var information = siginfo_t()
    while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) != 0 {
      if errno == EINTR { continue }
      // Foundation has already received the exit status.
      waitUntilExit()
      return terminationReason == .exit ? terminationStatus : -terminationStatus
    }
    let status = information._sifields._sigchld.si_status
    return information.si_code == Int32(CLD_EXITED) ? status : -status
  }
}
