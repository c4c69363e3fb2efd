import Foundation
import Glibc
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// Tests that the program reports invalid input in one line and does not crash or hang.
  @Suite("Bad input") struct BadInputTests {
    // MARK: No photos

    @Test("A missing folder is reported")
    func noSuchFolder() throws {
      try withTemporaryFolder { folder in
        try expectRefusal(of: [folder("nowhere")], naming: "nowhere", in: folder)
      }
    }

    @Test("A folder without photos is reported")
    func noPhotos() throws {
      try withTemporaryFolder { folder in
        try FileManager.default.createDirectory(atPath: folder("bare"), withIntermediateDirectories: true)
        try folder.write("not an image", to: "bare/note.txt")
        try expectRefusal(of: [folder("bare")], naming: "bare", in: folder)
      }
    }

    @Test("A link that leaves the folder is reported, and followed with --follow")
    func linkOutside() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        try FileManager.default.createDirectory(atPath: folder("bare"), withIntermediateDirectories: true)
        symlink(photos.folder, folder("bare/out"))
        let arguments = ["--thumbnail", "--recursive", folder("bare")]
        let environment = ["XDG_CACHE_HOME": folder("cache")]
        let run = try PhotoBrowser.run(arguments, environment: environment)
        #expect(run.exit == .code(PhotoBrowser.ExitCode.noInput))
        #expect(
          run.errors.first?.contains("bare/out") == true && run.errors.first?.contains("--follow") == true)
        let following = try PhotoBrowser.run(arguments + ["--follow"], environment: environment)
        #expect(following.exit == .code(PhotoBrowser.ExitCode.success))
        #expect(following.output == ["\(photos.paths.count) thumbnails made, 0 not needed, 0 failed"])
      }
    }

    @Test("A folder without read permission is reported")
    func unreadableFolder() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder, named: "closed")
        chmod(photos.folder, 0)
        defer { chmod(photos.folder, 0o700) }
        try expectRefusal(of: [photos.folder], naming: "closed", in: folder, asNobody: true)
      }
    }

    @Test(
      "An invalid command line is reported with the option",
      arguments: [
        ["--type", "spiral"], ["--size", "large"], ["--size"], ["--scale", "0"], ["--frobnicate"],
        ["--bench=spin"], ["--bench", "--tour", "never"], ["--screenshot", "never.png", "--bench"],
        ["--seconds", "5"], ["--seconds", "0", "--bench"], ["--threads", "0", "--bench"],
        ["--scenes", "never"],
        ["--scenes", "", "--bench"],
      ])
    func invalidCommandLine(arguments: [String]) throws {
      let run = try PhotoBrowser.run(arguments)
      #expect(run.exit == .code(PhotoBrowser.ExitCode.usage))
      #expect(run.errors.count == 1 && run.errors[0].contains(arguments[0]), "\(run.errors)")
    }

    @Test("--help lists the options and exit codes, and --version prints the version")
    func helpAndVersion() throws {
      let help = try PhotoBrowser.run(["--help"])
      #expect(help.exit == .code(PhotoBrowser.ExitCode.success) && help.errors.isEmpty)
      for word in [
        "--type", "--vertical", "--wrap", "--fullscreen", "--size", "--scale", "--screenshot", "--tour",
        "--bench",
        "--seconds", "--threads", "--scenes", "--recursive", "--follow", "Ctrl+C", "F, F11", "Escape",
        "cover flow 2",
      ] {
        #expect(help.output.contains { $0.contains(word) }, "\(word)")
      }
      for code in [64, 66, 69, 76] {
        #expect(help.output.contains { $0.contains("\(code)") }, "exit code \(code) is documented")
      }
      let version = try PhotoBrowser.run(["--version"])
      #expect(version.exit == .code(PhotoBrowser.ExitCode.success))
      #expect(version.output.count == 1 && version.output[0].hasPrefix("carousel-photos "))
    }

    @Test(
      "If WAYLAND_SOCKET is no open socket, the error names the variable and its value",
      arguments: ["abc", "987"])
    func unusableSocket(value: String) throws {
      let run = try PhotoBrowser.run([], environment: ["WAYLAND_SOCKET": value])
      #expect(run.exit == .code(PhotoBrowser.ExitCode.unavailable))
      #expect(run.errors.contains { $0.contains("WAYLAND_SOCKET=\(value) is not") }, "\(run.errors)")
    }

    // MARK: A bad file among good ones

    /// A way in which a file is not a valid image.
    enum Damage: String, CaseIterable {
      case empty
      case truncatedJPEG
      case truncatedPNG
      case garbage
      case textWithImageExtension
      case giantPNG
      case giantJPEG

      var fileName: String {
        switch self {
        case .truncatedPNG, .giantPNG: "0 \(rawValue).png"
        default: "0 \(rawValue).jpg"
        }
      }

      /// Returns the content of the file. Intact photos are the source of truncated and altered ones.
      func content(goodJPEG jpeg: Data, goodPNG png: Data) -> Data {
        switch self {
        case .empty: return Data()
        case .truncatedJPEG: return jpeg.prefix(300)  // ends in the tables, before the image data
        case .truncatedPNG: return png.prefix(60)
        case .garbage:
          return Data([0xff, 0xd8, 0xff]) + Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 97) })
        case .textWithImageExtension: return Data("This is a text, not an image.\n".utf8)
        case .giantPNG: return PNGFile.giant(side: 50_000)
        case .giantJPEG:
          // The frame header contains FF C0, length, precision, height, width.
          var giant = jpeg
          let frame = giant.firstRange(of: Data([0xff, 0xc0]))!.lowerBound
          giant.replaceSubrange(frame + 5..<frame + 9, with: [0xc3, 0x50, 0xc3, 0x50])
          return giant
        }
      }
    }

    @Test("A damaged file is shown as an error view and reported in one line", arguments: Damage.allCases)
    func badFile(damage: Damage) throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        let content = damage.content(
          goodJPEG: try Data(contentsOf: URL(fileURLWithPath: photos.paths[1])),
          goodPNG: try Data(contentsOf: URL(fileURLWithPath: photos.paths[0])))
        try content.write(to: URL(fileURLWithPath: photos.folder + "/" + damage.fileName))
        try expectErrorView(for: damage.fileName, among: photos, in: folder)
      }
    }

    @Test("A file without read permission is shown as an error view and reported in one line")
    func unreadableFile() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        let secret = photos.folder + "/0 secret.png"
        try FileManager.default.copyItem(atPath: photos.paths[0], toPath: secret)
        chmod(secret, 0)
        try expectErrorView(for: "0 secret.png", among: photos, in: folder, asNobody: true)
      }
    }

    @Test("A photo is shown even if its extension belongs to another format")
    func wrongExtension() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        try FileManager.default.copyItem(atPath: photos.paths[0], toPath: photos.folder + "/0 png.jpg")
        let own = try Screenshot(of: [photos.folder], width: 640, height: 480, in: folder)
        #expect(own.errors.isEmpty, "\(own.errors)")
        #expect(own.bitmap[320, 240].distance(to: SamplePhotos.colors[0]) <= 6)
      }
    }

    @Test("The intact part of a truncated photo is shown, and the error is reported in one line")
    func incomplete() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        let png = try Data(contentsOf: URL(fileURLWithPath: photos.paths[1]))
        try png.prefix(png.count * 3 / 4).write(to: URL(fileURLWithPath: photos.folder + "/0 half.jpg"))
        let own = try Screenshot(of: [photos.folder], width: 640, height: 480, in: folder)
        #expect(own.errors.count == 1 && own.errors[0].contains("0 half.jpg"), "\(own.errors)")
        #expect(own.bitmap[320, 240].distance(to: SamplePhotos.colors[1]) <= 6)
      }
    }

    // MARK: Checks

    /// Expects that the program ends with the exit code for missing input, and with one line that contains
    /// the path.
    private func expectRefusal(
      of paths: [String], naming name: String, in folder: TemporaryFolder,
      asNobody: Bool = false
    ) throws {
      let run = try PhotoBrowser.run(
        paths + ["--screenshot", folder("never.png")],
        program: try program(for: folder, asNobody: asNobody),
        asNobody: asNobody)
      #expect(run.exit == .code(PhotoBrowser.ExitCode.noInput))
      #expect(run.errors.count == 1, "\(run.errors)")
      #expect(
        run.errors.first?.hasPrefix("carousel-photos: ") == true && run.errors.first?.contains(name) == true)
      #expect(!FileManager.default.fileExists(atPath: folder("never.png")))
    }

    /// Expects an error view in the middle and an intact photo beside it. The name of the bad file must sort
    /// before the photos.
    private func expectErrorView(
      for name: String, among photos: SamplePhotos, in folder: TemporaryFolder, asNobody: Bool = false
    ) throws {
      let (image, album) = (folder("album/shown.png"), folder("album"))
      try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
      chmod(album, 0o777)
      let run = try PhotoBrowser.run(
        [photos.folder, "--type", "linear", "--size", "1024x768", "--screenshot", image],
        program: try program(for: folder, asNobody: asNobody), asNobody: asNobody)
      #expect(run.exit == .code(PhotoBrowser.ExitCode.success))
      #expect(run.errors.count == 1, "\(run.errors)")
      #expect(
        run.errors.first?.hasPrefix("carousel-photos: ") == true && run.errors.first?.contains(name) == true)

      let screenshot = try Bitmap(png: image)
      let middle = screenshot[512, 384]
      #expect(SamplePhotos.colors.allSatisfy { $0.distance(to: middle) > 12 }, "no photo is in the middle")
      let view = screenshot.cropped(x: 412, y: 284, width: 200, height: 200)
      #expect(Set(view.pixels.map { Int($0.green) / 16 }).count > 2, "the view shows a text")
      #expect(screenshot.middle(of: SamplePhotos.colors[0]) != nil, "the next photo is beside the error view")
    }

    /// Returns a copy of the program and its decoder that an unprivileged user can run, because the build
    /// folder may not be accessible to other users.
    private func program(for folder: TemporaryFolder, asNobody: Bool) throws -> String {
      guard asNobody && geteuid() == 0 else { return PhotoBrowser.program }
      let products = URL(fileURLWithPath: PhotoBrowser.program).deletingLastPathComponent()
      for name in ["carousel-photos", "carousel-decoder", "carousel-decoder-extra"] {
        try FileManager.default.copyItem(
          atPath: products.appendingPathComponent(name).path, toPath: folder(name))
        chmod(folder(name), 0o755)
      }
      return folder("carousel-photos")
    }
  }
}
