import DecoderProtocol
import Foundation
import ImageFixtures
import TestSupport
import Testing

/// Converted colors beside those of transicc, the command of lcms2.
struct TransiccTests {
  private static let program = "/usr/bin/transicc"
  private static let hasProgram = access(program, X_OK) == 0

  private static let patches: [PixelColor] = {
    let levels = [0, 50, 101, 152, 203, 255]
    return levels.flatMap { red in
      levels.flatMap { green in levels.map { PixelColor(red: red, green: green, blue: $0) } }
    }
  }()

  /// Converts colors to sRGB with the perceptual intent.
  private func sRGB(_ colors: [[Double]], _ profile: ProfileFixture) throws -> [PixelColor] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).icc")
    try Data(profile.bytes()).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: Self.program)
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
    process.waitUntilExit()
    return answer.split(separator: "\n").compactMap { line in
      let values = line.split(separator: " ").compactMap { Double($0) }
      guard values.count == 3 else { return nil }
      let rounded = values.map { Int($0.rounded()) }
      return PixelColor(red: rounded[0], green: rounded[1], blue: rounded[2])
    }
  }

  @Test(
    "Patches in Display P3 and Adobe RGB are within 2 levels of transicc", .proves("D075"),
    .enabled(if: hasProgram), arguments: [ProfileFixture.displayP3, .adobeRGB])
  func rgb(profile: ProfileFixture) throws {
    let wanted = try sRGB(
      Self.patches.map { [Double($0.red), Double($0.green), Double($0.blue)] }, profile)
    try #require(wanted.count == Self.patches.count)
    var png = PNGFixture(width: Self.patches.count, height: 1, kind: .color) { x, _ in
      [Self.patches[x].red, Self.patches[x].green, Self.patches[x].blue]
    }
    png.profile = profile.bytes()
    let image = try TestImage(png.bytes())
    for (x, color) in wanted.enumerated() {
      #expect(
        image.color(x, 0).isNear(color, within: 2), "\(Self.patches[x]): \(image.color(x, 0)), \(color)")
    }
    #expect(zip(wanted, Self.patches).filter { !$0.isNear($1, within: 8) }.count > 50)
  }

  @Test(
    "Patches of a CMYK JPEG are within 2 levels of transicc", .proves("D075"), .enabled(if: hasProgram),
    arguments: [0, 30, 90, 180])
  func cmyk(black: Int) throws {
    // Each patch fills a block, which a quality of 100 keeps within a level.
    var fixture = JPEGFixture(width: Self.patches.count * 8, height: 8, kind: .cmyk(isYCCK: false)) { x, _ in
      Self.patches[x / 8]
    }
    fixture.quality = 100
    fixture.black = black
    fixture.profile = ProfileFixture.cmyk.bytes()
    let bytes = fixture.bytes()
    let image = try TestImage(bytes)
    let inks = SampledJPEG.reference(bytes, isCMYK: true)
    // transicc expects ink in percent; the file stores it inverted.
    let wanted = try sRGB(
      Self.patches.indices.map { index in
        let start = (4 * inks.width + index * 8 + 4) * 4
        return inks.pixels[start..<(start + 4)].map { Double(255 - $0) / 255 * 100 }
      }, .cmyk)
    try #require(wanted.count == Self.patches.count)
    for (index, color) in wanted.enumerated() {
      let seen = image.color(index * 8 + 4, 4)
      #expect(seen.isNear(color, within: 2), "\(Self.patches[index]): \(seen), \(color)")
    }
  }
}
