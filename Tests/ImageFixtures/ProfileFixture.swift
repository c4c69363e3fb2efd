internal import CLCMS

/// Color profiles, and the conversion of single colors by lcms2 in floating-point numbers.
package enum ProfileFixture: String, CaseIterable, Sendable {
  case displayP3
  case adobeRGB
  case grayGamma18
  case cmyk

  /// Returns the contents of the profile.
  package func bytes() -> [UInt8] {
    let profile = make()
    defer { cmsCloseProfile(profile) }
    var count: UInt32 = 0
    cmsSaveProfileToMem(profile, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(profile, &bytes, &count)
    return bytes
  }

  /// Converts a color to sRGB. Each part is 0…255.
  package func sRGB(_ parts: [Int]) -> PixelColor {
    let source = make()
    let target = cmsCreate_sRGBProfile()
    defer {
      cmsCloseProfile(source)
      cmsCloseProfile(target)
    }
    let input: UInt32
    var values: [Double]
    switch self {
    // lcms2 expects ink in percent.
    case .cmyk: (input, values) = (Self.doubles(PT_CMYK, 4), parts.map { Double($0) / 2.55 })
    case .grayGamma18: (input, values) = (Self.doubles(PT_GRAY, 1), parts.map { Double($0) / 255 })
    default: (input, values) = (Self.doubles(PT_RGB, 3), parts.map { Double($0) / 255 })
    }
    let transform = cmsCreateTransform(
      source, input, target, Self.doubles(PT_RGB, 3), UInt32(INTENT_PERCEPTUAL), UInt32(cmsFLAGS_NOOPTIMIZE))
    defer { cmsDeleteTransform(transform) }
    var result = [0.0, 0, 0]
    cmsDoTransform(transform, &values, &result, 1)
    let rounded = result.map { Int((min(max($0, 0), 1) * 255).rounded()) }
    return PixelColor(red: rounded[0], green: rounded[1], blue: rounded[2])
  }

  private static func doubles(_ space: Int32, _ channels: UInt32) -> UInt32 {
    // FLOAT_SH(1) | COLORSPACE_SH(space) | CHANNELS_SH(channels) | BYTES_SH(0)
    1 << 22 | UInt32(space) << 16 | channels << 3
  }

  private func make() -> cmsHPROFILE? {
    switch self {
    case .displayP3:
      return Self.rgb([(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)], gamma: 2.4, isSRGBCurve: true)
    case .adobeRGB:
      return Self.rgb(
        [(0.640, 0.330), (0.210, 0.710), (0.150, 0.060)], gamma: 563.0 / 256, isSRGBCurve: false)
    case .grayGamma18:
      var white = cmsCIExyY(x: 0.3457, y: 0.3585, Y: 1)
      let curve = cmsBuildGamma(nil, 1.8)
      defer { cmsFreeToneCurve(curve) }
      return cmsCreateGrayProfile(&white, curve)
    case .cmyk: return Self.printer()
    }
  }

  private static func rgb(_ corners: [(Double, Double)], gamma: Double, isSRGBCurve: Bool) -> cmsHPROFILE? {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    let points = corners.map { cmsCIExyY(x: $0.0, y: $0.1, Y: 1) }
    var primaries = cmsCIExyYTRIPLE(Red: points[0], Green: points[1], Blue: points[2])
    let curve =
      isSRGBCurve
      ? cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
      : cmsBuildGamma(nil, gamma)
    defer { cmsFreeToneCurve(curve) }
    var curves: [OpaquePointer?] = [curve, curve, curve]
    return cmsCreateRGBProfile(&white, &primaries, &curves)
  }

  /// The profile of a simple printer. Its inks absorb more light than the formula for images without a
  /// profile assumes.
  private static func printer() -> cmsHPROFILE? {
    let profile = cmsCreateProfilePlaceholder(nil)
    cmsSetProfileVersion(profile, 2.1)
    cmsSetDeviceClass(profile, cmsSigOutputClass)
    cmsSetColorSpace(profile, cmsSigCmykData)
    cmsSetPCS(profile, cmsSigLabData)
    let pipeline = cmsPipelineAlloc(nil, 4, 3)
    let table = cmsStageAllocCLut16bit(nil, 9, 4, 3, nil)
    cmsStageSampleCLut16bit(
      table,
      { input, output, _ in
        guard let input, let output else { return 0 }
        let ink = (0..<4).map { Double(input[$0]) / 65535 }
        // The color in Lab with 16 bits (profile version 2): L 0…100 as 0…0xFF00; a and b −128…127 around
        // 0x8000.
        let lightness =
          100 * (1 - 0.55 * ink[0]) * (1 - 0.5 * ink[1]) * (1 - 0.1 * ink[2]) * (1 - 0.9 * ink[3])
        let key = 1 - ink[3]
        let a = key * (-35 * ink[0] + 70 * ink[1] - 5 * ink[2])
        let b = key * (-45 * ink[0] - 5 * ink[1] + 85 * ink[2])
        output[0] = UInt16(min(max(lightness, 0), 100) / 100 * 0xFF00)
        output[1] = UInt16((min(max(a, -128), 127) + 128) * 256)
        output[2] = UInt16((min(max(b, -128), 127) + 128) * 256)
        return 1
      }, nil, 0)
    cmsPipelineInsertStage(pipeline, cmsAT_END, table)
    cmsWriteTag(profile, cmsSigAToB0Tag, pipeline.map { UnsafeRawPointer($0) })
    cmsPipelineFree(pipeline)
    return profile
  }
}
