internal import CSystem
internal import Glibc
internal import Threads

/// Notices when paths appear, vanish or are replaced, also by a change of a folder above them or by a mount.
///
/// A thread blocks until the kernel reports a change. Each call of ``watch(_:)`` looks up the folders again.
///
/// Linux: `inotify`, `/proc/self/mountinfo`.
final class PathWatcher: Sendable {
  private struct State {
    /// The names that matter in each watched folder.
    var names: [Int32: Set<String>] = [:]
    var isClosed = false
  }

  private let inotify = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
  private let wake = csystem_eventfd()
  private let mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
  private let state = Monitor(State())
  private let onChange: @Sendable () -> Void

  private static let mask = UInt32(
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR)

  /// - Parameter onChange: Called on the thread of the watcher after a change.
  init(onChange: @escaping @Sendable () -> Void) { self.onChange = onChange }

  deinit { for descriptor in [inotify, wake, mounts] where descriptor >= 0 { close(descriptor) } }

  /// Starts the thread, which retains the object until ``stop()``.
  func start() { _ = SystemThread.startDetached { [self] in run() } }

  func stop() {
    state.withLock { $0.isClosed = true }
    var one: UInt64 = 1
    _ = write(wake, &one, 8)
  }

  /// Replaces the watched paths. The call may block on a mount that does not answer.
  ///
  /// - Returns: Whether the kernel reports all changes. It does not on network file systems, and if there are too many watches.
  func watch(_ paths: Set<String>) -> Bool {
    guard inotify >= 0 else { return false }
    var folders: [String: Set<String>] = [:]
    for path in paths {
      Self.add(path, to: &folders)
      // A link on the way may lead to folders that are replaced.
      if let real = realpath(path, nil) {
        Self.add(String(cString: real), to: &folders)
        free(real)
      }
    }
    let former = state.withLock { Set($0.names.keys) }
    var names: [Int32: Set<String>] = [:]
    var isNotified = true
    for (folder, inFolder) in folders {
      let number = inotify_add_watch(inotify, folder, Self.mask)
      if number >= 0 {
        names[number, default: []].formUnion(inFolder)
        isNotified = isNotified && Self.isNotified(folder)
      } else if errno != ENOENT, errno != ENOTDIR {
        isNotified = false
      }
    }
    for number in former.subtracting(names.keys) { inotify_rm_watch(inotify, number) }
    state.withLock { $0.names = names }
    return isNotified
  }

  /// Adds the folders above a path, each with the name that leads to the path.
  private static func add(_ path: String, to folders: inout [String: Set<String>]) {
    var folder = ""
    for name in path.split(separator: "/") {
      folders[folder.isEmpty ? "/" : folder, default: []].insert(String(name))
      folder += "/" + name
    }
  }

  private static func isNotified(_ folder: String) -> Bool {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    return csystem_is_notified(descriptor) != 0
  }

  /// The pause before a change is reported, in seconds. It collects a burst of changes.
  private static let pause = 0.05

  private func run() {
    // The kernel reports a change of the mounts as an exceptional condition.
    var polled = [
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      pollfd(fd: inotify, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
    ]
    while !state.withLock({ $0.isClosed }) {
      guard poll(&polled, nfds_t(polled.count), -1) > 0 || errno == EINTR else { return }
      if polled[0].revents != 0 { return }
      let isMounted = polled[2].revents & Int16(POLLPRI | POLLERR) != 0
      if readEvents() || isMounted {
        usleep(UInt32(Self.pause * 1e6))
        _ = readEvents()
        onChange()
      }
      for index in polled.indices { polled[index].revents = 0 }
    }
  }

  /// Reads all events.
  ///
  /// - Returns: Whether one of them matters.
  private func readEvents() -> Bool {
    var matters = false
    withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
      guard let start = buffer.baseAddress else { return }
      while case let count = read(inotify, start, buffer.count), count > 0 {
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = start.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let name = start + offset + MemoryLayout<inotify_event>.size
          matters =
            matters
            || self.matters(
              event, event.len > 0 ? String(cString: name.assumingMemoryBound(to: CChar.self)) : "")
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
        }
      }
    }
    return matters
  }

  private func matters(_ event: inotify_event, _ name: String) -> Bool {
    if event.mask & UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF) != 0 { return true }
    // The access of a folder may be changed, which the event reports without a name.
    return state.withLock { $0.names[event.wd] }.map { name.isEmpty || $0.contains(name) } ?? false
  }
}
