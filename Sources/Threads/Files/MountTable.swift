internal import Glibc

/// A mounted file system.
package struct Mount: Hashable, Sendable {
  /// The number of the mount.
  package let id: Int
  /// The path at which it is mounted, as bytes.
  package let path: [UInt8]
  /// The numbers of its device, such as `8:1`.
  package let device: String
  /// The type of the file system, such as `ext4` or `fuse.sshfs`.
  package let type: String
  /// The device or server, such as `/dev/sda1`, as bytes.
  package let source: [UInt8]

  /// Whether a call on the file system may block for any time: it is implemented by a program (FUSE) or on a network.
  package var mayStall: Bool { !Self.localTypes.contains(type) }

  /// The types of file systems on local disks and in memory. All others may stall, also unknown ones.
  private static let localTypes: Set<String> = [
    "bcachefs", "btrfs", "cgroup", "cgroup2", "devpts", "devtmpfs", "ecryptfs", "erofs", "exfat", "ext2",
    "ext3",
    "ext4", "f2fs", "hfs", "hfsplus", "iso9660", "jfs", "msdos", "nilfs2", "ntfs", "ntfs3", "overlay", "proc",
    "ramfs", "reiserfs", "rootfs", "squashfs", "sysfs", "tmpfs", "udf", "vfat", "xfs", "zfs",
  ]
}

/// The mounts of the system, which answers for each path where it lies without a call on a file system that may stall.
///
/// Linux: `/proc/self/mountinfo`.
package final class MountTable: Sendable {
  private struct State {
    var file: Int32 = -1
    /// The mounts by their paths. The root has the empty path.
    var mounts: [[UInt8]: Mount]?
  }

  /// The mounts that this process sees.
  package static let system = MountTable()

  private let monitor: Monitor<State>
  private let path: String

  /// Creates a table that reads a file of the kernel.
  package init(file path: String = "/proc/self/mountinfo") { (self.path, monitor) = (path, Monitor(State())) }

  /// Creates a table from the text of a `mountinfo` file, for tests.
  package init(_ text: String) {
    (path, monitor) = ("", Monitor(State(mounts: Self.parse(Array(text.utf8)))))
  }

  deinit { monitor.withLock { if $0.file >= 0 { close($0.file) } } }

  /// The largest number of links in a path, as in the kernel.
  private static let mostLinks = 40
  private static let slash = UInt8(ascii: "/")

  /// Returns the mount of a path; `nil` if it is not known. Links on local disks are followed. The path need not exist, and a
  /// relative one starts at the current folder.
  package func mount(of path: [UInt8]) -> Mount? {
    let mounts = current
    guard !mounts.isEmpty else { return nil }
    var rest = Self.parts(path.first == Self.slash ? path : Self.currentFolder + [Self.slash] + path)
    var place: [UInt8] = []
    var mount = mounts[[]]
    var linkCount = 0
    while let part = rest.popLast() {
      if part == Array(".".utf8) { continue }
      if part == Array("..".utf8) {
        place = Array(place[..<(place.lastIndex(of: Self.slash) ?? 0)])
        mount = Self.mount(at: place, in: mounts)
        continue
      }
      let next = place + [Self.slash] + part
      if let entered = mounts[next] { mount = entered }
      if mount?.mayStall == true { return mount }
      guard linkCount < Self.mostLinks, let target = Self.link(at: next) else {
        place = next
        continue
      }
      linkCount += 1
      rest += Self.parts(target)
      if target.first == Self.slash { place = [] }
      mount = Self.mount(at: place, in: mounts)
    }
    return mount
  }

  private static func mount(at place: [UInt8], in mounts: [[UInt8]: Mount]) -> Mount? {
    var place = place
    while true {
      if let mount = mounts[place] { return mount }
      guard let end = place.lastIndex(of: slash) else { return nil }
      place = Array(place[..<end])
    }
  }

  /// Returns the names of a path, the first one last.
  private static func parts(_ path: [UInt8]) -> [[UInt8]] {
    path.split(separator: slash).reversed().map { Array($0) }
  }

  private static func link(at path: [UInt8]) -> [UInt8]? {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = (path + [0]).withUnsafeBytes { path in
      target.withUnsafeMutableBytes { target in
        readlink(
          path.assumingMemoryBound(to: CChar.self).baseAddress!,
          target.assumingMemoryBound(to: CChar.self).baseAddress!, target.count)
      }
    }
    return count > 0 ? Array(target[..<count]) : nil
  }

  private static var currentFolder: [UInt8] {
    guard let path = getcwd(nil, 0) else { return [] }
    defer { free(path) }
    return Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  // MARK: Reading

  /// The mounts by their paths. They are read again when they have changed.
  private var current: [[UInt8]: Mount] {
    monitor.withLock { state in
      if state.file < 0, state.mounts == nil {
        state.file = open(path, O_RDONLY | O_CLOEXEC)
      } else if let mounts = state.mounts, state.file < 0 || !Self.hasChanged(state.file) {
        return mounts
      }
      let mounts = state.file < 0 ? [:] : Self.parse(Self.content(state.file))
      // The system may have no descriptor or memory now.
      state.mounts = mounts.isEmpty ? nil : mounts
      return mounts
    }
  }

  /// Whether the mounts have changed since the last call: the kernel reports it as an urgent event.
  private static func hasChanged(_ file: Int32) -> Bool {
    var event = pollfd(fd: file, events: Int16(POLLPRI), revents: 0)
    return poll(&event, 1, 0) > 0 && Int32(event.revents) & (POLLPRI | POLLERR) != 0
  }

  private static func content(_ file: Int32) -> [UInt8] {
    lseek(file, 0, SEEK_SET)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return bytes
  }

  private static func parse(_ text: [UInt8]) -> [[UInt8]: Mount] {
    var mounts: [[UInt8]: Mount] = [:]
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " ")).map { unescaped($0) }
      guard fields.count > 8, let id = Int(String(decoding: fields[0], as: UTF8.self)),
        let mark = fields.dropFirst(6).firstIndex(of: Array("-".utf8)), mark + 2 < fields.count
      else { continue }
      // A later mount at the same path covers the earlier one.
      mounts[fields[4] == [slash] ? [] : fields[4]] = Mount(
        id: id, path: fields[4], device: String(decoding: fields[2], as: UTF8.self),
        type: String(decoding: fields[mark + 1], as: UTF8.self), source: fields[mark + 2])
    }
    return mounts
  }

  /// Replaces the escapes of the kernel, such as `\040` for a space.
  private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      guard byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (48...55).contains($0) })
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 48) })
      rest = rest.dropFirst(3)
    }
    return bytes
  }
}
