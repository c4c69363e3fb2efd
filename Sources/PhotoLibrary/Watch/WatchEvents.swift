internal import Glibc

/// A message of inotify.
struct WatchMessage: Sendable, Equatable {
  var watch: Int32
  var mask: UInt32
  /// The same number in the two messages of a rename; 0 in other messages.
  var cookie: UInt32
  /// The name in the watched folder; empty for the folder itself.
  var name: [UInt8]

  func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(flag) != 0 }

  /// Parses the messages in a buffer that the kernel filled.
  static func all(in bytes: UnsafeRawBufferPointer) -> [WatchMessage] {
    var messages: [WatchMessage] = []
    var rest = bytes[...]
    let head = MemoryLayout<inotify_event>.size
    while rest.count >= head {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let event = part.loadUnaligned(as: inotify_event.self)
      let end = head + Int(event.len)
      guard part.count >= end else { break }
      let name = Array(part[head..<end].prefix { $0 != 0 })
      messages.append(WatchMessage(watch: event.wd, mask: event.mask, cookie: event.cookie, name: name))
      rest = rest.dropFirst(end)
    }
    return messages
  }
}

/// A change in a watched folder, derived from the messages of one read.
enum WatchFinding: Equatable {
  /// A name appeared, or its file was written. `isNotice` is `true` if the content changed.
  case appeared(watch: Int32, name: [UInt8], isFolder: Bool, isNotice: Bool)
  /// A file was created. Unless it is a link, it is incomplete until it is closed.
  case created(watch: Int32, name: [UInt8])
  case disappeared(watch: Int32, name: [UInt8], isFolder: Bool)
  case renamed(watch: Int32, name: [UInt8], toWatch: Int32, toName: [UInt8], isFolder: Bool)
  /// The watched folder itself was removed, renamed or unmounted.
  case folderGone(watch: Int32, isRenamed: Bool)
  /// The kernel has ended the watch.
  case ended(watch: Int32)
  /// Messages were lost.
  case overflowed

  /// Pairs the two messages of each rename. A message whose counterpart is not in the same read becomes an
  /// appearance or a disappearance.
  static func all(_ messages: [WatchMessage]) -> [WatchFinding] {
    var findings: [WatchFinding] = []
    var targets: [UInt32: WatchMessage] = [:]
    for message in messages where message.has(IN_MOVED_TO) { targets[message.cookie] = message }
    var paired: Set<UInt32> = []
    for message in messages {
      let isFolder = message.has(IN_ISDIR)
      if message.has(IN_Q_OVERFLOW) {
        findings.append(.overflowed)
      } else if message.has(IN_IGNORED) {
        findings.append(.ended(watch: message.watch))
      } else if message.has(IN_DELETE_SELF) || message.has(IN_MOVE_SELF) || message.has(IN_UNMOUNT) {
        findings.append(.folderGone(watch: message.watch, isRenamed: message.has(IN_MOVE_SELF)))
      } else if message.has(IN_MOVED_FROM) {
        if let target = targets[message.cookie] {
          paired.insert(message.cookie)
          findings.append(
            .renamed(
              watch: message.watch, name: message.name, toWatch: target.watch, toName: target.name,
              isFolder: isFolder))
        } else {
          findings.append(.disappeared(watch: message.watch, name: message.name, isFolder: isFolder))
        }
      } else if message.has(IN_MOVED_TO) {
        if paired.contains(message.cookie) { continue }
        findings.append(
          .appeared(watch: message.watch, name: message.name, isFolder: isFolder, isNotice: true))
      } else if message.has(IN_DELETE) {
        findings.append(.disappeared(watch: message.watch, name: message.name, isFolder: isFolder))
      } else if message.has(IN_CREATE) {
        findings.append(
          isFolder
            ? .appeared(watch: message.watch, name: message.name, isFolder: true, isNotice: true)
            : .created(watch: message.watch, name: message.name))
      } else if !isFolder, !message.name.isEmpty, message.has(IN_CLOSE_WRITE) || message.has(IN_ATTRIB) {
        findings.append(
          .appeared(
            watch: message.watch, name: message.name, isFolder: false, isNotice: message.has(IN_CLOSE_WRITE)))
      }
    }
    return findings
  }
}
