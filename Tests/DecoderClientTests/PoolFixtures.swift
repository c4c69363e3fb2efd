import DecoderClient
import DecoderProtocol
import Foundation
import ImageFixtures
import TestSupport

extension DecoderPool.Options {
  /// The default, but with helpers that read up to eight files, so that a test sees one helper for several files.
  static var reusing: DecoderPool.Options {
    var options = DecoderPool.Options()
    options.filesPerHelper = 8
    return options
  }
}

extension DecoderPool {
  /// - Parameter grace: The time in seconds before an unresponsive helper is killed. Pass a large value if a
  ///   slow machine must not lead to a kill.
  convenience init(helpers: Int = 1, limits: DecodingLimits = DecodingLimits(), grace: Double = 0.25) {
    var options = Options.reusing
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
  func failure(_ bytes: [UInt8], _ request: DecodeRequest = DecodeRequest()) -> PhotoError.Reason? {
    do {
      _ = try decode(bytes, request)
      return nil
    } catch {
      return (error as? PhotoError)?.reason
    }
  }
}

extension DecoderPool {
  /// Returns the failure of decoding an open file; `nil` on success.
  func failure(of file: TestFile, cancellation: Cancellation = Cancellation()) -> PhotoError.Reason? {
    do throws(PhotoError) {
      _ = try decode(file.descriptor, DecodeRequest(), cancellation: cancellation)
      return nil
    } catch {
      return error.reason
    }
  }
}

extension TestFile {
  /// Opens the file again, as a photo is opened.
  func opened() throws -> ImageFile { try ImageFile(Array("/proc/self/fd/\(descriptor)".utf8)) }
}
