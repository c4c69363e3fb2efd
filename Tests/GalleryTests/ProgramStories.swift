import Foundation
import GalleryPages
import TestSupport
import Testing

/// The program carousel-gallery.
@MainActor
struct ProgramStories {
  private struct Result {
    var status: Int32
    var output, errors: String
  }

  /// Runs the program without a Wayland session.
  private func run(_ arguments: [String]) throws -> Result {
    let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "carousel-gallery")
    let process = Process()
    process.executableURL =
      FileManager.default.isExecutableFile(atPath: beside.path)
      ? beside : Bundle.main.bundleURL.appending(path: "carousel-gallery")
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    for name in ["WAYLAND_DISPLAY", "WAYLAND_SOCKET"] { environment[name] = nil }
    process.environment = environment
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let problems = errors.fileHandleForReading.readDataToEndOfFile()
    return Result(
      status: process.waitForExit(), output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: problems, as: UTF8.self))
  }

  @Test("--list prints a line for each page")
  func list() throws {
    let lines = try run(["--list"]).output.split(separator: "\n")
    #expect(lines.map { String($0.prefix { $0 != "\t" }) } == GalleryPage.all.map(\.id))
  }

  @Test("--describe prints the elements of a page, one a line: role, name, value, state, bounds and actions")
  func describe() throws {
    let result = try run(["--page", "buttons", "--describe", "--size", "800x560"])
    #expect(result.status == 0 && result.errors.isEmpty)
    let lines = result.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.first?.hasPrefix("window “Carousel Gallery” @ 0,0 800×560") == true)
    #expect(
      lines.contains {
        $0.hasPrefix("listItem “Buttons”, 3 of \(GalleryPage.all.count), selected @ ")
          && $0.hasSuffix(" [activate]")
      })
    #expect(lines.contains { $0.hasPrefix("list (carousel) “Meals” = “1 of 6”, focused @ ") })
    #expect(lines.contains { $0.hasPrefix("button “Order” @ ") && $0.contains("activate") })
    #expect(lines.contains { $0.hasPrefix("label “Press a button.” @ ") })
  }

  @Test("--screenshot writes a picture of a page in the requested theme and layout direction")
  func screenshot() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var pictures: Set<Data> = []
    for arguments in [["--theme=light"], ["--theme", "dark"], ["--theme", "dark", "--rtl"]] {
      let path = folder.appending(path: "\(pictures.count).png").path
      let process = try run(["--page", "fading", "--size", "640x400", "--screenshot", path] + arguments)
      #expect(process.status == 0, "\(process.errors)")
      pictures.insert(try Data(contentsOf: URL(filePath: path)))
    }
    #expect(pictures.count == 3)
  }

  @Test(
    "An invalid command line ends with an error message and exit code 64",
    arguments: [
      ["--page", "nothing"], ["--theme", "pink"], ["--size", "0x0"], ["--size", "99999999999x1e9"],
      ["--scale", "nan"], ["--tour"], ["--what"], [""], ["a.json", "b.json"],
      ["a.json", "--tour", "folder"],
    ])
  func problems(arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("carousel-gallery: "))
  }

  @Test("Without a Wayland session, the error message recommends --screenshot")
  func noSession() throws {
    let result = try run(["--page", "basic"])
    #expect(result.status == 69)
    #expect(result.errors.contains("--screenshot"))
  }

  @Test(
    "A FILE is painted at the size it describes; if it has an error, the program states the place and paints nothing"
  )
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "gallery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, picture) = (folder.appending(path: "a.json").path, folder.appending(path: "a.png").path)
    func save(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: file)) }
    try save("{\"root\": {\n  \"view\": \"bax\"}}")
    let wrong = try run([file, "--screenshot", picture])
    #expect(wrong.status == 65)
    #expect(wrong.errors.hasPrefix("\(file):2:11: error: There is no view “bax”."))
    #expect(!FileManager.default.fileExists(atPath: picture))
    try save(
      """
      {"width": 360, "height": 240, "root": {"view": "carousel", "items": [{"name": "Lake"}],
       "item": {"view": "label", "text": "{name}", "background": "teal", "color": "white"}}}
      """)
    let good = try run([file, "--screenshot", picture])
    #expect(good.status == 0 && good.errors.isEmpty)
    let header = try Data(contentsOf: URL(filePath: picture))[16..<24]
    #expect(Array(header) == [0, 0, 1, 104, 0, 0, 0, 240])
    let missing = try run([folder.appending(path: "b.json").path])
    #expect(missing.status == 66 && missing.errors.hasSuffix("No such file or directory.\n"))
  }
}
