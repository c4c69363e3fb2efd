import DecoderClient
import DecoderProtocol
import Photos

extension HelperDecoder {
  /// A decoder that the tests share, so that they do not start processes for each image.
  static let shared = HelperDecoder()

  convenience init(limits: DecodingLimits) {
    var options = DecoderPool.Options()
    options.limits = limits
    self.init(options)
  }
}
