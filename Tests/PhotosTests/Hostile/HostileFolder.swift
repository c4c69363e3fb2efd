import Foundation
import ImageFixtures
import Synchronization
import TestSupport
import Testing

/// A folder of files that may harm programs: damaged, mislabeled, unreadable and endless files, and files
/// with odd names. They depend on a seed.
struct HostileFolder {
  let folder: TemporaryFolder
  /// The intact photos of each format.
  private let samples: [[UInt8]]

  init(seed: UInt64, damagedCount: Int) throws {
    folder = try TemporaryFolder()
    samples = Self.intact
    var random = SplitMix(seed: seed)
    try addDamaged(damagedCount, &random)
    try addWrongNames(&random)
    try addOddNames()
    addOddFiles()
  }

  private static let intact: [[UInt8]] = {
    func color(_ x: Int, _ y: Int) -> PixelColor { PixelColor(red: x * 4, green: y * 5, blue: x ^ y) }
    var jpeg = JPEGFixture(width: 60, height: 44, color: color)
    jpeg.exif = ExifFixture.block(orientation: 6, thumbnail: JPEGFixture.quadrants(16, 12).bytes())
    var progressive = jpeg
    progressive.isProgressive = true
    let gif = GIFFixture(
      width: 20, height: 20, palette: [.red, .green], frames: [.init(width: 20, height: 20, index: 1)])
    return [
      jpeg.bytes(), progressive.bytes(),
      PNGFixture(width: 29, height: 31, isInterlaced: true) { x, y in [x * 8, y * 8, 100, 255 - x] }.bytes(),
      gif.bytes(), TIFFFixture(width: 40, height: 33, kind: .color16, color: color).bytes(),
      SimpleFixtures.bitmap(.bits24, width: 30, height: 20, color: color).bytes,
      SimpleFixtures.icon(side: 20, color: color), SimpleFixtures.qoi(width: 40, height: 30, color: color),
      WebPFixture.bytes(width: 40, height: 30, color: color), Array("P3 2 1 255 1 2 3 4 5 6\n".utf8),
    ]
  }()

  private func addDamaged(_ count: Int, _ random: inout SplitMix) throws {
    for number in 0..<count {
      var bytes = random.choice(samples)
      if random.whole(0...3) == 0 {
        bytes = Array(bytes.prefix(random.whole(0...bytes.count)))
      } else {
        for _ in 0...random.whole(0...5) {
          let place = random.whole(0...(bytes.count - 1))
          bytes[place] ^= 1 << UInt8(random.whole(0...7))
        }
      }
      try folder.add("damaged \(number).jpg", bytes)
    }
  }

  private func addWrongNames(_ random: inout SplitMix) throws {
    let names = ["jpg", "png", "gif", "tif", "bmp", "ico", "qoi", "webp", "ppm", "arw"].shuffled(
      using: &random)
    for (name, bytes) in zip(names, samples) { try folder.add("wrong.\(name)", bytes) }
    try folder.add("text.jpg", Array("This is a text.\n".utf8))
    try folder.add("empty.png", [])
  }

  private func addOddNames() throws {
    let names: [[UInt8]] = [
      Array("line\nend.png".utf8), [0xFF, 0xFE, 0x80] + Array(".png".utf8), Array("\u{202E}gnp.png".utf8),
      [UInt8](repeating: 0x78, count: 251) + Array(".png".utf8), Array("-rf.png".utf8), Array(" .png".utf8),
    ]
    for name in names {
      let path = Array(folder.path.utf8) + [0x2F] + name + [0]
      let file = path.withUnsafeBytes {
        open($0.assumingMemoryBound(to: CChar.self).baseAddress!, O_WRONLY | O_CREAT, 0o600)
      }
      guard file >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
      defer { close(file) }
      let bytes = samples[2]
      guard write(file, bytes, bytes.count) == bytes.count else { throw POSIXError(.EIO) }
    }
  }

  private func addOddFiles() {
    let path = folder.path + "/"
    symlink("loop b.jpg", path + "loop a.jpg")
    symlink("loop a.jpg", path + "loop b.jpg")
    symlink("nothing", path + "broken.jpg")
    symlink("/dev/zero", path + "endless.jpg")
    symlink("/proc/self/mem", path + "memory.jpg")
    symlink(".", path + "folder link")
    mkfifo(path + "pipe.jpg", 0o600)
    symlink("pipe.jpg", path + "pipe link.jpg")
    mkdir(path + "folder.jpg", 0o700)
    let sparse = open(path + "sparse.jpg", O_WRONLY | O_CREAT, 0o600)
    ftruncate(sparse, 4 << 30)
    close(sparse)
    let locked = open(path + "locked.jpg", O_WRONLY | O_CREAT, 0)
    close(locked)
  }

  /// Returns an object that changes the damaged files.
  func disturbance(seed: UInt64) -> FileDisturbance {
    FileDisturbance(folder: folder.path, samples: samples, seed: seed)
  }
}

private final class SharedFlag: Sendable {
  let value = Atomic(false)
}

/// A thread that replaces, truncates, removes and writes files, as other programs may do while photos are read.
final class FileDisturbance: Sendable {
  private static let changesPerTurn = 8
  private let turns = DispatchSemaphore(value: 0)
  private let isEnding = SharedFlag()
  private let ends = ReportQueue<Bool>()

  fileprivate init(folder: String, samples: [[UInt8]], seed: UInt64) {
    Thread { [turns, ends, isEnding] in
      var random = SplitMix(seed: seed)
      while true {
        turns.wait()
        if isEnding.value.load(ordering: .acquiring) { break }
        for _ in 0..<Self.changesPerTurn { Self.change(folder, samples, &random) }
      }
      ends.report(true)
    }.start()
  }

  deinit {
    isEnding.value.store(true, ordering: .releasing)
    turns.signal()
  }

  /// Lets the thread change some files while the caller continues.
  func start() { turns.signal() }

  /// Waits until no file changes any more.
  func end() async throws {
    isEnding.value.store(true, ordering: .releasing)
    turns.signal()
    try #require(await ends.next() == true, "the end of the changes")
  }

  private static func change(_ path: String, _ samples: [[UInt8]], _ random: inout SplitMix) {
    let file = "\(path)/damaged \(random.whole(0...30)).jpg"
    let bytes = random.choice(samples)
    switch random.whole(0...3) {
    case 0: unlink(file)
    case 1: truncate(file, off_t(random.whole(0...500)))
    case 2: try? Data(bytes).write(to: URL(fileURLWithPath: file))
    default:
      try? Data(bytes).write(to: URL(fileURLWithPath: path + "/.part"))
      rename(path + "/.part", file)
    }
  }
}
