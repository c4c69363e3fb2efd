#if HEIF
  /// Converts the planes of a picture to colors.
  struct VideoColors {
    private let picture: VideoPicture
    /// Whether the planes are green, blue and red. Smaller planes of color differences cannot be.
    private let isIdentity: Bool
    /// Luma is multiplied by this after `black` was subtracted, so that white is 255.
    private let lumaScale: Float
    private let black: Float
    private let chromaScale: Float
    private let middle: Float
    /// The parts of the color differences in red, green and blue.
    private let redInRed, blueInBlue, redInGreen, blueInGreen: Float

    init(_ picture: VideoPicture) {
      self.picture = picture
      isIdentity = picture.matrix == 0 && picture.chromaShift == (0, 0)
      let unit = Float(1 << (picture.depth - 8))
      let largest = Float(1 << picture.depth - 1)
      lumaScale = 255 / (picture.isFullRange ? largest : 219 * unit)
      black = picture.isFullRange ? 0 : 16 * unit
      chromaScale = 255 / (picture.isFullRange ? largest : 224 * unit)
      middle = 128 * unit
      // The weights of red and blue in luma.
      let (red, blue): (Float, Float) =
        switch picture.matrix {
        case 1: (0.2126, 0.0722)  // BT.709
        case 9, 10: (0.2627, 0.0593)  // BT.2020
        default: (0.299, 0.114)  // BT.601
        }
      let green = 1 - red - blue
      (redInRed, blueInBlue) = (2 - 2 * red, 2 - 2 * blue)
      redInGreen = -redInRed * red / green
      blueInGreen = -blueInBlue * blue / green
    }

    /// Writes a row as opaque BGRA.
    func write(row y: Int, to target: UnsafeMutablePointer<UInt32>) {
      picture.depth > 8 ? write(y, target, UInt16.self) : write(y, target, UInt8.self)
    }

    /// Writes the luma of a row into the alpha of its pixels.
    func writeAlpha(row y: Int, to target: UnsafeMutablePointer<UInt32>) {
      picture.depth > 8 ? writeAlpha(y, target, UInt16.self) : writeAlpha(y, target, UInt8.self)
    }

    private func write<Number: FixedWidthInteger>(
      _ y: Int, _ target: UnsafeMutablePointer<UInt32>, _ type: Number.Type
    ) {
      let luma = row(picture.luma, y, type)
      guard let chroma = picture.chroma else {
        for x in 0..<picture.width { target[x] = Self.byte(level(luma[x])) * 0x10101 | 0xFF00_0000 }
        return
      }
      let blues = row(chroma.blue, y >> picture.chromaShift.y, type)
      let reds = row(chroma.red, y >> picture.chromaShift.y, type)
      if isIdentity {
        for x in 0..<picture.width {
          target[x] =
            0xFF00_0000 | Self.byte(level(reds[x])) << 16 | Self.byte(level(luma[x])) << 8
            | Self.byte(level(blues[x]))
        }
        return
      }
      for x in 0..<picture.width {
        let light = level(luma[x])
        let blue = (Float(blues[x >> picture.chromaShift.x]) - middle) * chromaScale
        let red = (Float(reds[x >> picture.chromaShift.x]) - middle) * chromaScale
        target[x] =
          0xFF00_0000 | Self.byte(light + redInRed * red) << 16
          | Self.byte(light + redInGreen * red + blueInGreen * blue) << 8
          | Self.byte(light + blueInBlue * blue)
      }
    }

    private func writeAlpha<Number: FixedWidthInteger>(
      _ y: Int, _ target: UnsafeMutablePointer<UInt32>, _ type: Number.Type
    ) {
      let luma = row(picture.luma, y, type)
      for x in 0..<picture.width {
        target[x] = target[x] & 0xFF_FFFF | Self.byte(level(luma[x])) << 24
      }
    }

    private func row<Number>(
      _ plane: VideoPicture.Plane, _ y: Int, _ type: Number.Type
    ) -> UnsafePointer<Number> {
      (plane.start + y * plane.stride).assumingMemoryBound(to: type)
    }

    private func level(_ luma: some FixedWidthInteger) -> Float { (Float(luma) - black) * lumaScale }

    private static func byte(_ value: Float) -> UInt32 { UInt32(min(max(value + 0.5, 0), 255)) }
  }
#endif
