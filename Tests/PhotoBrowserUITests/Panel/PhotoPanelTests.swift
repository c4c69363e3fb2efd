import CarouselUI
import DecoderClient
import DecoderProtocol
import Foundation
import PhotoBrowserUI
import Photos
import TestSupport
import Testing
import Threads
import ViewFixtures
import Views

/// The panel with the facts about a photo, found by roles and names, on virtual time.
@MainActor
struct PhotoPanelTests {
  @Test("The panel states what the path says at once, and the rest when the photo has been read")
  func facts() throws {
    let rig = PanelRig()
    rig.panel.photo = PanelRig.photo("/album/Évening.jpg", bytes: 1_234_567)
    rig.stage.settle()
    #expect(rig.value("Name") == "Évening.jpg" && rig.value("Folder") == "/album")
    #expect(rig.value("Size") == "1.2 MB (1,234,567 bytes)" && rig.value("Camera") == nil)
    try rig.read()
    #expect(rig.value("Format") == "JPEG" && rig.value("Dimensions") == "6000 × 4000 (24 megapixels)")
    #expect(rig.value("Camera") == "Canon EOS R5" && rig.value("Exposure time") == "1/250 s")
    #expect(rig.value("Aperture") == "f/2.8" && rig.value("Sensitivity") == "ISO 400")
    #expect(rig.value("Focal length") == "50 mm" && rig.value("Taken") == "2024-07-19 18:30:05")
    #expect(rig.value("Position") == "48.8583° N, 2.2945° W" && rig.value("Altitude") == "33 m")
    #expect(rig.value("Keywords") == "boat, river" && rig.value("Rating") == "4 of 5 stars")
    #expect(rig.value("Title") == nil && rig.value("Color profile") == "Display P3")
    #expect(rig.headings == ["File", "Image", "Camera", "Description", "Place"])
    #expect(rig.element(.image, "Histogram")?.value == "Mean brightness 50 %")
  }

  @Test("A photo that cannot be read keeps the facts of its file, and the panel says why")
  func unreadable() throws {
    let rig = PanelRig()
    rig.answer.withLock { $0 = .failure(PhotoError("/a.jpg", .empty)) }
    rig.panel.photo = PanelRig.photo("/a.jpg", bytes: 0)
    try rig.read()
    #expect(rig.value("Name") == "a.jpg" && rig.value("Size") == "0 bytes")
    #expect(rig.value("Problem") == PhotoError("/a.jpg", .empty).description)
  }

  @Test("When the file is replaced, no fact about the former content stands below its name")
  func replaced() throws {
    let rig = PanelRig()
    rig.panel.photo = PanelRig.photo("/a.jpg", bytes: 10)
    try rig.read()
    #expect(rig.value("Camera") != nil)
    rig.panel.photo = PanelRig.photo("/a.jpg", bytes: 20)
    rig.stage.settle()
    #expect(rig.value("Size") == "20 bytes" && rig.value("Camera") == nil && rig.value("Format") == nil)
    #expect(rig.element(.image, "Histogram") == nil)
    try rig.read()
    #expect(rig.value("Camera") != nil)
  }

  @Test("Control characters and direction characters of a name are replaced")
  func hostileName() {
    let rig = PanelRig()
    rig.panel.photo = PanelRig.photo("/a\u{1B}[2J\u{202E}gpj.exe", bytes: 1)
    rig.stage.settle()
    #expect(rig.value("Name") == "a\u{FFFD}[2J\u{FFFD}gpj.exe")
  }

  @Test("Only the last of several photos is read when it has stayed for a moment; a removed panel reads none")
  func quick() throws {
    let rig = PanelRig()
    for number in 0..<20 {
      rig.panel.photo = PanelRig.photo("/\(number).jpg", bytes: 1, number: number)
      rig.stage.advance(0.05)
    }
    #expect(rig.requests.isEmpty)
    try rig.read()
    #expect(Set(rig.requests) == ["/19.jpg"])
    rig.panel.removeFromSuperview()
    rig.panel.photo = PanelRig.photo("/20.jpg", bytes: 1)
    #expect(!rig.panel.isLoading)
  }

  @Test("A drag selects a part of a value, a triple click all of it, and Ctrl+C copies it")
  func selection() throws {
    let rig = PanelRig()
    rig.panel.photo = PanelRig.photo("/album/holiday photo.jpg", bytes: 1)
    rig.stage.settle()
    let label = try #require(rig.label("Name"))
    let clipboard = LocalClipboard()
    label.clipboard = clipboard
    for _ in 0..<3 { rig.stage.tap(label, 20, label.size.height / 2, as: .pointer(.primary)) }
    #expect(label.selectedText == "holiday photo.jpg" && label.isFocused)
    #expect(rig.stage.key(Key("c"), .control))
    var copied: String?
    clipboard.read { copied = $0 }
    #expect(copied == "holiday photo.jpg")
    rig.stage.advance(1)
    rig.stage.drag(
      label, from: Point(x: 1, y: 8), to: Point(x: label.size.width - 2, y: 8), as: .pointer(.primary))
    rig.stage.drop()
    #expect(label.selectedText.hasPrefix("holiday"))
    // Another report does not end the selection.
    let selected = label.selectedText
    try rig.read()
    #expect(rig.label("Name")?.selectedText == selected)
  }

  @Test("Long texts are broken into lines within 280 points, also from right to left, and the panel scrolls")
  func narrow() throws {
    for isRightToLeft in [false, true] {
      let rig = PanelRig(width: 280, height: 220)
      if isRightToLeft { rig.panel.layoutDirection = .rightToLeft }
      let name = String(repeating: "a_very_long_name_without_spaces", count: 8) + ".jpg"
      rig.panel.photo = PanelRig.photo("/\(name)", bytes: 1)
      try rig.read()
      var count = 0
      rig.panel.forEachInSubtree { view in
        guard let label = view as? SelectableLabel else { return }
        count += 1
        let frame = rig.frame(of: label)
        #expect(frame.minX >= 0 && frame.maxX <= 280, "\(label.text)")
      }
      #expect(count > 10)
      let label = try #require(rig.label("Name"))
      #expect(label.size.height > 60)
      rig.stage.turnWheel(rig.panel, by: Point(x: 0, y: 40))
      rig.stage.advance(1)
      #expect(rig.frame(of: label).maxY < 0)
    }
  }
}

/// The texts of facts.
struct PhotoFactsTests {
  private func value(
    _ name: String, _ change: (inout ImageMetadata) -> Void = { _ in }, bytes: Int64 = 1
  ) -> String? {
    var metadata = ImageMetadata()
    change(&metadata)
    let facts = PhotoFacts(PanelRig.photo("/a.jpg", bytes: bytes), metadata: metadata)
    return facts.groups.flatMap(\.rows).first { $0.name == name }?.value
  }

  @Test("Exposure times, numbers and sizes are written as photographers do")
  func numbers() {
    #expect(value("Exposure time", { $0.exposureTime = 1.0 / 8000 }) == "1/8000 s")
    #expect(value("Exposure time", { $0.exposureTime = 0.5 }) == "0.5 s")
    #expect(value("Exposure time", { $0.exposureTime = 30 }) == "30 s")
    #expect(
      value("Aperture", { $0.fNumber = 8 }) == "f/8" && value("Aperture", { $0.fNumber = 1.8 }) == "f/1.8")
    #expect(value("Size", bytes: 999) == "999 bytes" && value("Size", bytes: 1) == "1 byte")
    #expect(value("Size", bytes: 1000) == "1 kB (1,000 bytes)")
    #expect(value("Size", bytes: 999_950) == "1 MB (999,950 bytes)")
    #expect(value("Rating", { $0.rating = -1 }) == "Rejected" && value("Rating", { $0.rating = 0 }) == nil)
    #expect(
      value("Altitude", { $0.position = ImageMetadata.Position(latitude: 0, longitude: 0, altitude: -12.4) })
        == "−12 m")
  }

  @Test("Groups without values are absent")
  func groups() {
    #expect(PhotoFacts(PanelRig.photo("/a.jpg", bytes: 1)).groups.map(\.title) == ["File"])
  }
}

/// The numbers of the brightness of an image.
struct HistogramTests {
  @Test("Each pixel counts once in each channel")
  func counts() throws {
    let image = try Image.drawn(width: 10, height: 10) {
      $0.fill(with: Color(red: 1, green: 0, blue: 0))
      $0.fill(Rect(x: 0, y: 0, width: 10, height: 4), with: .white)
    }
    let histogram = Histogram(image)
    #expect(histogram.count == 100 && histogram.red[255] == 100 && histogram.green[255] == 40)
    #expect(histogram.green[0] == 60 && histogram.blue[0] == 60 && histogram.luma.reduce(0, +) == 100)
    #expect(histogram.luma[255] == 40 || histogram.luma[254] == 40)
  }

  @Test("Transparent pixels do not count")
  func transparent() throws {
    let image = try Image.drawn(width: 4, height: 4) {
      $0.fill(Rect(x: 0, y: 0, width: 2, height: 4), with: .white)
    }
    #expect(Histogram(image).count == 8)
  }
}

/// A panel on a stage, with a decoder whose answers a test decides.
@MainActor
private final class PanelRig {
  let stage: ControlStage
  let panel: PhotoPanel
  /// The metadata, or the failure of all requests.
  let answer: Monitor<Result<ImageMetadata, PhotoError>>
  private let log = Monitor<[String]>([])
  private let arrivals = Monitor<[@MainActor @Sendable () -> Void]>([])

  init(width: Double = 300, height: Double = 600) {
    stage = ControlStage(size: Size(width: width, height: height))
    var metadata = ImageMetadata()
    (metadata.camera, metadata.exposureTime, metadata.fNumber) = ("Canon EOS R5", 1.0 / 250, 2.8)
    (metadata.sensitivity, metadata.focalLength, metadata.rating) = (400, 50, 4)
    metadata.position = ImageMetadata.Position(latitude: 48.8583, longitude: -2.2945, altitude: 33)
    (metadata.keywords, metadata.colorProfile) = (["boat", "river"], "Display P3")
    let answer = Monitor<Result<ImageMetadata, PhotoError>>(.success(metadata))
    self.answer = answer
    panel = PhotoPanel(
      delivery: MainDelivery { [arrivals] action in arrivals.withLock { $0.append(action) } }
    ) { [log] photo, request, _ throws(PhotoError) in
      log.withLock { $0.append(photo.path) }
      var header = ImageHeader(format: "JPEG", width: 6000, height: 4000)
      header.taken = 1_721_413_805
      var result = DecodeResult(header: header)
      if request.subject == .metadata { result.metadata = try answer.withLock { $0 }.get() }
      _ = try answer.withLock { $0 }.get()
      let gray = try? Image.drawn(width: 8, height: 8) { $0.fill(with: Color(white: 0.5)) }
      return (result, request.subject == .pixels ? gray : nil)
    }
    panel.size = Size(width: width, height: height)
    stage.add(panel, x: 0, y: 0)
  }

  nonisolated static func photo(_ path: String, bytes: Int64, number: Int = 1) -> LibraryPhoto {
    let identity = FileIdentity(device: 1, inode: UInt64(number))
    return LibraryPhoto(
      PhotoID(number), Photo(path: path),
      revision: FileRevision(identity: identity, byteCount: bytes, modified: 0), identity: identity)
  }

  /// The photos that were read.
  var requests: [String] { log.withLock { $0 } }

  /// Reads the photo until the last report.
  func read() throws {
    stage.advance(0.2)
    let start = Date()
    while panel.isLoading {
      let due = arrivals.withLock { actions in
        defer { actions = [] }
        return actions
      }
      for action in due { action() }
      stage.settle()
      if Date().timeIntervalSince(start) > 30 { throw CancellationError() }
    }
    stage.settle()
  }

  /// The place of a view in the panel.
  func frame(of view: View) -> Rect { view.homography(to: panel)?.boundingBox(of: view.bounds) ?? .zero }

  /// The view of a value.
  func label(_ name: String) -> SelectableLabel? {
    var found: SelectableLabel?
    panel.forEachInSubtree { if let label = $0 as? SelectableLabel, label.title == name { found = label } }
    return found
  }

  func element(_ role: AccessibilityRole, _ name: String) -> (label: String?, value: String?)? {
    var found: (String?, String?)?
    panel.forEachInSubtree { view in
      let semantics = view.semantics
      if semantics.role == role, semantics.label == name, !view.isHidden {
        found = (semantics.label, semantics.value)
      }
    }
    return found
  }

  func value(_ name: String) -> String? { element(.label, name)?.value }

  /// The titles of the groups.
  var headings: [String] {
    var titles: [String] = []
    panel.forEachInSubtree { view in
      if view.accessibilityRole == .heading, let label = view as? ThemedLabel { titles.append(label.text) }
    }
    return titles
  }
}
