import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import Kiosk
import KioskUI
import TestBitmaps
import TestSupport
import Testing
import Threads

/// Bad input, and faults of the machine.
@MainActor
struct KioskFaultTests {
  private let folderShow = #"{"duration": 4, "entries": [{"folder": "."}]}"#

  @Test(
    "After each of many faults by seed, the picture is back within its limit",
    .proves("D084", "D085", "D093"),
    arguments: [1, 2, 3] as [UInt64])
  func faults(seed: UInt64) async throws {
    let playlist = #"{"duration": 10, "entries": [{"folder": "pictures"}]}"#
    var settings = KioskSettings()
    settings.idleTime = 5
    let rig = try KioskRig(
      0, playlist: playlist, settings: settings,
      prepare: { folder in
        try folder.write(Data(), to: "pictures/note.txt")
        for number in 0..<5 { KioskRig.write(number, in: folder, as: "pictures/\(number)") }
      })
    try await rig.settle()
    let faults = KioskFaults(rig, playlist: playlist, pictures: 5, seed: seed)
    for _ in 0..<5 { try await faults.performNext() }
  }

  @Test("A playlist of 100 MB is not read, and the former one stays")
  func largePlaylist() async throws {
    let rig = try KioskRig(2, playlist: folderShow)
    try await rig.settle()
    let path = rig.folder("playlist.json")
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: Data(#"{"entries": [{"picture": "1.png"}]}"#.utf8))
    try file.truncate(atOffset: 100_000_000)
    try file.close()
    try await rig.wait("the report") { rig.reports.count == 1 }
    #expect(rig.reports.first?.contains("playlist.json” cannot be read: it has more than") == true)
    #expect(rig.reports.first?.hasSuffix("the former playlist stays") == true)
    try await rig.run(seconds: 5)
    #expect(rig.shown.count >= 2 && rig.luma > 0.1)
  }

  @Test(
    "Links that loop, pictures that would need all memory, pipes and folders named as pictures do not count as shown"
  )
  func hostileFolder() async throws {
    let rig = try KioskRig(
      2, playlist: #"{"duration": 2, "entries": [{"folder": ".", "recursive": true}]}"#,
      prepare: { folder in
        try FileManager.default.createSymbolicLink(atPath: folder("loop"), withDestinationPath: folder.path)
        try FileManager.default.createSymbolicLink(
          atPath: folder("self.png"), withDestinationPath: folder("self.png"))
        try FileManager.default.createDirectory(
          atPath: folder("folder.png"), withIntermediateDirectories: false)
        mkfifo(folder("pipe.png"), 0o600)
        // A head that claims 60,000 × 60,000 pixels.
        var bomb = try Data(contentsOf: URL(filePath: folder("0.png")))
        bomb.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
        try folder.write(bomb, to: "bomb.png")
      })
    try await rig.settle()
    try await rig.run(seconds: 15)
    #expect(Set(rig.shown.map(\.name)) == ["0.png", "1.png"] && rig.shown.count >= 4, "\(rig.shown)")
    #expect(rig.reports.contains { $0.contains("bomb.png") })
    #expect(rig.luma > 0.1)
  }

  @Test("10⁵ touches within a second end neither the program nor the connection, and the show begins again")
  func manyTouches() async throws {
    var settings = KioskSettings()
    settings.idleTime = 5
    let rig = try KioskRig(4, playlist: folderShow, settings: settings)
    try await rig.settle()
    let touch = rig.compositor.seat.touch
    var random = SplitMix(seed: 1)
    for _ in 0..<60 {
      for number in 0..<1667 {
        touch.down(
          at: (Double.random(in: 0..<640, using: &random), Double.random(in: 0..<480, using: &random)))
        touch.up()
        // The kernel lets the program read meanwhile.
        if number % 50 == 0 { rig.compositor.settle() }
      }
      try await rig.session.frames(1)
    }
    #expect(rig.session.system.failure == nil && rig.compositor.protocolErrors.isEmpty)
    try await rig.wait("the show") { rig.kiosk.phase == .attract }
    try await rig.settle()
    #expect(rig.luma > 0.1)
  }

  @Test("A full disk is reported once, and the show and its state go on")
  func fullDisk() async throws {
    let folder = try TemporaryFolder()
    // Each write fails with “No space left on device”.
    try FileManager.default.createSymbolicLink(atPath: folder("full"), withDestinationPath: "/dev/full")
    let (worker, reports) = (WorkerThreads(count: 1), Monitor<[String]>([]))
    let log = PlayLog(path: "/dev/full", worker: worker) { report in reports.withLock { $0.append(report) } }
    for second in 0..<5 {
      log.add(PlayLog.Record(path: "a", output: "", from: second, to: second + 1, reason: "schedule"))
    }
    // A folder that is a file.
    let record = ShowRecord(
      folder("full/state"), worker, outputs: { ["DP-1"] },
      report: { report in
        reports.withLock { $0.append(report) }
      })
    for second in 0..<5 {
      record.begin(KioskItemID(path: "a"), at: second, duration: 10, reason: "schedule")
    }
    let done = DispatchSemaphore(value: 0)
    worker.run { done.signal() }
    try done.wait(for: "the writes")
    let found = reports.withLock { $0 }
    #expect(
      found.count { $0.contains("/dev/full cannot be written: No space left on device") } == 1, "\(found)")
    #expect(found.count { $0.contains("the state cannot be written") } == 1, "\(found)")
    #expect(record.shown?.start == 4)
  }
}
