import CarouselUI
import Foundation
import GalleryPages
import HeadlessCompositor
import LoopbackServer
import RemoteImages
import Synchronization
import TestSupport
import Testing
import Threads

/// The page with pictures of a server, on a server whose answers the story times.
@MainActor
struct RemoteStories {
  /// A server that sends pictures of one color when the story says so.
  private nonisolated final class Source: Sendable {
    private struct State {
      var isOpen = false
      var status = "200 OK"
      var requests: [String] = []
    }

    let server: LoopbackServer
    private let state: Monitor<State>
    static let color: [UInt8] = [220, 120, 40]

    init() throws {
      let state = Monitor(State())
      self.state = state
      server = try LoopbackServer { request, connection in
        state.withLock { $0.requests.append(request.path) }
        let status = state.waitForValue { $0.isOpen ? $0.status : nil }
        let body = Array("P6 40 48 255\n".utf8) + (0..<40 * 48).flatMap { _ in Self.color }
        connection.respond(status, ["Cache-Control: no-store"], status.hasPrefix("200") ? body : [])
      }
    }

    var requests: [String] { state.withLock { $0.requests } }

    /// Lets the server answer all requests, also later ones.
    func answer(_ status: String = "200 OK") {
      state.withLock { ($0.isOpen, $0.status) = (true, status) }
      state.wakeAll()
    }
  }

  /// Opens the page with `count` addresses of the server.
  private func rig(_ source: Source, _ situation: Situation, count: Int = 5) throws -> GalleryRig {
    RemotePictures.chosen = (0..<count).map { source.server.address("/\(UUID().uuidString)/\($0)") }
    defer { RemotePictures.chosen = nil }
    return try GalleryRig("remote", situation)
  }

  /// Runs frames until no picture is loading. Results arrive on the main actor, which runs between the frames.
  private func load(_ rig: GalleryRig) async throws {
    try await waitUntil("the pictures of the page") {
      if rig.gallery.isLoading { rig.frames(1) }
      return !rig.gallery.isLoading
    }
    rig.settle()
  }

  private func current(_ rig: GalleryRig) throws -> AsyncImageView {
    try #require(rig.carousel().currentItemView as? AsyncImageView)
  }

  /// Returns the color at a part of a view, as red, green and blue.
  private func color(_ rig: GalleryRig, _ view: View, _ situation: Situation, y: Double) throws -> SIMD3<Int>
  {
    let point = try rig.place(view, 0.5, y)
    let pixel = rig.compositor.capture()[Int(point.x * situation.scale), Int(point.y * situation.scale)]
    return SIMD3(Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255))
  }

  private func distance(_ a: SIMD3<Int>, _ b: SIMD3<Int>) -> Int {
    max(abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z))
  }

  private static let plain = SIMD3(220, 120, 40)

  @Test(
    "While a server is slow the carousel can be dragged; its pictures fade in when they arrive",
    .proves("X014", "C12", "F15", "R41"), arguments: Situation.all)
  func slow(situation: Situation) async throws {
    let source = try Source()
    let rig = try rig(source, situation)
    let picture = try current(rig)
    #expect(picture.state == .loading)
    let placeholder = try color(rig, picture, situation, y: 0.1)
    #expect(distance(placeholder, Self.plain) > 40)
    // The carousel follows the hand, and comes to rest, while nothing has arrived.
    let view = try rig.find(CarouselView.self)
    rig.drag(from: try rig.place(view, 0.6, 0.5), to: try rig.place(view, 0.3, 0.5))
    #expect(try rig.carousel().currentItemIndex != 0)
    rig.key(.home)
    rig.settle()
    #expect(try current(rig) === picture)
    #expect(rig.gallery.isLoading)
    source.answer()
    try await waitUntil("the current picture") { picture.state != .loading }
    #expect(picture.state == .loaded)
    var distances: [Int] = []
    for _ in 0..<40 {
      rig.frames(1)
      distances.append(distance(try color(rig, picture, situation, y: 0.1), Self.plain))
    }
    #expect(distances == distances.sorted(by: >) && Set(distances).count > 6, "\(distances)")
    #expect((distances.last ?? 99) <= 2)
    try await load(rig)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "A picture that the server cannot deliver says why, and its button tries again", .proves("C12"),
    arguments: Situation.all)
  func failure(situation: Situation) async throws {
    let source = try Source()
    let rig = try rig(source, situation)
    source.answer("503 Service Unavailable")
    try await load(rig)
    let picture = try current(rig)
    let reason = try rig.find(ThemedLabel.self, in: picture)
    #expect(reason.text.contains("503") && reason.text.contains("http://127.0.0.1:"))
    let count = source.requests.count
    source.answer()
    try rig.press(rig.find(Button.self, in: picture) { $0.title == "Try Again" })
    try await load(rig)
    #expect(picture.state == .loaded)
    #expect(source.requests.count == count + 1)
    #expect(distance(try color(rig, picture, situation, y: 0.1), Self.plain) <= 2)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "A loaded picture has a reflection and filters, which follow the switches", .proves("X015", "F16"),
    arguments: Situation.all)
  func effects(situation: Situation) async throws {
    let source = try Source()
    let rig = try rig(source, situation)
    let picture = try current(rig)
    let empty = try color(rig, picture, situation, y: 1.05)
    source.answer()
    try await load(rig)
    // The reflection shows the picture, not the placeholder before it.
    let mirrored = try color(rig, picture, situation, y: 1.05)
    #expect(distance(mirrored, empty) > 20)
    #expect(mirrored.x > mirrored.y && mirrored.y > mirrored.z)
    try rig.press(.radioButton, "Gray")
    let gray = try color(rig, picture, situation, y: 0.1)
    #expect(gray.x == gray.y && gray.y == gray.z && abs(gray.x - 141) <= 2, "\(gray)")
    let grayBelow = try color(rig, picture, situation, y: 1.05)
    #expect(distance(grayBelow, SIMD3(repeating: grayBelow.x)) <= 8, "\(grayBelow)")
    try rig.press(.radioButton, "Evening")
    #expect(distance(try color(rig, picture, situation, y: 0.1), gray) > 20)
    try rig.press(.radioButton, "Plain")
    #expect(distance(try color(rig, picture, situation, y: 0.1), Self.plain) <= 2)
    try rig.press(.switch, "Reflection")
    #expect(try color(rig, picture, situation, y: 1.05) == empty || picture.reflection == nil)
    #expect(picture.reflection == nil)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("An address that is typed adds its picture", arguments: Situation.all)
  func add(situation: Situation) async throws {
    let source = try Source()
    source.answer()
    let rig = try rig(source, situation, count: 2)
    try await load(rig)
    let field = try rig.find(TextField.self)
    try rig.press(field)
    field.insertText(source.server.address("/typed"))
    try rig.press(.button, "Add")
    try await load(rig)
    #expect(try rig.carousel().numberOfItems == 3)
    #expect(try rig.carousel().currentItemIndex == 2)
    #expect(try current(rig).state == .loaded)
    #expect(field.text.isEmpty)
    // A text that is no address becomes a picture with the reason.
    field.insertText("nonsense")
    try rig.press(.button, "Add")
    try await load(rig)
    let reason = try rig.find(ThemedLabel.self, in: try current(rig))
    #expect(reason.text.contains("“nonsense” is not a valid address"))
  }

  @Test("--url shows a picture of a server in a screenshot, which waits for the picture")
  func program() throws {
    let source = try Source()
    source.answer()
    let file = FileManager.default.temporaryDirectory.appending(path: "remote-\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: file) }
    let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "carousel-gallery")
    let process = Process()
    process.executableURL =
      FileManager.default.isExecutableFile(atPath: beside.path)
      ? beside : Bundle.main.bundleURL.appending(path: "carousel-gallery")
    process.arguments = [
      "--url", source.server.address("/picture"), "--size", "640x480", "--screenshot", file.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
      // The output ends with the program.
      _ = output.fileHandleForReading.readDataToEndOfFile()
      hasEnded.signal()
    }.start()
    try hasEnded.wait(for: "the end of carousel-gallery")
    #expect(source.requests == ["/picture"])
    let image = try Image(readingPNG: file.path)
    // An item of 208 points is in the middle of the page.
    let count = image.withPixels { pixels in
      stride(from: 0, to: image.height * image.stride, by: 4).count {
        abs(Int(pixels[$0]) - 40) <= 2 && abs(Int(pixels[$0 + 1]) - 120) <= 2
          && abs(Int(pixels[$0 + 2]) - 220) <= 2
      }
    }
    #expect(count > 20_000)
  }
}
