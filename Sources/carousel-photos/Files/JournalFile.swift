import CarouselUI
import CommandLineText
import Glibc
import PhotoBrowserTools

/// A file with the journal of a carousel's inputs. Only its owner can read it, because it records the user's
/// actions.
final class JournalFile {
  /// The reason why a journal cannot be written, read or replayed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
    let code: ExitCode
  }

  private let path: String
  private var file: UnsafeMutablePointer<FILE>?

  /// Creates the file, or truncates an existing one. Its mode becomes 0600.
  init(creating path: String) throws(Failure) {
    self.path = path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    // The mode of an existing file may have allowed others to read it.
    guard descriptor >= 0, fchmod(descriptor, 0o600) == 0, let file = fdopen(descriptor, "w") else {
      throw Failure(
        description: "--record-input \(path): \(OutputFile.Failure(code: errno))", code: .cannotWrite)
    }
    // With line buffering a crash loses no complete line, and a full disk is reported immediately.
    setvbuf(file, nil, _IOLBF, 1 << 16)
    self.file = file
  }

  /// Writes a line. The first failure is reported and ends the recording.
  func write(_ line: String) {
    guard let file else { return }
    if fputs(line, file) >= 0, fputc(0x0A, file) >= 0 { return }
    printError("--record-input \(path): \(OutputFile.Failure(code: errno)); the recording ends here")
    fclose(file)
    self.file = nil
  }

  /// Replays a journal and compares all frames with the recorded ones.
  ///
  /// - Returns: The result as a line for the user.
  static func replay(_ path: String) throws(Failure) -> String {
    let text: String
    do throws(OutputFile.Failure) {
      text = try self.text(of: path)
    } catch {
      throw Failure(description: "--replay-input \(path): \(error)", code: .noInput)
    }
    do throws(JournalError) {
      let journal = try CarouselJournal(lines: text.split(separator: "\n", omittingEmptySubsequences: false))
      let count = try journal.replay()
      return "\(count) frames, all as recorded" + (journal.isCutShort ? "; the last line is incomplete" : "")
    } catch {
      throw Failure(description: "--replay-input \(path): \(error)", code: .badData)
    }
  }

  private static func text(of path: String) throws(OutputFile.Failure) -> String {
    guard let file = fopen(path, "rbe") else { throw OutputFile.Failure(code: errno) }
    defer { fclose(file) }
    var (bytes, piece) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      errno = 0
      let count = fread(&piece, 1, piece.count, file)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    if ferror(file) != 0 { throw OutputFile.Failure(code: errno) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
