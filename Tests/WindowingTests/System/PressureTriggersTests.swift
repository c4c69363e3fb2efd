import Glibc
import MemoryPressure
import TestSupport
import Testing

/// The triggers of the kernel's pressure files, and their absence.
struct PressureTriggersTests {
  private func isReadable(_ descriptor: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) == 1
  }

  @Test("Without a file that accepts a trigger, there are no triggers")
  func absent() throws {
    let folder = try TemporaryFolder()
    // Regular files accept the text, but have no events. A new kernel file may not accept it.
    let text = try folder.write(Array("some avg10=0.00".utf8), to: "regular")
    for files in [[], [""], [folder("missing")], [folder.path], [text], ["/proc/self/cgroup", "/dev/full"]] {
      #expect(PressureTriggers(files: files) == nil, "\(files)")
    }
  }

  @Test("Each file gets the trigger with a zero byte, and files that do not accept it are ignored")
  func arming() throws {
    let folder = try TemporaryFolder()
    let fifo = try Fifo(folder("pressure"))
    // Keeps the bytes in the fifo.
    let reader = open(fifo.path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let triggers = try #require(PressureTriggers(files: [folder("missing"), fifo.path]))
    #expect(!isReadable(triggers.descriptor))
    var bytes = [UInt8](repeating: 1, count: 100)
    let count = read(reader, &bytes, bytes.count)
    #expect(Array(bytes.prefix(max(0, count))) == Array("some 150000 2000000".utf8) + [0])
  }

  @Test("The kernel accepts the trigger, or there are no triggers") func kernel() {
    guard let triggers = PressureTriggers() else { return }
    #expect(triggers.descriptor >= 0)
  }

  @Test("A priority event of a file is one report")
  func event() throws {
    let console = try PseudoTerminal()
    let triggers = try #require(PressureTriggers(armed: [console.takeController()]))
    #expect(!isReadable(triggers.descriptor))
    console.causePriorityEvent()
    #expect(isReadable(triggers.descriptor))
    #expect(triggers.takeReport())
    #expect(!isReadable(triggers.descriptor))
    console.causePriorityEvent()
    #expect(isReadable(triggers.descriptor) && triggers.takeReport())
  }

  @Test(
    "A file that has failed, such as that of a removed control group, is no report, and does not wake again")
  func failed() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let triggers = try #require(PressureTriggers(armed: [ends[1]]))
    close(ends[0])
    #expect(isReadable(triggers.descriptor))
    #expect(!triggers.takeReport())
    #expect(!isReadable(triggers.descriptor))
  }

  @Test("The process's control group of version 2 has a pressure file; groups of version 1 have none")
  func groups() {
    let text = "4:memory:/a\n0::/user.slice/app\nnonsense\n"
    #expect(
      ControlGroups.files(named: "memory.pressure", forGroups: text) == [
        "/sys/fs/cgroup/user.slice/app/memory.pressure", "/sys/fs/cgroup/user.slice/memory.pressure",
        "/sys/fs/cgroup/memory.pressure",
      ])
    #expect(ControlGroups.files(named: "memory.pressure", forGroups: "4:memory:/a\n") == [])
    #expect(PressureTriggers.files.first == "/proc/pressure/memory")
  }
}

/// A pseudoterminal in packet mode: its controller has a priority event when the terminal is flushed.
private final class PseudoTerminal {
  private let controller, console: Int32
  private var ownsController = true

  // Macros that Swift does not import.
  private static let setLock: UInt = 0x4004_5431  // TIOCSPTLCK
  private static let openTerminal: UInt = 0x5441  // TIOCGPTPEER

  init() throws {
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (isLocked, usesPackets): (Int32, Int32) = (0, 1)
    try #require(ioctl(controller, Self.setLock, &isLocked) == 0)
    try #require(ioctl(controller, UInt(TIOCPKT), &usesPackets) == 0)
    console = ioctl(controller, Self.openTerminal, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(console >= 0)
  }

  deinit {
    close(console)
    if ownsController { close(controller) }
  }

  /// Returns the controller, which the caller then owns.
  func takeController() -> Int32 {
    ownsController = false
    return controller
  }

  func causePriorityEvent() { tcflush(console, TCIFLUSH) }
}
