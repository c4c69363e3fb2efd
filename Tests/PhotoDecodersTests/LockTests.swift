import CSandbox
import CSystem
import Foundation
import Testing

/// The sandbox of a helper process.
struct LockTests {
  @Test(
    "A process can lower the number of its processors but not raise it, and cannot change it in the sandbox")
  func processors() async {
    await #expect(processExitsWith: .success) {
      let all = csandbox_limit_processors(1 << 20)
      guard all >= 1, csandbox_limit_processors(0) == -1 else { exit(1) }
      guard all == 1 || csandbox_limit_processors(all - 1) == all - 1 else { exit(2) }
      let left = max(all - 1, 1)
      guard csandbox_limit_processors(all) == left else { exit(3) }
      guard csandbox_lock(1 << 44, 60) == 0 else { exit(4) }
      guard left == 1 || csandbox_limit_processors(1) == -1 else { exit(5) }
    }
  }

  @Test("A sandboxed process cannot open files, create sockets or processes, or execute programs")
  func refused() async {
    await #expect(processExitsWith: .success) {
      let readable = open("/etc/passwd", O_RDONLY)
      guard readable >= 0 else { exit(1) }
      guard csandbox_lock(1 << 44, 60) == 0 else { exit(2) }
      // A file that was opened before entering the sandbox stays readable.
      var byte: UInt8 = 0
      guard read(readable, &byte, 1) == 1 else { exit(3) }

      var allowed: Int32 = 0
      func refuse(_ code: Int32, _ result: Int) { if result >= 0, allowed == 0 { allowed = code } }
      refuse(10, Int(open("/etc/passwd", O_RDONLY)))
      refuse(11, Int(open("/tmp/taken-over", O_RDWR | O_CREAT, 0o600)))
      refuse(12, Int(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)))
      refuse(13, Int(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)))
      refuse(15, Int(kill(getppid(), 0)))
      refuse(16, Int(unlink("/tmp/taken-over")))
      refuse(17, Int(chdir("/")))
      refuse(18, Int(mkfifo("/tmp/taken-over", 0o600)))
      var identifier: pid_t = 0
      var arguments: [UnsafeMutablePointer<CChar>?] = [nil]
      refuse(20, posix_spawn(&identifier, "/bin/true", nil, nil, &arguments, &arguments) == 0 ? 0 : -1)
      // Reading the size and owner of a file by its name must fail.
      var status = stat()
      refuse(22, Int(fstatat(AT_FDCWD, "/etc/passwd", &status, 0)))
      refuse(23, Int(fstatat(AT_FDCWD, "/etc/passwd", &status, 0x1000)))  // AT_EMPTY_PATH
      // Anonymous files must be refused: no limit counts their memory.
      refuse(24, Int(csystem_memfd("taken-over")))
      refuse(25, ftruncate(readable, 0) == 0 || errno != EPERM ? 0 : -1)
      // Executable memory must be refused.
      let page = mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      refuse(21, page == MAP_FAILED ? -1 : 0)
      execv("/bin/true", &arguments)
      exit(allowed)
    }
  }
}
