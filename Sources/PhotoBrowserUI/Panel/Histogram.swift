package import CarouselUI

/// How often each brightness occurs in an image, for red, green, blue and the luma.
package struct Histogram: Equatable, Sendable {
  /// The numbers of pixels with the values 0 to 255.
  package private(set) var red = [Int](repeating: 0, count: 256)
  package private(set) var green = [Int](repeating: 0, count: 256)
  package private(set) var blue = [Int](repeating: 0, count: 256)
  /// The Rec. 709 luma of the sRGB values.
  package private(set) var luma = [Int](repeating: 0, count: 256)
  /// The number of counted pixels.
  package private(set) var count = 0

  /// Counts the pixels of an image. Transparent pixels are left out, and translucent ones count by their own color.
  package init(_ image: Image) {
    image.withPixels { pixels in
      for y in 0..<image.height {
        for start in stride(from: y * image.stride, to: y * image.stride + image.width * 4, by: 4) {
          let alpha = Int(pixels[start + 3])
          guard alpha > 0 || image.isOpaque else { continue }
          let scale = image.isOpaque || alpha == 255 ? 255 : alpha
          func value(_ byte: UInt8) -> Int { scale == 255 ? Int(byte) : min(Int(byte) * 255 / scale, 255) }
          let (b, g, r) = (value(pixels[start]), value(pixels[start + 1]), value(pixels[start + 2]))
          blue[b] += 1
          green[g] += 1
          red[r] += 1
          luma[(r * 54 + g * 183 + b * 19) >> 8] += 1
          count += 1
        }
      }
    }
  }

  /// The mean luma, in `0...1`.
  package var meanLuma: Double {
    guard count > 0 else { return 0 }
    return Double(luma.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(count) / 255
  }

  /// The numbers of a channel as heights in `0...1`. The peaks of pure black and white do not make the others flat.
  func heights(of channel: [Int]) -> [Double] {
    let inner = [red, green, blue, luma].flatMap { $0[1..<255] }.max() ?? 0
    let top = Double(inner > 0 ? inner : max(channel[0], channel[255], 1))
    return channel.map { min(Double($0) / top, 1) }
  }
}

/// The curves of a histogram: red, green and blue, and the luma as a filled shape.
final class HistogramView: ThemedView {
  /// The histogram; `nil` shows an empty field.
  var histogram: Histogram? {
    didSet {
      guard histogram != oldValue else { return }
      setNeedsDisplay()
      accessibilityChanged(.label)
    }
  }

  override var semantics: Semantics {
    guard let histogram else { return Semantics() }
    var semantics = Semantics(.image, label: "Histogram")
    semantics.value = "Mean brightness \(Int((histogram.meanLuma * 100).rounded())) %"
    return semantics
  }

  override func sizeThatFits(_ size: Size) -> Size { Size(width: 256, height: 88) }

  override func makePainter() -> Painter? {
    let (bounds, colors) = (Rect(origin: .zero, size: size), effectiveTheme.colors)
    let histogram = histogram
    return { canvas in
      canvas.fill(.roundedRect(bounds, radius: 6), with: colors.shade(0.08))
      guard let histogram else { return }
      let area = bounds.inset(by: 4)
      canvas.fill(
        Self.shape(histogram.heights(of: histogram.luma), in: area), with: colors.foreground.withAlpha(0.28))
      let channels = [
        (histogram.red, Color(hex: 0xE0_3C_3C)), (histogram.green, Color(hex: 0x2F_A8_4F)),
        (histogram.blue, Color(hex: 0x3C_7C_F0)),
      ]
      for (channel, color) in channels {
        canvas.stroke(
          Self.line(histogram.heights(of: channel), in: area), with: color.withAlpha(0.9), width: 1.2)
      }
    }
  }

  private nonisolated static func points(_ heights: [Double], in area: Rect) -> [Point] {
    heights.enumerated().map { place, height in
      Point(x: area.minX + area.size.width * Double(place) / 255, y: area.maxY - area.size.height * height)
    }
  }

  private nonisolated static func line(_ heights: [Double], in area: Rect) -> Path {
    var path = Path()
    for (place, point) in points(heights, in: area).enumerated() {
      if place == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    return path
  }

  private nonisolated static func shape(_ heights: [Double], in area: Rect) -> Path {
    var path = line(heights, in: area)
    path.line(to: Point(x: area.maxX, y: area.maxY))
    path.line(to: Point(x: area.minX, y: area.maxY))
    path.close()
    return path
  }
}
