import Foundation

/// Makes `nobody` the owner of a folder and drops root privileges, so that file permissions take effect. Call
/// it in an exit test, because it changes the user of the process.
func becomeUnprivileged(owning path: String) throws {
  guard geteuid() == 0 else { return }
  let nobody: uid_t = 65534
  for name in [""] + (try FileManager.default.subpathsOfDirectory(atPath: path)) {
    lchown(path + "/" + name, nobody, nobody)
  }
  guard setgroups(0, nil) == 0, setgid(nobody) == 0, setuid(nobody) == 0, geteuid() == nobody else { exit(3) }
}
