internal import Glibc
internal import MemoryPressure
package import Threads

/// The kind of disk that a file lies on.
package struct Medium: Hashable, Sendable {
  /// The numbers of the device, such as `8:1`.
  package let device: String
  /// Whether the disk can be taken away: a memory card, a USB disk or a disc.
  package let isRemovable: Bool
  /// Whether the content is encrypted on the disk.
  package let isEncrypted: Bool

  /// Creates a medium.
  package init(device: String, isRemovable: Bool = false, isEncrypted: Bool = false) {
    (self.device, self.isRemovable, self.isEncrypted) = (device, isRemovable, isEncrypted)
  }
}

/// The media of the mounts.
///
/// Linux: `/proc/self/mountinfo` and `/sys/dev/block`.
package final class MediaTable: Sendable {
  /// The media of the system.
  package static let system = MediaTable()

  private let mounts: MountTable
  /// The folder of block devices by their numbers.
  private let devices: String
  private let known = Monitor<[Mount: Medium]>([:])

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - mounts: The mounts of the paths.
  ///   - devices: The folder of block devices by their numbers; tests replace it.
  package init(mounts: MountTable = .system, devices: String = "/sys/dev/block") {
    (self.mounts, self.devices) = (mounts, devices)
  }

  /// Returns the medium of a path; `nil` if it is not known. Only files of the kernel are read, which do not block.
  package func medium(of path: [UInt8]) -> Medium? {
    guard let mount = mounts.mount(of: path) else { return nil }
    if let medium = known.withLock({ $0[mount] }) { return medium }
    let device = blockDevice(of: mount)
    let medium = Medium(
      device: mount.device, isRemovable: mount.isForRemovableMedia || device.map(isRemovable) ?? false,
      isEncrypted: mount.isEncrypting || device.map { isEncrypted($0) } ?? false)
    known.withLock { $0[mount] = medium }
    return medium
  }

  /// Returns the numbers of the block device of a mount. Some file systems, such as btrfs, state others.
  private func blockDevice(of mount: Mount) -> String? {
    guard mount.device.hasPrefix("0:") else { return mount.device }
    var status = stat()
    guard mount.source.starts(with: "/dev/".utf8),
      stat(String(decoding: mount.source, as: UTF8.self), &status) == 0, status.st_mode & S_IFMT == S_IFBLK
    else { return nil }
    // makedev(3)
    let number = status.st_rdev
    return "\(number >> 8 & 0xFFF | number >> 32 & ~0xFFF):\(number & 0xFF | number >> 12 & ~0xFF)"
  }

  private func isRemovable(_ device: String) -> Bool {
    guard let folder = resolved("\(devices)/\(device)") else { return false }
    // The flag of a partition is that of its disk. It is 0 for USB disks, although they can be taken away.
    let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
    return folder.split(separator: "/").contains { $0.hasPrefix("usb") || $0.hasPrefix("mmc_host") }
      || [folder, "/" + parent].contains { SystemFile.text(of: "\($0)/removable")?.hasPrefix("1") == true }
  }

  /// The largest number of devices on top of each other, such as a volume on a RAID on an encrypted partition.
  private static let mostLayers = 8

  private func isEncrypted(_ device: String, layers: Int = MediaTable.mostLayers) -> Bool {
    let folder = "\(devices)/\(device)"
    if SystemFile.text(of: "\(folder)/dm/uuid")?.hasPrefix("CRYPT-") == true { return true }
    guard layers > 0, let list = opendir("\(folder)/slaves") else { return false }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard !name.hasPrefix("."), let numbers = SystemFile.text(of: "\(folder)/slaves/\(name)/dev") else {
        continue
      }
      if isEncrypted(String(numbers.prefix { !$0.isWhitespace }), layers: layers - 1) { return true }
    }
    return false
  }

  private func resolved(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}

extension Mount {
  /// Whether the file system encrypts its files itself.
  fileprivate var isEncrypting: Bool {
    ["ecryptfs", "fuse.cryfs", "fuse.encfs", "fuse.gocryptfs", "fuse.securefs", "fuse.veracrypt"].contains(
      type)
  }

  /// Whether the mount is in a folder in which desktops mount the media that the user inserts, or is a disc.
  fileprivate var isForRemovableMedia: Bool {
    path.starts(with: "/media/".utf8) || path.starts(with: "/run/media/".utf8)
      || ["iso9660", "udf"].contains(type)
  }
}
