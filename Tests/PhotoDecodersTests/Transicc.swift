import Foundation
import ImageFixtures
import TestSupport
import Testing

/// transicc, the command of lcms2 that converts single colors.
enum Transicc {
  private static let program = "/usr/bin/transicc"

  /// The reason why the command cannot run on this machine; `nil` if it can.
  static let missing: String? =
    access(program, X_OK) == 0 ? nil : "needs transicc of the package liblcms2-utils"

  /// Converts colors to sRGB with the perceptual intent.
  ///
  /// - Parameters:
  ///   - colors: The parts of each color: 0…255, and 0…100 for inks.
  ///   - profile: The contents of the color profile.
  static func sRGB(_ colors: [[Double]], profile: [UInt8]) throws -> [PixelColor] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).icc")
    try Data(profile).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-n", "-s", "-t0", "-i\(file.path)", "-o*sRGB"]
    (process.standardInput, process.standardOutput, process.standardError) = (
      input, output, FileHandle.nullDevice
    )
    try process.run()
    let text = colors.map { $0.map { "\($0)" }.joined(separator: " ") }.joined(separator: "\n") + "\n"
    Thread {
      input.fileHandleForWriting.write(Data(text.utf8))
      try? input.fileHandleForWriting.close()
    }.start()
    let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitForExit()
    return answer.split(separator: "\n").compactMap { line in
      let values = line.split(separator: " ").compactMap { Double($0) }
      guard values.count == 3 else { return nil }
      let rounded = values.map { Int($0.rounded()) }
      return PixelColor(red: rounded[0], green: rounded[1], blue: rounded[2])
    }
  }

  /// Converts inks to sRGB.
  ///
  /// - Parameter inks: Cyan, magenta, yellow and black of each color, 0…255.
  static func sRGB(inks: [[Int]], profile: [UInt8]) throws -> [PixelColor] {
    try sRGB(inks.map { $0.map { Double($0) / 255 * 100 } }, profile: profile)
  }

  /// 6 × 6 × 6 colors.
  static let patches: [PixelColor] = {
    let levels = [0, 50, 101, 152, 203, 255]
    return levels.flatMap { red in
      levels.flatMap { green in levels.map { PixelColor(red: red, green: green, blue: $0) } }
    }
  }()

  /// Expects that the patches in a PNG with a color profile are within 2 levels of transicc.
  static func expectPatches(ofPNGWith profile: [UInt8], changed leastChanged: Int) throws {
    let wanted = try sRGB(
      patches.map { [Double($0.red), Double($0.green), Double($0.blue)] }, profile: profile)
    try #require(wanted.count == patches.count)
    var png = PNGFixture(width: patches.count, height: 1, kind: .color) { x, _ in
      [patches[x].red, patches[x].green, patches[x].blue]
    }
    png.profile = profile
    let image = try TestImage(png.bytes())
    for (x, color) in wanted.enumerated() {
      #expect(image.color(x, 0).isNear(color, within: 2), "\(patches[x]): \(image.color(x, 0)), \(color)")
    }
    #expect(zip(wanted, patches).filter { !$0.isNear($1, within: 8) }.count >= leastChanged)
  }

  /// Expects that the patches in a CMYK JPEG with a color profile are within 2 levels of transicc.
  static func expectPatches(ofJPEGWith profile: [UInt8], black: Int) throws {
    // Each patch fills a block, which a quality of 100 keeps within a level.
    var fixture = JPEGFixture(width: patches.count * 8, height: 8, kind: .cmyk(isYCCK: false)) { x, _ in
      patches[x / 8]
    }
    fixture.quality = 100
    fixture.black = black
    fixture.profile = profile
    let bytes = fixture.bytes()
    let image = try TestImage(bytes)
    // The inks that the file contains, which it stores inverted.
    let stored = SampledJPEG.reference(bytes, isCMYK: true)
    let wanted = try sRGB(
      inks: patches.indices.map { index in
        let start = (4 * stored.width + index * 8 + 4) * 4
        return stored.pixels[start..<(start + 4)].map { 255 - Int($0) }
      }, profile: profile)
    try #require(wanted.count == patches.count)
    for (index, color) in wanted.enumerated() {
      let seen = image.color(index * 8 + 4, 4)
      #expect(seen.isNear(color, within: 2), "\(patches[index]): \(seen), \(color)")
    }
  }

  /// Expects that the patches in a CMYK TIFF with a color profile are within 2 levels of transicc.
  static func expectPatches(ofTIFFWith profile: [UInt8], black: Int) throws {
    var fixture = TIFFFixture(width: patches.count, height: 3, kind: .cmyk) { x, _ in patches[x] }
    fixture.black = black
    fixture.profile = profile
    let image = try TestImage(fixture.bytes())
    let wanted = try sRGB(
      inks: patches.map { [255 - $0.red, 255 - $0.green, 255 - $0.blue, black] }, profile: profile)
    try #require(wanted.count == patches.count)
    for (x, color) in wanted.enumerated() {
      #expect(image.color(x, 1).isNear(color, within: 2), "\(patches[x]): \(image.color(x, 1)), \(color)")
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test on a machine without transicc.
  static var needsTransicc: Self {
    .disabled(if: Transicc.missing != nil, Comment(rawValue: Transicc.missing ?? ""))
  }
}
