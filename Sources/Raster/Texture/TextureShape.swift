/// Where a texture is transparent and where it is opaque, found once when it is filled.
///
/// Many views are opaque inside of transparent margins or round corners. Where such a texture is shown at its own size, the
/// opaque part is drawn without blending, and the margins are not drawn.
package struct TextureShape: Equatable, Sendable {
  /// A rectangle that contains all texels that are not transparent.
  package private(set) var content: PixelRect
  /// A rectangle of opaque texels inside ``content``; it need not be the largest one.
  package private(set) var opaque: PixelRect

  /// The shape of a texture whose texels are all opaque.
  init(opaque all: PixelRect) { (content, opaque) = (all, all) }

  /// Finds the shape of a filled level: its margins, and an opaque rectangle around the center of the content.
  init(_ level: MipLevel) {
    content = level.bounds(from: 0, to: level.height)
    opaque = level.opaqueRectangle(in: content)
  }

  /// Returns the shape after the texels of `rectangle` have been replaced. ``content`` only grows and ``opaque`` only shrinks, until
  /// the texture is filled again.
  ///
  /// - Parameter isOpaque: Whether all new texels are opaque.
  func updated(in rectangle: PixelRect, isOpaque: Bool) -> TextureShape {
    var shape = self
    shape.content = content.union(rectangle)
    guard !isOpaque, !opaque.intersection(rectangle).isEmpty else { return shape }
    let parts = [
      PixelRect(x: opaque.x, y: opaque.y, width: opaque.width, height: rectangle.y - opaque.y),
      PixelRect(x: opaque.x, y: rectangle.maxY, width: opaque.width, height: opaque.maxY - rectangle.maxY),
      PixelRect(x: opaque.x, y: opaque.y, width: rectangle.x - opaque.x, height: opaque.height),
      PixelRect(x: rectangle.maxX, y: opaque.y, width: opaque.maxX - rectangle.maxX, height: opaque.height),
    ]
    shape.opaque = parts.max { $0.pixelCount < $1.pixelCount } ?? .zero
    if shape.opaque.isEmpty { shape.opaque = .zero }
    return shape
  }
}

extension MipLevel {
  /// Returns the smallest rectangle that contains the texels of some rows that are not transparent.
  fileprivate func bounds(from firstRow: Int, to endRow: Int) -> PixelRect {
    func isEmpty(_ y: Int) -> Bool {
      let row = pixels + y * rowLength
      var any: UInt32 = 0
      for x in 0..<width { any |= row[x] }
      return any == 0
    }
    var (top, bottom) = (firstRow, endRow)
    while top < bottom, isEmpty(top) { top += 1 }
    while bottom > top, isEmpty(bottom - 1) { bottom -= 1 }
    guard top < bottom else { return .zero }
    // Each row is searched only in the margins that all rows before it have.
    var (left, right) = (width, 0)
    for y in top..<bottom {
      left = firstTexel(in: y, from: 0, to: left, where: { $0 != 0 })
      right = endTexel(in: y, from: right, to: width, where: { $0 != 0 })
    }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns an opaque rectangle around the center of `area`, as wide as the opaque texels beside the center.
  fileprivate func opaqueRectangle(in area: PixelRect) -> PixelRect {
    guard !area.isEmpty else { return .zero }
    let (x, y) = (area.x + area.width / 2, area.y + area.height / 2)
    func isTranslucent(_ texel: UInt32) -> Bool { texel < 0xff00_0000 }
    let left = endTexel(in: y, from: area.x, to: x, where: isTranslucent)
    let right = firstTexel(in: y, from: x, to: area.maxX, where: isTranslucent)
    guard x < right else { return .zero }
    func isOpaque(_ y: Int) -> Bool {
      let row = pixels + y * rowLength
      var common = UInt32.max
      for x in left..<right { common &= row[x] }
      return common >= 0xff00_0000
    }
    var (top, bottom) = (y, y + 1)
    while top > area.y, isOpaque(top - 1) { top -= 1 }
    while bottom < area.maxY, isOpaque(bottom) { bottom += 1 }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns the column of the first texel in `start..<end` of a row for which `isWanted` is true; otherwise `end`.
  @inline(__always)
  private func firstTexel(in y: Int, from start: Int, to end: Int, where isWanted: (UInt32) -> Bool) -> Int {
    let row = pixels + y * rowLength
    var x = start
    while x < end, !isWanted(row[x]) { x += 1 }
    return x
  }

  /// Returns the column after the last texel in `start..<end` of a row for which `isWanted` is true; otherwise `start`.
  @inline(__always)
  private func endTexel(in y: Int, from start: Int, to end: Int, where isWanted: (UInt32) -> Bool) -> Int {
    let row = pixels + y * rowLength
    var x = end
    while x > start, !isWanted(row[x - 1]) { x -= 1 }
    return x
  }
}
