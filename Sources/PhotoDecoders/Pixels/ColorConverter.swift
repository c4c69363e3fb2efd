internal import CLCMS

/// Converts pixels from the color space of a profile to sRGB.
package final class ColorConverter {
  /// The meaning of the four bytes of a pixel.
  package enum Layout {
    /// Blue, green, red, alpha.
    case bgra
    /// Gray, three times, and alpha.
    case gray
    /// Cyan, magenta, yellow and black; `isInverted` if 255 means no ink.
    case cmyk(isInverted: Bool)
  }

  /// The largest profile that is used, in bytes. Profiles for printers have up to 2.5 MB.
  package static let largestProfile = 4 << 20

  private let transform: cmsHTRANSFORM
  /// The L*a*b* colors between CMYK and sRGB; `nil` if the transform's results are sRGB.
  private let lab: ByteBuffer?
  private static let labCount = 4096

  /// Fails if the profile is damaged, belongs to another kind of pixels, or hardly changes the pixels.
  package init?(profile bytes: UnsafeRawBufferPointer, layout: Layout) {
    guard let base = bytes.baseAddress, (128...Self.largestProfile).contains(bytes.count),
      let source = cmsOpenProfileFromMem(base, UInt32(bytes.count))
    else { return nil }
    defer { cmsCloseProfile(source) }
    let space = cmsGetColorSpace(source)
    let input: UInt32
    switch (layout, space) {
    case (.bgra, cmsSigRgbData), (.gray, cmsSigRgbData): input = clcms_type_bgra()
    case (.gray, cmsSigGrayData): input = clcms_type_gray_in_bgra()
    case (.cmyk(let isInverted), cmsSigCmykData):
      input = isInverted ? clcms_type_cmyk_inverted() : clcms_type_cmyk()
    default: return nil
    }
    let isCMYK = space == cmsSigCmykData
    lab = isCMYK ? try? ByteBuffer(count: Self.labCount * 6) : nil
    if isCMYK, lab == nil { return nil }
    guard let target = isCMYK ? cmsCreateLab4Profile(nil) : cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(target) }
    guard
      let transform = cmsCreateTransform(
        source, input, target, isCMYK ? clcms_type_lab() : clcms_type_bgra(), UInt32(INTENT_PERCEPTUAL), 0)
    else { return nil }
    self.transform = transform
    if isCMYK { return }
    // Failing is safe here: all properties are set, so `deinit` deletes the transform.
    if hardlyChanges(isGray: space == cmsSigGrayData) { return nil }
  }

  deinit { cmsDeleteTransform(transform) }

  /// Makes lcms2 initialize its process-wide state.
  static func warmUp() { cmsCloseProfile(cmsCreate_sRGBProfile()) }

  /// Converts `count` opaque pixels to BGRA in place. The fourth byte becomes 255.
  func convertOpaque(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    if let lab { return convert(pixels, count: count, over: lab) }
    cmsDoTransform(transform, pixels, pixels, UInt32(count))
    for index in 0..<count { pixels[index] |= 0xFF00_0000 }
  }

  private func convert(_ pixels: UnsafeMutablePointer<UInt32>, count: Int, over lab: ByteBuffer) {
    let colors = lab.pointer(to: UInt16.self)
    for start in stride(from: 0, to: count, by: Self.labCount) {
      let part = min(Self.labCount, count - start)
      cmsDoTransform(transform, pixels + start, colors, UInt32(part))
      LabColors.convert(colors, count: part, to: pixels + start)
    }
  }

  /// Converts `count` premultiplied pixels in place.
  func convertPremultiplied(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
    for index in 0..<count {
      let pixel = pixels[index]
      let alpha = pixel >> 24
      if alpha == 0 { continue }
      var straight = pixel
      if alpha < 255 {
        straight = 0
        for shift: UInt32 in [0, 8, 16] {
          straight |= min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift
        }
      }
      var converted: UInt32 = 0
      cmsDoTransform(transform, &straight, &converted, 1)
      var result = alpha << 24
      for shift: UInt32 in [0, 8, 16] {
        result |= (((converted >> shift & 255) * alpha + 127) / 255) << shift
      }
      pixels[index] = result
    }
  }

  /// Whether the profile is sRGB, apart from rounding errors. This is true for most photos.
  private func hardlyChanges(isGray: Bool) -> Bool {
    var samples: [UInt32] = []
    for level: UInt32 in stride(from: 0, through: 255, by: 15) { samples.append(level * 0x010101) }
    if !isGray {
      for color: UInt32 in [
        0xFF, 0xFF00, 0xFF0000, 0xFFFF, 0xFFFF00, 0xFF00FF, 0x80, 0x8000, 0x800000, 0x2040C0,
      ] {
        samples.append(color)
      }
    }
    var converted = samples
    cmsDoTransform(transform, &samples, &converted, UInt32(samples.count))
    return zip(samples, converted).allSatisfy { before, after in
      [0, 8, 16].allSatisfy { (shift: UInt32) in
        abs(Int(before >> shift & 255) - Int(after >> shift & 255)) <= 1
      }
    }
  }
}
