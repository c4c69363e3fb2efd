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
    let files = [folder("missing"), fifo.path]
    let triggers = try #require(PressureTriggers(files: files) { _ in pressure(total: 0) })
    #expect(!isReadable(triggers.descriptor))
    var bytes = [UInt8](repeating: 1, count: 100)
    let count = read(reader, &bytes, bytes.count)
    #expect(Array(bytes.prefix(max(0, count))) == Array("some 150000 2000000".utf8) + [0])
    // Without a total, an event could not be judged.
    for text in [nil, "", "some avg10=0.00", "some total=", "some total=-1", "full total=5"] {
      #expect(PressureTriggers(files: files) { _ in text } == nil)
    }
  }

  @Test(
    "The kernel accepts the trigger if it permits the program to open its file",
    .enabled(if: Kernel.permitsTriggers, "needs a kernel that permits triggers in /proc/pressure/memory"))
  func kernel() {
    #expect(PressureTriggers(files: [PressureTriggers.systemFile]) != nil)
    #expect(PressureTriggers() != nil)
  }

  @Test("A priority event of a file is one report, if tasks have waited for 150 ms since the last report")
  func event() throws {
    let (console, file) = (try PseudoTerminal(), try PressureFile(total: 5_000_000))
    let triggers = try #require(PressureTriggers(armed: [(console.takeController(), file.path)]))
    #expect(!isReadable(triggers.descriptor))
    let steps = [
      (5_000_000, false), (5_149_999, false), (5_150_000, true), (5_150_000, false), (5_299_999, false),
      (5_300_000, true), (9_000_000, true), (0, false),
    ]
    for (total, isReport) in steps {
      try file.set(total: total)
      console.causePriorityEvent()
      #expect(isReadable(triggers.descriptor))
      #expect(triggers.takeReport() == isReport, "\(total)")
      #expect(!isReadable(triggers.descriptor))
    }
  }

  @Test("The totals of all files count, and a file that can no longer be read is no report")
  func severalFiles() throws {
    let (console, system, group) = (
      try PseudoTerminal(), try PressureFile(total: 100), try PressureFile(total: 700_000)
    )
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let files: [(descriptor: Int32, path: String)] = [
      (console.takeController(), system.path), (ends[1], group.path),
    ]
    let triggers = try #require(PressureTriggers(armed: files))
    try group.set(total: 850_000)
    #expect(triggers.takeReport() && !triggers.takeReport())
    try group.remove()
    try system.set(total: 150_099)
    #expect(!triggers.takeReport())
    try system.set(total: 150_100)
    #expect(triggers.takeReport())
  }

  @Test("A wake without an event is a report if tasks have waited: the system may have cleared the event")
  func clearedEvent() throws {
    let (console, file) = (try PseudoTerminal(), try PressureFile(total: 0))
    let triggers = try #require(PressureTriggers(armed: [(console.takeController(), file.path)]))
    #expect(!triggers.takeReport())
    try file.set(total: 200_000)
    #expect(triggers.takeReport())
  }

  @Test(
    "A file that has failed, such as that of a removed control group, is no report, and does not wake again")
  func failed() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let file = try PressureFile(total: 0)
    let triggers = try #require(PressureTriggers(armed: [(ends[1], file.path)]))
    close(ends[0])
    #expect(isReadable(triggers.descriptor))
    #expect(!triggers.takeReport())
    #expect(!isReadable(triggers.descriptor))
  }

  @Test("A file that has failed does not hide the event of another file")
  func failedAndGenuine() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (console, system, group) = (
      try PseudoTerminal(), try PressureFile(total: 0), try PressureFile(total: 0)
    )
    let files: [(descriptor: Int32, path: String)] = [
      (ends[1], group.path), (console.takeController(), system.path),
    ]
    let triggers = try #require(PressureTriggers(armed: files))
    close(ends[0])
    console.causePriorityEvent()
    try system.set(total: 150_000)
    #expect(triggers.takeReport())
    #expect(!isReadable(triggers.descriptor) && !triggers.takeReport())
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

/// Returns the text of a pressure file.
///
/// - Parameter total: The time for which at least one task has waited, in microseconds.
private func pressure(total: Int) -> String {
  """
  some avg10=0.00 avg60=0.00 avg300=0.00 total=\(total)
  full avg10=0.00 avg60=0.00 avg300=0.00 total=7

  """
}

/// A regular file with the text of a pressure file.
private struct PressureFile {
  private let folder: TemporaryFolder
  let path: String

  init(total: Int) throws {
    folder = try TemporaryFolder()
    path = folder("pressure")
    try set(total: total)
  }

  func set(total: Int) throws { _ = try folder.write(Array(pressure(total: total).utf8), to: "pressure") }

  func remove() throws { try #require(unlink(path) == 0) }
}

/// Reads the permissions of the kernel, without the tested code.
private enum Kernel {
  /// Whether the program may open the file of the system for triggers.
  static let permitsTriggers: Bool = {
    let file = open("/proc/pressure/memory", O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    close(file)
    return true
  }()
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
