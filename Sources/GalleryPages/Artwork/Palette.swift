import CarouselUI

/// Five matching colors, from the lightest to the darkest.
nonisolated struct Palette: Sendable {
  var sky, pale, middle, strong, deep: Color

  private init(_ sky: UInt32, _ pale: UInt32, _ middle: UInt32, _ strong: UInt32, _ deep: UInt32) {
    (self.sky, self.pale, self.middle) = (Color(hex: sky), Color(hex: pale), Color(hex: middle))
    (self.strong, self.deep) = (Color(hex: strong), Color(hex: deep))
  }

  static let dawn = Palette(0xF9EBDD, 0xF4C9A8, 0xE29578, 0xA85D62, 0x4E3150)
  static let lagoon = Palette(0xEAF4F1, 0xB5DAD2, 0x6DB1AE, 0x35797F, 0x1B4552)
  static let meadow = Palette(0xF5F2DF, 0xD6DBA6, 0x9DB37A, 0x5E8760, 0x2C4B41)
  static let dusk = Palette(0xF1E8F2, 0xCDB8DC, 0x9584BF, 0x5F5497, 0x2E2A5E)
  static let clay = Palette(0xF8EDE1, 0xE9C3A5, 0xCB8766, 0x96543E, 0x522F29)
  static let harbor = Palette(0xEAF1F6, 0xB9D0E2, 0x79A3C3, 0x42719B, 0x1E3E5F)
  static let rosehip = Palette(0xFBEDEC, 0xF1C4C5, 0xD9899A, 0xA6546F, 0x5A2C48)
  static let dunes = Palette(0xFBF4E3, 0xEFD9AC, 0xD9B274, 0xA87E48, 0x5F4529)
  static let pine = Palette(0xEBF0EB, 0xB7CCBD, 0x79A08B, 0x45705E, 0x203F36)
  static let midnight = Palette(0xC9D2EA, 0x8593C4, 0x4F5D9A, 0x2F3A70, 0x171C3F)
  static let citrus = Palette(0xFDF5DD, 0xF8DC8F, 0xEDB04F, 0xC97B34, 0x6E4022)
  static let snow = Palette(0xF3F7FA, 0xD4E1EA, 0xA0BACB, 0x637F97, 0x2F4459)
}
