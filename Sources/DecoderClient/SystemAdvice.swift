internal import Glibc

/// Sentences that state what the user can do about a failed system call.
package enum SystemAdvice {
  /// Returns the advice for an `errno`.
  package static func sentence(for code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "Free some space on its disk."
    case EFBIG: "Raise the limit of the size of files (ulimit -f)."
    case EROFS: "Its disk is read-only: mount it for writing, or choose another folder."
    case EACCES, EPERM: "Check the permissions of its folder."
    case ENOTDIR: "Rename the file that has the name of a folder of this path."
    case EMFILE, ENFILE: "Raise the limit of open files (ulimit -n)."
    case ENOMEM: "Close other programs, or raise the limit of memory (ulimit -v)."
    default: "Try again."
    }
  }
}
