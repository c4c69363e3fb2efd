package import Geometry

extension ImageOrientation {
  /// Returns the region of the stored image that becomes a region of the shown image.
  ///
  /// - Parameters:
  ///   - region: A region inside the shown image.
  ///   - width: The width of the stored image.
  ///   - height: The height of the stored image.
  package func stored(_ region: PixelRegion, width: Int, height: Int) -> PixelRegion {
    let path = path(width: width, height: height)
    func first(_ start: Int, _ step: Int, _ origin: Int, _ length: Int) -> Int {
      step > 0 ? origin - start : start - (origin + length - 1)
    }
    if swapsSides {
      return PixelRegion(
        x: first(path.startY, path.column.y, region.y, region.height),
        y: first(path.startX, path.row.x, region.x, region.width), width: region.height, height: region.width)
    }
    return PixelRegion(
      x: first(path.startX, path.column.x, region.x, region.width),
      y: first(path.startY, path.row.y, region.y, region.height), width: region.width, height: region.height)
  }
}
