import DecoderClient
import DecoderProtocol
import Foundation
import ImageFixtures
import PhotoLibrary
import Photos
import TestSupport
import Testing
import Threads

/// The kinds of disks, which thumbnails they permit, and which helpers read their photos.
struct MediaTests {
  private static let mounts = MountTable(
    """
    1 0 8:1 / / rw - ext4 /dev/sda1 rw
    2 1 8:17 / /stick rw - vfat /dev/sdb1 rw
    3 1 253:1 / /data rw - ext4 /dev/mapper/data rw
    4 1 253:2 / /vault rw - ext4 /dev/mapper/vault rw
    5 1 11:0 / /disc rw - iso9660 /dev/sr0 rw
    6 1 0:50 / /private rw - fuse.gocryptfs gocryptfs rw
    7 1 0:51 / /run/media/me/card rw - fuseblk /dev/missing rw
    8 1 179:1 / /card rw - exfat /dev/mmcblk0p1 rw
    9 1 0:52 / /net rw - nfs4 server:/ rw

    """)

  /// A folder as the kernel's folder of block devices.
  private static func devices() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    func add(_ path: String, _ device: String, _ files: [String: String] = [:]) throws {
      try folder.addFolder(path)
      for (name, text) in files { try folder.write(Data(text.utf8), to: "\(path)/\(name)") }
      try FileManager.default.createSymbolicLink(
        atPath: folder("dev/\(device)"), withDestinationPath: "../\(path)")
    }
    try folder.addFolder("dev")
    try add("pci/ata/sda/sda1", "8:1")
    try folder.write(Data("0\n".utf8), to: "pci/ata/sda/removable")
    try add("pci/usb2/2-1/sdb/sdb1", "8:17")
    try folder.write(Data("0\n".utf8), to: "pci/usb2/2-1/sdb/removable")
    try add("pci/mmc/card/card1", "179:1")
    try folder.write(Data("1\n".utf8), to: "pci/mmc/card/removable")
    try add("pci/ata/sr0", "11:0", ["removable": "1\n"])
    // The home folder is a volume on an encrypted partition.
    try add("virtual/dm-1", "253:1", ["dm/uuid": "LVM-abc\n", "slaves/dm-0/dev": "253:0\n"])
    try add("virtual/dm-0", "253:0", ["dm/uuid": "CRYPT-LUKS2-abc\n"])
    try add("virtual/dm-2", "253:2", ["dm/uuid": "CRYPT-LUKS2-def\n"])
    return folder
  }

  @Test(
    "Removable and encrypted disks are recognized",
    arguments: [
      ("/a.jpg", false, false), ("/stick/a.jpg", true, false), ("/data/me/a.jpg", false, true),
      ("/vault/a.jpg", false, true), ("/disc/a.jpg", true, false), ("/private/a.jpg", false, true),
      ("/run/media/me/card/a.jpg", true, false), ("/card/a.jpg", true, false), ("/net/a.jpg", false, false),
    ])
  func media(path: String, isRemovable: Bool, isEncrypted: Bool) throws {
    let folder = try Self.devices()
    let table = MediaTable(mounts: Self.mounts, devices: folder("dev"))
    let medium = try #require(table.medium(of: Array(path.utf8)))
    #expect(medium.isRemovable == isRemovable)
    #expect(medium.isEncrypted == isEncrypted)
  }

  @Test("Thumbnails are written for fixed disks, and for an encrypted one only on itself, unless asked")
  func policy() throws {
    let folder = try Self.devices()
    let table = MediaTable(mounts: Self.mounts, devices: folder("dev"))
    func permits(_ policy: ThumbnailPolicy, _ path: String, in thumbnails: String = "/data/me/.cache") -> Bool
    {
      policy.permits(table.medium(of: Array(path.utf8)), in: table.medium(of: Array(thumbnails.utf8)))
    }
    for (path, isExpected) in [
      ("/a.jpg", true), ("/data/me/a.jpg", true), ("/stick/a.jpg", false), ("/vault/a.jpg", false),
      ("/private/a.jpg", false), ("/disc/a.jpg", false), ("/net/a.jpg", true),
    ] {
      #expect(permits(.fixed, path) == isExpected, "\(path)")
      #expect(permits(.always, path))
      #expect(!permits(.never, path))
    }
    #expect(!permits(.fixed, "/data/me/a.jpg", in: "/cache"))
    // A machine that starts from a memory card has its thumbnails there.
    #expect(permits(.fixed, "/card/me/a.jpg", in: "/card/me/.cache"))
    #expect(ThumbnailPolicy.fixed.permits(nil, in: nil))
  }

  @Test(
    "The thumbnail of a photo on a removable disk is not written, unless asked", arguments: [true, false])
  func written(isAsked: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.addFolder("stick")
    let photo = try folder.add("stick/a.jpg", JPEGFixture.quadrants(600, 300).bytes())
    let store = ThumbnailStore(folder: folder("thumbnails"), program: "test")
    let decoder = PhotoDecoder(
      store: store, policy: isAsked ? .always : .fixed, media: try removable(folder("stick")))
    _ = try decoder.decode(photo, at: TargetSize(width: 400, height: 400), cancellation: Cancellation())
    // The thumbnail of a second photo, on a fixed disk, is written after that of the first one.
    let other = try folder.add("b.jpg", JPEGFixture.quadrants(700, 300).bytes())
    _ = try decoder.decode(other, at: TargetSize(width: 400, height: 400), cancellation: Cancellation())
    let originals = try [photo, other].map { try #require(ThumbnailStore.Original(path: $0.pathBytes)) }
    try waitUntil("the thumbnail of the other photo") { store.has(originals[1], size: .large) }
    #expect(store.has(originals[0], size: .large) == isAsked)
  }

  /// A table in which a folder is a removable disk.
  private func removable(_ path: String) throws -> MediaTable {
    let folder = try Self.devices()
    let text = "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n2 1 8:17 / \(path) rw - vfat /dev/sdb1 rw\n"
    let table = MediaTable(mounts: MountTable(text), devices: folder("dev"))
    // The table reads the folder once.
    #expect(table.medium(of: Array(path.utf8))?.isRemovable == true)
    #expect(table.medium(of: [0x2F])?.isRemovable == false)
    return table
  }

  @Test(
    "The pictures of views and of programs are decoded in different pools on removable disks and on fixed ones"
  )
  func sharedPools() throws {
    let folder = try TemporaryFolder()
    try folder.addFolder("stick")
    let table = try removable(folder("stick"))
    func pool(_ path: String) -> DecoderPool { DecoderPool.shared(for: Array(path.utf8), media: table) }
    #expect(
      pool(folder("stick/a.jpg")) === DecoderPool.removable && pool(folder("a.jpg")) === DecoderPool.shared)
    #expect(DecoderPool.removable !== DecoderPool.shared)
  }

  @Test(
    "Photos on removable disks and on fixed ones are decoded by different helpers, which share one number of helpers"
  )
  func pools() throws {
    let folder = try TemporaryFolder()
    try folder.addFolder("stick")
    let photos = try ["stick/a.jpg", "b.jpg"].map {
      try folder.add($0, JPEGFixture.quadrants(64, 64).bytes())
    }
    var options = DecoderPool.Options()
    (options.helperCount, options.filesPerHelper) = (1, 8)
    let decoder = PhotoDecoder(options, media: try removable(folder("stick")))
    func decode(_ photo: Photo) throws {
      _ = try decoder.decode(photo, at: TargetSize(width: 64, height: 64), cancellation: Cancellation())
    }
    // A helper that has read no file may be used for both.
    try waitUntil("the helper that starts at once") { decoder.idleHelpers.fixed.count == 1 }
    #expect(decoder.idleHelpers.removable == decoder.idleHelpers.fixed)
    let first = decoder.idleHelpers.fixed
    try decode(photos[0])
    #expect(decoder.idleHelpers.removable == first)
    #expect(decoder.idleHelpers.fixed.isEmpty)
    try decode(photos[1])
    #expect(decoder.idleHelpers.removable.isEmpty)
    #expect(decoder.idleHelpers.fixed.count == 1 && decoder.idleHelpers.fixed != first)
  }
}
