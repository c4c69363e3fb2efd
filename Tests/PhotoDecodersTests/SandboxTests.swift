import CSandbox
import CSystem
import Foundation
import TestSupport
import Testing

/// The sandbox of a helper process.
struct SandboxTests {
  @Test(
    "A process can lower the number of its processors but not raise it, and cannot change it in the sandbox")
  func processors() async {
    await #expect(processExitsWith: .success) {
      let all = csandbox_limit_processors(1 << 20)
      guard all >= 1, csandbox_limit_processors(0) == -1 else { exit(1) }
      guard all == 1 || csandbox_limit_processors(all - 1) == all - 1 else { exit(2) }
      let left = max(all - 1, 1)
      guard csandbox_limit_processors(all) == left else { exit(3) }
      guard csandbox_enter(1 << 44, 60, 1) == 0 else { exit(4) }
      guard left == 1 || csandbox_limit_processors(1) == -1 else { exit(5) }
    }
  }

  @Test("A sandboxed process cannot open files, create sockets or processes, or execute programs")
  func refused() async {
    await #expect(processExitsWith: .success) {
      let readable = open("/etc/passwd", O_RDONLY)
      guard readable >= 0 else { exit(1) }
      guard csandbox_enter(1 << 44, 60, 1) == 0 else { exit(2) }
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

  @Test("The filter of system calls applies to threads that already run")
  func otherThreads() async {
    await #expect(processExitsWith: .success) {
      let (hasStarted, hasEntered, hasEnded) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
      )
      Thread {
        hasStarted.signal()
        hasEntered.wait()
        if socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0 { exit(2) }
        hasEnded.signal()
      }.start()
      try hasStarted.wait(for: "the start of the thread")
      guard csandbox_enter(1 << 44, 60, 1) == 0 else { exit(1) }
      hasEntered.signal()
      try hasEnded.wait(for: "the end of the thread")
    }
  }

  @Test("In the sandbox, threads start only if the decoders need them", arguments: [0, 1] as [Int32])
  func threads(allowed: Int32) async {
    await #expect(processExitsWith: .success) { [allowed] in
      guard csandbox_enter(1 << 44, 60, allowed) == 0 else { exit(1) }
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { _ in nil }, nil)
      guard code == (allowed == 0 ? EPERM : 0) else { exit(2) }
    }
  }

  @Test("A process waits for the end of its other threads before it enters the sandbox, but not forever")
  func waitForThreads() async {
    await #expect(processExitsWith: .success) {
      let gate = DispatchSemaphore(value: 0)
      for _ in 0..<3 { Thread { gate.wait() }.start() }
      guard csandbox_wait_for_single_thread(50) >= 3 else { exit(1) }
    }
  }

  @Test("Shared anonymous memory, which the limit of memory does not count, is refused")
  func sharedMemory() async {
    await #expect(processExitsWith: .success) {
      let file = open("/etc/passwd", O_RDONLY)
      guard csandbox_enter(1 << 44, 60, 1) == 0 else { exit(1) }
      func maps(_ flags: Int32, _ file: Int32) -> Bool {
        mmap(nil, 4096, PROT_READ, flags, file, 0) != MAP_FAILED
      }
      guard maps(MAP_PRIVATE | MAP_ANONYMOUS, -1), maps(MAP_PRIVATE, file), maps(MAP_SHARED, file) else {
        exit(2)
      }
      guard !maps(MAP_SHARED | MAP_ANONYMOUS, -1) else { exit(3) }
    }
  }

  @Test("A sandboxed process can read the permitted files and no others, and cannot write them")
  func readableFiles() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let permitted = try folder.write([1, 2, 3], to: "permitted/font")
      let other = try folder.write([4, 5, 6], to: "permitted/other")
      guard symlink(permitted, folder("link")) == 0 else { exit(1) }
      guard csandbox_allow_reading(folder("link")) == 0 else { exit(2) }
      guard csandbox_allow_reading(folder("permitted")) != 0, csandbox_allow_reading("/dev/zero") != 0,
        csandbox_allow_reading(folder("missing")) != 0
      else { exit(3) }
      // Landlock restricts this thread, and the threads that it starts.
      guard csandbox_enter(1 << 44, 60, 1) == 0 else { exit(4) }
      for path in [permitted, folder("link")] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        var byte: UInt8 = 0
        guard file >= 0, read(file, &byte, 1) == 1, byte == 1 else { exit(5) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size == 3 else { exit(6) }
        close(file)
      }
      var allowed: Int32 = 0
      func refuse(_ code: Int32, _ result: Int32) { if result >= 0, allowed == 0 { allowed = code } }
      refuse(10, open(other, O_RDONLY))
      refuse(11, open("/etc/passwd", O_RDONLY))
      refuse(12, open(permitted, O_RDWR))
      refuse(13, open(permitted, O_WRONLY | O_TRUNC))
      refuse(14, open(folder("permitted/new"), O_RDWR | O_CREAT, 0o600))
      refuse(15, open(folder("permitted"), O_RDONLY | O_DIRECTORY))
      refuse(16, open("/etc/passwd", 0o10_000_000))  // O_PATH
      refuse(17, open("/proc/self/maps", O_RDONLY))
      var status = stat()
      refuse(18, stat(permitted, &status))
      refuse(19, fstatat(AT_FDCWD, "/etc/passwd", &status, 0x1000))  // AT_EMPTY_PATH
      refuse(20, unlink(permitted))
      _exit(allowed)
    }
  }
}
