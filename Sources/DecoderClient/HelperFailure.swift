internal import Glibc

/// The reason why a helper process did not reply.
public enum HelperFailure: Error, Hashable, Sendable {
  /// There is no program at the path.
  case missing(path: String)
  /// The system refused to start the program; `code` is the `errno`.
  case refused(path: String, code: Int32)
  /// The program ended before it was ready; `status` is the status of `waitpid`.
  case endedAtStart(path: String, status: Int32)
  /// The program did not become ready in time.
  case silentAtStart(path: String, seconds: Double)
  /// The program belongs to another release, which uses other messages.
  case otherVersion(path: String)
  /// The kernel lacks seccomp, so that no helper reads a file.
  case withoutSeccomp
  /// The program ended twice while it decoded the file; `status` is the status of `waitpid`.
  case endedTwice(status: Int32)
}

extension HelperFailure: CustomStringConvertible {
  /// A sentence that states what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .missing(let path):
      "There is no decoder at “\(path)”. Install \(Self.name(path)) beside the program that shows the pictures, or name "
        + "carousel-decoder by the variable CAROUSEL_DECODER; swift build creates it in the folder of the program."
    case .refused(let path, let code):
      "The decoder “\(path)” could not be started: \(String(cString: strerror(code))). "
        + (code == EAGAIN || code == ENOMEM
          ? "Raise the limits of processes (ulimit -u) and of memory (ulimit -v)."
          : "Check that the file is an executable program.")
    case .endedAtStart(let path, let status):
      "The decoder “\(path)” ended before it was ready (\(Self.text(status))). Run “\(path) --check” to see why; "
        + "a limit of memory (ulimit -v) or a missing library may be the reason."
    case .silentAtStart(let path, let seconds):
      "The decoder “\(path)” was not ready after \(Int(seconds)) s. Run “\(path) --check” to see why."
    case .otherVersion(let path):
      "The decoder “\(path)” is of another release. Install \(Self.name(path)) of the same release as the program that "
        + "shows the pictures."
    case .withoutSeccomp:
      "The kernel lacks seccomp, which keeps a hostile picture from harming this computer, so no picture is decoded. "
        + "Use a kernel with seccomp (CONFIG_SECCOMP_FILTER), or set the variable CAROUSEL_WITHOUT_SECCOMP to 1 to take the risk."
    case .endedTwice(let status):
      "The decoder ended twice while it read the file (\(Self.text(status))). The file is damaged or hostile: "
        + "copy it again from its source."
    }
  }

  /// Returns the name of a program.
  private static func name(_ path: String) -> Substring {
    path.split(separator: "/").last ?? "carousel-decoder"
  }

  private static func text(_ status: Int32) -> String {
    let signal = status & 0x7F
    return signal == 0
      ? "exit status \(status >> 8 & 0xFF)" : "signal \(signal), \(String(cString: strsignal(signal)))"
  }
}
