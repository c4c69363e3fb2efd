import CommandLineText
import Kiosk

/// The task `--hash-pin`.
enum PINInput {
  /// Reads a PIN from standard input, and prints its hash.
  static func run() {
    let digits = readLine() ?? ""
    guard (4...12).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      quit(.usage, "a PIN has 4 to 12 digits")
    }
    guard let hash = PINHash(of: digits) else { quit(.unavailable, "the system cannot make a hash") }
    print(hash.description)
  }
}
