import CSystem
import Glibc
import TestSupport

/// How much the values of a session differ from usual ones.
enum Temper: Int, CaseIterable {
  /// Only usual values.
  case calm
  case mild, odd, wild

  /// On average, one of this many numbers is extreme.
  var extremeInterval: Int { [1_000_000_000, 60, 12, 4][rawValue] }
  /// On average, one of this many messages has a wrong object or type, or is damaged.
  var damageInterval: Int { [1_000_000_000, 1000, 150, 25][rawValue] }
}

/// Values for arguments: valid, unusual or extreme.
enum HostileValues {
  static let extremes: [Int32] = [
    .min, .min + 1, -0x4000_0000, -8_388_608, -65_536, -256, -1, 0, 1, 255, 16_384, 32_768, 65_536,
    0x0100_0000,
    0x4000_0000, .max - 1, .max,
  ]

  static func number(_ random: inout SplitMix, _ temper: Temper) -> Int32 {
    if random.once(in: temper.extremeInterval) { return random.choice(extremes) }
    return switch random.whole(0...7) {
    case 0...1: 0
    case 2...3: Int32(random.whole(1...3))
    case 4: Int32(random.whole(4...9))
    case 5: Int32(random.whole(10...300))
    case 6: temper == .mild ? 1 : Int32(random.whole(-40...40))
    default: Int32(1 << random.whole(0...9))
    }
  }

  static func fixed(_ random: inout SplitMix, _ temper: Temper) -> Int32 {
    random.once(in: temper.extremeInterval) ? random.choice(extremes) : Int32(random.whole(-20...200) * 256)
  }

  static func text(_ random: inout SplitMix, _ temper: Temper) -> WireValue {
    guard random.once(in: temper.extremeInterval) else {
      return .text(
        random.choice(["text/plain", "text/uri-list", "image/png", "org.example.fuzz", "a", "token-1"]))
    }
    return switch random.whole(0...4) {
    case 0: .text("")
    case 1: .text(String(repeating: "x", count: random.whole(200...3900)))
    case 2: .bytes([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0])
    case 3: .text("%s%n%s%p\u{202e}\n\u{1b}[2J")
    default: .text("../../../dev/null")
    }
  }

  static func array(_ random: inout SplitMix, _ temper: Temper) -> WireValue {
    let words = random.once(in: temper.extremeInterval) ? random.whole(0...700) : random.whole(0...6)
    var bytes: [UInt8] = []
    for _ in 0..<words { bytes.append(word: UInt32(bitPattern: number(&random, temper))) }
    if random.once(in: temper.extremeInterval), !bytes.isEmpty { bytes.removeLast(random.whole(1...3)) }
    return .bytes(bytes)
  }

  /// Returns an open descriptor, which the caller closes.
  static func descriptor(_ random: inout SplitMix, _ temper: Temper) -> Int32 {
    switch random.whole(0...min(1000, temper.extremeInterval) + 3) {
    case 0: return open("/dev/null", O_RDWR | O_CLOEXEC)
    case 1:
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return open("/dev/null", O_RDWR | O_CLOEXEC) }
      close(ends[0])
      return ends[1]
    default:
      let file = csystem_memfd("fuzz")
      ftruncate(file, random.choice([0, 1, 4096, 4096, 65_536, 65_536]))
      return file
    }
  }
}
