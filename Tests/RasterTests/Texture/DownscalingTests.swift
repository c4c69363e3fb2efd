import Foundation
import Raster
import Testing

/// Downscaling of mip levels, with vectors and in plain Swift.
@Suite struct DownscalingTests {
  @Test(
    "Mip levels of the same width have the same texels whether they are made together or one by one",
    arguments: [(37, 61), (130, 47), (9, 3), (1, 40)], [hasVectorKernels, false])
  func together(size: (Int, Int), usesVectors: Bool) {
    for isOpaque in [true, false] {
      let texture = Texture.noise(width: size.0, height: size.1, seed: 8, isOpaque: isOpaque)
      let base = texture.level(x: 0, y: 0)
      let heights = (0...texture.heights.smallest).map { texture.heights[$0] }
      for x in 0...texture.widths.smallest {
        let width = texture.widths[x]
        let copies = base.downscaled(toWidth: width, heights: heights, usesVectors: usesVectors)
        for (height, copy) in zip(heights, copies) {
          let alone = base.downscaled(toWidth: width, height: height, usesVectors: false)
          #expect(copy.isSame(as: alone), "\(width) × \(height)")
        }
      }
    }
  }

  @Test(
    "Vector kernels and plain Swift make the same mip levels",
    arguments: [(1, 9), (9, 1), (5, 3), (37, 6), (130, 61)])
  func twins(size: (Int, Int)) {
    for isOpaque in [true, false] {
      let base = Texture.noise(width: size.0, height: size.1, seed: 6, isOpaque: isOpaque)
      for y in 0...base.heights.smallest {
        for x in 0...base.widths.smallest where x + y > 0 {
          let (width, height) = (base.widths[x], base.heights[y])
          let fast = base.level(x: 0, y: 0).downscaled(
            toWidth: width, height: height, usesVectors: hasVectorKernels)
          let slow = base.level(x: 0, y: 0).downscaled(toWidth: width, height: height, usesVectors: false)
          #expect(fast.isSame(as: slow), "\(width) × \(height)")
        }
      }
    }
  }

  @Test(
    "A mip level of few rows is the same whether it is made in strips or in one piece",
    arguments: [hasVectorKernels, false])
  func strips(usesVectors: Bool) {
    let (width, height) = (500, 700)
    let texture = Texture.noise(width: width, height: height, seed: 6)
    let base = texture.level(x: 0, y: 0)
    let flat = base.downscaled(toWidth: width, height: 2, usesVectors: usesVectors)
    // In a level as wide as the texture, each column depends only on one column of the texture.
    for start in [0, 365, 379, 490] {
      let pixels = (0..<height).flatMap { y in (start..<(start + 10)).map { base.texel($0, y) } }
      let part = Texture(pixels, width: 10, height: height)
      let alone = part.level(x: 0, y: 0).downscaled(toWidth: 10, height: 2, usesVectors: usesVectors)
      for y in 0..<2 {
        for x in 0..<10 { #expect(flat.texel(start + x, y) == alone.texel(x, y), "\(start + x) \(y)") }
      }
    }
    // If the width and then the height is downscaled in separate steps, the result is rounded once more.
    let both = base.downscaled(toWidth: 400, height: 2, usesVectors: usesVectors)
    let inTurn = base.downscaled(toWidth: 400, height: height, usesVectors: usesVectors)
      .downscaled(toWidth: 400, height: 2, usesVectors: usesVectors)
    for y in 0..<2 {
      for x in 0..<400 {
        for shift: UInt32 in [0, 8, 16] {
          let once = Int(both.texel(x, y) >> shift & 255)
          let twice = Int(inTurn.texel(x, y) >> shift & 255)
          #expect(abs(once - twice) <= 2, "\(x) \(y)")
        }
      }
    }
  }

  @Test("A texture makes the same mip levels in one call and one by one")
  func texture() {
    let (texture, other) = (
      Texture.noise(width: 90, height: 70, seed: 4), Texture.noise(width: 90, height: 70, seed: 4)
    )
    let sizes = [(1, 0), (1, 2), (1, 1), (3, 1), (0, 1), (3, 3), (1, 2)].map { LevelSize(x: $0.0, y: $0.1) }
    _ = texture.level(x: 1, y: 2)
    let kept = texture.level(x: 1, y: 2)
    texture.makeLevels(sizes)
    #expect(texture.level(x: 1, y: 2) === kept, "made twice")
    for size in sizes {
      #expect(texture.has(size))
      #expect(texture.level(x: size.x, y: size.y).isSame(as: other.level(x: size.x, y: size.y)))
    }
    #expect(texture.byteCount == other.byteCount)
  }

  @Test(
    "Each mip level is filtered with a Lanczos window of two lobes of 1.4 texels, and clamped to the main lobe's range",
    arguments: [(64, 48), (47, 61), (12, 100)])
  func definition(size: (Int, Int)) {
    let texture = Texture.noise(width: size.0, height: size.1, seed: 5, isOpaque: false)
    let texels = texture.texels()
    for (x, y) in [(1, 0), (2, 1), (0, 3), (4, 4)] {
      let copy = texture.level(x: x, y: y)
      let columns = Window.all(from: size.0, to: copy.width)
      let rows = Window.all(from: size.1, to: copy.height)
      func exact(_ channel: UInt32) -> [[Double]] {
        let narrowed = texels.map { row in columns.map { $0.mean { Double(row[$0] >> channel & 0xff) } } }
        return rows.map { row in columns.indices.map { column in row.mean { narrowed[$0][column] } } }
      }
      let alpha = exact(24)
      for channel: UInt32 in [0, 8, 16, 24] {
        let exact = exact(channel)
        for row in 0..<copy.height {
          for column in 0..<copy.width {
            let found = Double(copy.texel(column, row) >> channel & 0xff)
            #expect(
              abs(min(exact[row][column], alpha[row][column]) - found) < 0.75, "\(x) \(y): \(column) \(row)")
          }
        }
      }
    }
  }
}

/// The filter window of one texel of a shorter row, computed directly.
private struct Window {
  let shares: [(texel: Int, share: Double)]
  let middle: [Int]

  static func all(from source: Int, to target: Int) -> [Window] {
    (0..<target).map { index in
      guard target < source else { return Window(shares: [(index, 1)], middle: [index]) }
      let ratio = Double(source) / Double(target)
      let places = (0..<source).map { (Double($0) + 0.5 - (Double(index) + 0.5) * ratio) / (1.4 * ratio) }
      let window = places.map { x in
        x == 0 ? 1 : abs(x) >= 2 ? 0 : 2 * sin(.pi * x) * sin(.pi * x / 2) / (.pi * .pi * x * x)
      }
      let sum = window.reduce(0, +)
      return Window(
        shares: window.enumerated().filter { $0.element != 0 }.map { ($0.offset, $0.element / sum) },
        middle: places.indices.filter { abs(places[$0]) < 1 })
    }
  }

  func mean(_ value: (Int) -> Double) -> Double {
    let mean = shares.reduce(0) { $0 + value($1.texel) * $1.share }
    let range = middle.map(value)
    return min(max(mean, range.min() ?? mean), range.max() ?? mean)
  }
}

extension MipLevel {
  fileprivate func isSame(as other: MipLevel) -> Bool {
    (width, height) == (other.width, other.height)
      && (0..<((width + 1) * (height + 1))).allSatisfy { pixels[$0] == other.pixels[$0] }
  }
}
