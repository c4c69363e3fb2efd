#if SVG
  import DecoderProtocol
  import Drawing
  import Foundation
  import DecoderClient
  import TestSupport
  import Testing

  /// The text of SVG files in the sandbox, compared with `rsvg-convert`, which has no sandbox.
  struct SVGFontTests {
    private static let program = "/usr/bin/rsvg-convert"
    private static let missing: String? =
      access(program, X_OK) == 0 ? nil : "needs rsvg-convert of the package librsvg2-bin"

    @Test(
      "Text in ten installed families is drawn as rsvg-convert draws it",
      .disabled(if: missing != nil, "\(missing ?? "")"))
    func installed() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        let families = try SVGFontTests.installFonts(in: folder)
        guard families.count == 10 else { exit(1) }
        setenv("FONTCONFIG_FILE", folder("fonts.conf"), 1)
        let pool = DecoderPool(grace: 60)
        var drawings: Set<[UInt8]> = []
        for (number, family) in families.enumerated() {
          guard try SVGFontTests.draws(family, pool, in: folder, &drawings) else { exit(Int32(10 + number)) }
        }
        // The families look different, so that a replacement is noticed.
        guard drawings.count >= 2 else { exit(2) }
      }
    }

    @Test(
      "Text in the families that most drawings name is drawn as rsvg-convert draws it with the fonts of this machine",
      .disabled(if: missing != nil, "\(missing ?? "")"),
      arguments: [
        "Arial", "Helvetica", "Times New Roman", "Courier New", "Verdana", "Georgia", "serif", "sans-serif",
        "monospace",
        "No Such Font",
      ])
    func usual(family: String) async {
      await #expect(processExitsWith: .success) { [family = family as String] in
        // `TestEnvironment` sets it to a configuration with one family.
        unsetenv("FONTCONFIG_FILE")
        let folder = try TemporaryFolder()
        var drawings: Set<[UInt8]> = []
        guard try SVGFontTests.draws(family, DecoderPool(grace: 60), in: folder, &drawings) else { exit(1) }
      }
    }

    /// Makes copies of the installed fonts with names of their own, and a file for fontconfig that names only them. Returns
    /// the names.
    private static func installFonts(in folder: TemporaryFolder) throws -> [String] {
      let output = Pipe()
      let list = Process()
      list.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      list.arguments = ["fc-list", "-f", "%{file}\n"]
      list.standardOutput = output
      try list.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      list.waitForExit()
      let fonts = text.split(separator: "\n").filter { $0.hasSuffix("ttf") }.sorted()
      guard !fonts.isEmpty else { return [] }
      var rules = ""
      let families = "ABCDEFGHIJ".map { "Carousel \($0)" }
      for (number, family) in families.enumerated() {
        let file = "font-\(number).ttf"
        try FileManager.default.createDirectory(atPath: folder("fonts"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
          atPath: String(fonts[number % fonts.count]), toPath: folder("fonts/\(file)"))
        rules += """
          <match target="scan"><test name="file"><string>\(folder("fonts/\(file)"))</string></test>
          <edit name="family" mode="assign"><string>\(family)</string></edit></match>

          """
      }
      let configuration = """
        <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
        <fontconfig><dir>\(folder("fonts"))</dir><cachedir>\(folder("cache"))</cachedir>
        \(rules)</fontconfig>
        """
      try folder.write(Data(configuration.utf8), to: "fonts.conf")
      return families
    }

    /// Returns whether the helper draws text in a family as `rsvg-convert` does.
    private static func draws(
      _ family: String, _ pool: DecoderPool, in folder: TemporaryFolder, _ drawings: inout Set<[UInt8]>
    ) throws -> Bool {
      let drawing = Array(
        """
        <svg xmlns='http://www.w3.org/2000/svg' width='320' height='80' viewBox='0 0 320 80'>\
        <text x='4' y='50' font-size='40' font-family='\(family)'>Carousel 12</text></svg>
        """.utf8)
      let converter = Process()
      converter.executableURL = URL(fileURLWithPath: program)
      converter.arguments = [
        "-w", "320", "-h", "80", "-o", folder("reference.png"), try folder.write(drawing, to: "text.svg"),
      ]
      try converter.run()
      converter.waitForExit()
      let request = DecodeRequest(size: TargetSize(width: 320, height: 80))
      let wanted = try pool.decode(
        Array(try Data(contentsOf: URL(fileURLWithPath: folder("reference.png")))), request)
      guard let drawn = try pool.decode(drawing, request).image?.withPixels({ Array($0) }),
        let reference = wanted.image?.withPixels({ Array($0) }), drawn.count == reference.count,
        drawn.contains(where: { $0 > 127 })
      else { return false }
      drawings.insert(drawn)
      return zip(drawn, reference).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }
  }
#endif
