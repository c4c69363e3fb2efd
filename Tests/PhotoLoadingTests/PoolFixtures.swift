import DecoderProtocol
import Foundation
import ImageFixtures
import PhotoLoading
import Testing

/// An anonymous file.
final class TestFile: Sendable {
  let descriptor: Int32

  init(_ bytes: [UInt8]) throws {
    var template = Array((NSTemporaryDirectory() + "loading-test-XXXXXX").utf8CString)
    let writer = mkstemp(&template)
    guard writer >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    defer { close(writer) }
    var written = 0
    while written < bytes.count {
      let part = bytes.withUnsafeBytes { write(writer, $0.baseAddress! + written, bytes.count - written) }
      guard part > 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
      written += part
    }
    descriptor = open(template, O_RDONLY | O_CLOEXEC)
    unlink(template)
  }

  deinit { close(descriptor) }
}

extension DecoderPool {
  /// - Parameter grace: The time in seconds before an unresponsive helper is killed. Pass a large value if a
  ///   slow machine must not lead to a kill.
  convenience init(helpers: Int = 1, limits: DecodingLimits = DecodingLimits(), grace: Double = 0.25) {
    var options = Options()
    options.grace = grace
    options.helperCount = helpers
    options.limits = limits
    self.init(options)
  }

  /// Decodes the content of a file.
  func decode(_ bytes: [UInt8], _ request: DecodeRequest = DecodeRequest()) throws -> DecodedImage {
    try withExtendedLifetime(try TestFile(bytes)) { try decode($0.descriptor, request) }
  }

  /// Returns the failure of decoding the content of a file; `nil` on success.
  func failure(_ bytes: [UInt8], _ request: DecodeRequest = DecodeRequest()) -> LoadingFailure? {
    do {
      _ = try decode(bytes, request)
      return nil
    } catch {
      return error as? LoadingFailure
    }
  }
}

extension DecoderPool {
  /// Returns the failure of decoding an open file; `nil` on success.
  func failure(of file: TestFile, cancellation: Cancellation = Cancellation()) -> LoadingFailure? {
    do throws(LoadingFailure) {
      _ = try decode(file.descriptor, DecodeRequest(), cancellation: cancellation)
      return nil
    } catch {
      return error
    }
  }
}

/// Whether a process exists and has not ended.
func isRunning(_ process: Int32) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
  // The state follows the program's name, which is in parentheses.
  let state = text.drop { $0 != ")" }.dropFirst(2).first
  return state != "Z" && state != "X"
}

/// Waits until `condition` holds, for at most 10 s.
func wait(until condition: () -> Bool) -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    usleep(1000)
  }
  return false
}
