import DecoderClient
import DecoderProtocol
import Foundation
import Photos
import TestSupport
import Testing

/// A library lists a folder of hostile files, and helpers decode them. `scripts/soak files` runs many seeds.
struct HostileFolderTests {
  private static func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
  }

  /// The seeds: CAROUSEL_SOAK_COUNT seeds starting with CAROUSEL_SOAK_SEED; 1 and 2 by default.
  private static let seeds: [UInt64] = {
    let first = UInt64(max(0, number("CAROUSEL_SOAK_SEED", 1)))
    return (0..<UInt64(max(1, number("CAROUSEL_SOAK_COUNT", 2)))).map { first &+ $0 }
  }()

  private static let limits: DecodingLimits = {
    var limits = DecodingLimits()
    limits.pixels = 4_000_000
    limits.workingBytes = 128 << 20
    limits.seconds = 60
    return limits
  }()

  /// Collects the states that a library delivers.
  private final class States: @unchecked Sendable {
    private let lock = NSLock()
    private var last = PhotoLibrary.Update()

    func receive(_ update: PhotoLibrary.Update) { lock.withLock { last = update } }
    var update: PhotoLibrary.Update { lock.withLock { last } }
  }

  @Test(
    "While files of a hostile folder are replaced and removed, each file leads to a picture or an error with a reason",
    .proves("D093"), arguments: seeds)
  func folder(seed: UInt64) async throws {
    FileHandle.standardError.write(Data("files: seed \(seed)\n".utf8))
    let hostile = try HostileFolder(seed: seed, damagedCount: 60)
    let states = States()
    let library = PhotoLibrary(PhotoLibrary.Options(paths: [Array(hostile.folder.path.utf8)]))
    library.start { states.receive($0) }
    try await waitUntil("the complete list", lastSeen: states.update.photos.count) {
      states.update.isComplete
    }
    let photos = states.update.photos
    let names = Set(photos.map(\.photo.name))
    #expect(!names.contains("pipe.jpg") && !names.contains("pipe link.jpg") && !names.contains("folder.jpg"))
    #expect(names.isSuperset(of: ["line\nend.png", "-rf.png", "sparse.jpg", "broken.jpg", "loop a.jpg"]))

    let disturbance = hostile.disturbance(seed: seed)
    let loader = PhotoLoader(decoder: PhotoDecoder(limits: Self.limits))
    let size = TargetSize(width: 40, height: 40)
    var (shown, reasons) = (0, 0)
    for photo in photos {
      disturbance.start()
      let last = try await last(loader.stages(of: photo.photo, at: size), photo.photo.path)
      switch last {
      case .full?, .incomplete?: shown += 1
      case .failed(let error)?:
        reasons += 1
        #expect(!error.brief.isEmpty && !error.description.isEmpty)
        #expect(error.brief != "Takes too long to decode", "\(photo.photo.path)")
      case .preview?, nil: Issue.record("\(photo.photo.path) has no result")
      }
    }
    try await disturbance.end()
    #expect(shown >= 10, "the intact photos are decoded")
    #expect(reasons >= 5, "the other files fail with a reason")

    // When the files no longer change, the list must match the folder.
    let folder = hostile.folder.path
    func expected() -> Set<String> {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return Set(names.filter { $0.hasPrefix("damaged ") && $0.hasSuffix(".jpg") })
    }
    func listed() -> Set<String> {
      Set(states.update.photos.map(\.photo.name).filter { $0.hasPrefix("damaged ") })
    }
    try await waitUntil(
      "a list that matches the folder, seed \(seed)", lastSeen: "\(listed()), expected \(expected())"
    ) { listed() == expected() }
    library.stop()
    FileHandle.standardError.write(Data("files: seed \(seed): \(shown) pictures, \(reasons) reasons\n".utf8))
  }

  private func last(_ stages: PhotoLoader.Stages, _ path: String) async throws -> PhotoLoader.Stage? {
    try await waitFor("the last stage of \(path)", within: .seconds(120)) {
      var last: PhotoLoader.Stage?
      for await stage in stages { last = stage }
      return last
    }
  }
}
