import Foundation
import TestBitmaps
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// Tests the report of `--bench`. No test expects a certain speed, because the speed depends on the
  /// machine.
  @Suite("Bench") struct BenchTests {
    @Test(
      "The benchmark runs without a session", arguments: ["--bench", "--bench=flick", "--bench=autoscroll"])
    func embedded(option: String) throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        let report = try Report([photos.folder, option, "--seconds", "0.5", "--size", "640x360"])
        // The run of half a second ends after the first flick, which takes longer.
        let workload = option == "--bench=autoscroll" ? "autoscroll, 2 photos" : "flick, 1 flicks in"
        #expect(report["workload"]?.hasPrefix(workload) == true, "\(report["workload"] ?? "none")")
        #expect(report["where"]?.hasPrefix("the embedded compositor") == true)
        #expect(report["window"] == "640 × 360 pixels at scale 1.0")
        #expect(report["pictures"] == "\(photos.paths.count) in coverFlow2")
        // Half a second has 30 frames at 60 Hz. A flick that has begun is completed.
        try report.expectFigures(atLeast: 25)
      }
    }

    @Test(
      "The benchmark measures the grid, the strip and the slideshow",
      arguments: ["grid", "strip", "fade", "ken-burns"])
    func pages(workload: String) throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        let report = try Report([
          photos.folder, "--bench=\(workload)", "--seconds", "3", "--size", "320x240",
        ])
        #expect(report["workload"]?.hasPrefix("\(workload) for") == true, "\(report["workload"] ?? "none")")
        try report.expectFigures(atLeast: 5)
      }
    }

    @Test("The benchmark uses the options for size, scale and threads")
    func options() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        let report = try Report([
          photos.folder, "--bench", "--seconds", "0.2", "--vertical", "--type", "rotary", "--size", "320x480",
          "--scale", "1.5", "--threads", "2",
        ])
        #expect(report["window"] == "480 × 720 pixels at scale 1.5")
        #expect(report["threads"] == "2")
        // A flick takes longer than 0.2 s, because the carousel is still moving when the finger is lifted.
        #expect(
          report["workload"]?.hasPrefix("flick, 1 flicks in") == true, "\(report["workload"] ?? "")")
        try report.expectFigures(atLeast: 10)
      }
    }

    @Test("The benchmark can measure a carousel with a single photo")
    func single() throws {
      try withTemporaryFolder { folder in
        // The photo has a folder without other photos: a single file would be shown with the photos of its
        // folder.
        let single = folder("single.png")
        SamplePhotos.paint(SamplePhotos.colors[0]).write(png: single)
        let report = try Report([single, "--bench", "--seconds", "0.2", "--size", "320x240"])
        #expect(report["pictures"] == "1 in coverFlow2")
        try report.expectFigures(atLeast: 5)
      }
    }

    @Test("In a session, the benchmark measures a window, on sway", .needs(.sway))
    func sway() throws {
      try withSway(configuration: ["default_border none"]) { sway in
        let photos = try SamplePhotos(into: sway.folder)
        sway.input.parkPointer()
        let report = try Report(
          [photos.folder, "--bench", "--seconds", "0.5"], environment: sway.environment)
        #expect(report["where"] == "a window in the session")
        #expect(report["window"] == "1024 × 768 pixels at scale 1.0")
        #expect((report["frames a second"].flatMap { Double($0.prefix { $0 != "," }) } ?? 0) > 0)
        try report.expectFigures(atLeast: 5)
      }
    }

    @Test("raster-bench can draw the scene files that the benchmark writes")
    func scenes() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        let scenes = folder("scenes")
        let report = try Report([
          photos.folder, "--bench=autoscroll", "--seconds", "0.2", "--size", "320x240", "--scenes", scenes,
        ])
        let count = try #require(report["scenes"].flatMap { Int($0.prefix { $0 != " " }) })
        #expect(report["frames"] == "\(count)")
        let output = folder("frame.raw")
        let run = try PhotoBrowser.run(
          [
            "--scene", scenes + "/frame-\(String(format: "%04d", count)).json", "--out", output, "--frames",
            "1",
          ],
          program: PhotoBrowser.products + "/raster-bench")
        #expect(run.exit == .code(0), "\(run.errors)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
        #expect(bytes.count == 320 * 240 * 4)
        #expect(Set(bytes).count > 50, "the frame is not blank")
        for number in 1...count {
          let name = "/frame-\(String(format: "%04d", number)).json"
          try SceneFile(scenes + name).expectCorners()
        }
      }
    }

    @Test("Scene files that cannot be written are reported")
    func unwritableScenes() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder)
        try folder.write("", to: "file")
        let run = try PhotoBrowser.run([photos.folder, "--bench", "--scenes", folder("file") + "/scenes"])
        #expect(run.exit == .code(74))
        #expect(run.errors.count == 1 && run.errors[0].contains(folder("file") + "/scenes"), "\(run.errors)")
      }
    }
  }
}

/// The items of a scene file.
private struct SceneFile: Decodable {
  private struct Item: Decodable {
    let width, height: Double
    let matrix: [Double]
    let corners: [[Double]]?
  }
  private let items: [Item]

  init(_ path: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Expects the corners that follow from the matrix, or no corners if one of them lies behind the eye.
  func expectCorners() throws {
    #expect(!items.isEmpty)
    for item in items {
      let m = item.matrix
      let (w, h) = (item.width, item.height)
      let projections = [(0, 0), (w, 0), (w, h), (0, h)].map { x, y in
        (x: m[0] * x + m[1] * y + m[2], y: m[3] * x + m[4] * y + m[5], w: m[6] * x + m[7] * y + m[8])
      }
      guard projections.allSatisfy({ $0.w > 0 }) else {
        #expect(item.corners == nil)
        continue
      }
      let corners = try #require(item.corners)
      #expect(corners.count == 4)
      for (corner, projection) in zip(corners, projections) {
        #expect(
          abs(corner[0] - projection.x / projection.w) < 1e-6
            && abs(corner[1] - projection.y / projection.w) < 1e-6)
      }
    }
  }
}

/// The report of `--bench`. Its lines are stored by the name before the colon.
private struct Report {
  private var lines: [String: String] = [:]
  private var table: [String: [Double]] = [:]

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    let run = try PhotoBrowser.run(arguments, environment: environment)
    guard run.exit == .code(PhotoBrowser.ExitCode.success), run.errors.isEmpty else {
      throw RigError("\(run.exit) of carousel-photos \(arguments.joined(separator: " "))", run.errors)
    }
    for line in run.output {
      if let colon = line.firstRange(of: ": ") {
        lines[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
      } else {
        let words = line.split(separator: " ")
        let times = words.suffix(3).compactMap { Double($0) }
        if times.count == 3 { table[words.dropLast(3).joined(separator: " ")] = times }
      }
    }
  }

  subscript(name: String) -> String? { lines[name] }

  /// Expects all figures, with plausible values.
  func expectFigures(atLeast frameCount: Int) throws {
    #expect((lines["frames"].flatMap { Int($0) } ?? 0) >= frameCount, "\(lines)")
    for part in ["engine", "textures", "composition", "commit", "frame", "frame's CPU", "main thread"] {
      let times = try #require(table[part], "\(part)")
      #expect(times.count == 3 && times == times.sorted() && times[0] >= 0, "\(part): \(times)")
    }
    let frame = try #require(table["frame"]?.first)
    #expect(frame > 0)
    #expect((lines["CPU ms a frame"].flatMap { Double($0.prefix { $0 != " " }) } ?? 0) > 0)
    #expect(lines["peak memory"]?.contains(" MiB") == true)
    let shares = (lines["pixels a frame"] ?? "").split(separator: " ").compactMap { Double($0) }
    #expect(shares.count == 2 && shares.allSatisfy { $0 > 0 && $0 <= 100 }, "\(shares)")
    #expect(shares == shares.sorted(by: >))
  }
}
