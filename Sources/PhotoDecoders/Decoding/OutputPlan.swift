package import DecoderProtocol
package import Geometry

/// Which stored pixels a request needs, and the size of the result.
package struct OutputPlan {
  /// The rotation and mirroring that turn the stored image upright.
  package let orientation: ImageOrientation
  /// The size of the stored image.
  package let stored: (width: Int, height: Int)
  /// The needed part of the stored image.
  package let region: PixelRegion
  /// The size of the result before it is turned upright. It is not larger than `region`.
  package let target: (width: Int, height: Int)

  /// - Throws: ``DecodeFailure/noSuchRegion``.
  package init(
    _ request: DecodeRequest, storedWidth: Int, storedHeight: Int, orientation: ImageOrientation
  ) throws(DecodeFailure) {
    self.orientation = orientation
    stored = (storedWidth, storedHeight)
    let upright = orientation.swapsSides ? (storedHeight, storedWidth) : (storedWidth, storedHeight)
    let all = PixelRegion(x: 0, y: 0, width: upright.0, height: upright.1)
    guard let wanted = (request.region ?? all).clamped(toWidth: upright.0, height: upright.1) else {
      throw .noSuchRegion
    }
    region = orientation.stored(wanted, width: storedWidth, height: storedHeight)
    let side = TargetSize.largestSide
    let size = request.size ?? TargetSize(width: side, height: side)
    let shown = size.size(forImageOf: wanted.width, by: wanted.height)
    target = orientation.swapsSides ? (shown.height, shown.width) : (shown.width, shown.height)
  }

  /// Whether the whole image is needed.
  package var isWhole: Bool { (region.width, region.height) == stored }
}
