import CWayland
import Foundation
import Testing
import WaylandProtocol

@Suite("Protocol descriptions")
struct SignatureTests {
  /// The paths at which distributions install the files, relative to `/usr/share` and `/usr/local/share`.
  static let systemFiles = [
    "wayland": ["wayland/wayland.xml"],
    "xdg-shell": ["wayland-protocols/stable/xdg-shell/xdg-shell.xml"],
    "xdg-output-unstable-v1": ["wayland-protocols/unstable/xdg-output/xdg-output-unstable-v1.xml"],
    "viewporter": ["wayland-protocols/stable/viewporter/viewporter.xml"],
    "presentation-time": ["wayland-protocols/stable/presentation-time/presentation-time.xml"],
    "fractional-scale-v1": ["wayland-protocols/staging/fractional-scale/fractional-scale-v1.xml"],
    "xdg-activation-v1": ["wayland-protocols/staging/xdg-activation/xdg-activation-v1.xml"],
    "cursor-shape-v1": ["wayland-protocols/staging/cursor-shape/cursor-shape-v1.xml"],
    "single-pixel-buffer-v1": ["wayland-protocols/staging/single-pixel-buffer/single-pixel-buffer-v1.xml"],
    "xdg-decoration-unstable-v1": [
      "wayland-protocols/unstable/xdg-decoration/xdg-decoration-unstable-v1.xml"
    ],
    "idle-inhibit-unstable-v1": ["wayland-protocols/unstable/idle-inhibit/idle-inhibit-unstable-v1.xml"],
    "pointer-gestures-unstable-v1": [
      "wayland-protocols/unstable/pointer-gestures/pointer-gestures-unstable-v1.xml"
    ],
    "tablet-unstable-v2": ["wayland-protocols/unstable/tablet/tablet-unstable-v2.xml"],
    "primary-selection-unstable-v1": [
      "wayland-protocols/unstable/primary-selection/primary-selection-unstable-v1.xml"
    ],
    "text-input-unstable-v3": ["wayland-protocols/unstable/text-input/text-input-unstable-v3.xml"],
    "ext-session-lock-v1": ["wayland-protocols/staging/ext-session-lock/ext-session-lock-v1.xml"],
    "pointer-constraints-unstable-v1": [
      "wayland-protocols/unstable/pointer-constraints/pointer-constraints-unstable-v1.xml"
    ],
    "relative-pointer-unstable-v1": [
      "wayland-protocols/unstable/relative-pointer/relative-pointer-unstable-v1.xml"
    ],
    "text-input-unstable-v1": ["wayland-protocols/unstable/text-input/text-input-unstable-v1.xml"],
    "input-method-unstable-v2": ["wlroots/protocol/input-method-unstable-v2.xml"],
    "virtual-keyboard-unstable-v1": ["wlroots/protocol/virtual-keyboard-unstable-v1.xml"],
    "wlr-data-control-unstable-v1": wlrFiles("wlr-data-control-unstable-v1"),
    "wlr-foreign-toplevel-management-unstable-v1": wlrFiles("wlr-foreign-toplevel-management-unstable-v1"),
    "wlr-output-management-unstable-v1": wlrFiles("wlr-output-management-unstable-v1"),
    "wlr-output-power-management-unstable-v1": wlrFiles("wlr-output-power-management-unstable-v1"),
    "wlr-screencopy-unstable-v1": wlrFiles("wlr-screencopy-unstable-v1"),
    "wlr-virtual-pointer-unstable-v1": wlrFiles("wlr-virtual-pointer-unstable-v1"),
    "wlr-layer-shell-unstable-v1": wlrFiles("wlr-layer-shell-unstable-v1"),
  ]

  /// The places of the file of a protocol that wlroots or wlr-protocols installs.
  private static func wlrFiles(_ name: String) -> [String] {
    ["wlr-protocols/unstable/\(name).xml", "wlroots/protocol/\(name).xml"]
  }

  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("protocols")

  static var ours: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".xml") }.map { String($0.dropLast(4)) }.sorted()
  }

  @Test("systemFiles lists exactly the files in protocols/")
  func filesAreComplete() {
    #expect(Self.ours == Self.systemFiles.keys.sorted())
  }

  @Test("Every interface and message has a summary", arguments: ours)
  func summaries(name: String) throws {
    let model = try ProtocolModel(contentsOf: Self.folder.appendingPathComponent("\(name).xml"))
    #expect(model.withoutSummary == [])
  }

  static let compared = ours.filter { systemPath(of: $0) != nil }
  static let missing = ours.filter { systemPath(of: $0) == nil }

  @Test(
    "The system has a file to compare with for every protocol",
    .enabled(if: missing.isEmpty, "/usr/share lacks \(missing.joined(separator: ", "))"))
  func nothingIsMissing() {
    #expect(Self.compared == Self.ours)
  }

  @Test("The signatures equal the signatures in the system's protocol files", arguments: compared)
  func signaturesMatch(name: String) throws {
    let ours = try ProtocolModel(contentsOf: Self.folder.appendingPathComponent("\(name).xml"))
    let path = try #require(Self.systemPath(of: name))
    let system = try ProtocolModel(contentsOf: URL(fileURLWithPath: path))
    #expect(ours.name == system.name)
    let mine = ours.interfaces
    let theirs = Dictionary(uniqueKeysWithValues: system.interfaces.map { ($0.name, $0) })
    for interface in mine {
      let other = try #require(theirs[interface.name], "the system's \(name) has no \(interface.name)")
      // scripts/check-signatures compares the messages that the system's file is too old to contain.
      #expect(interface.limited(to: other.version).differences(from: other) == [])
      if interface.version > other.version {
        print("signatures \(interface.name): compared to version \(other.version) of \(interface.version)")
      }
    }
    if zip(mine, system.interfaces).allSatisfy({ $0.version == $1.version }) {
      #expect(mine.map(\.name) == system.interfaces.map(\.name))
    }
    let messages = mine.reduce(0) { $0 + $1.requests.count + $1.events.count }
    print("signatures \(name): \(mine.count) interfaces, \(messages) messages compared")
  }

  @Test("The generated libwayland tables equal the protocol files", arguments: ours)
  func tablesMatch(name: String) throws {
    let ours = try ProtocolModel(contentsOf: Self.folder.appendingPathComponent("\(name).xml"))
    for interface in ours.interfaces {
      let table = try #require(Interfaces[interface.name]).pointee
      #expect(String(cString: table.name) == interface.name)
      #expect(Int(table.version) == interface.version)
      #expect(Self.lines(table.methods, table.method_count) == interface.requests.map(\.wireLine))
      #expect(Self.lines(table.events, table.event_count) == interface.events.map(\.wireLine))
    }
  }

  @Test("The comparison detects changed opcodes, types, values and versions")
  func comparisonNotices() throws {
    let model = try ProtocolModel(contentsOf: Self.folder.appendingPathComponent("viewporter.xml"))
    let original = try #require(model.interfaces.last)
    var swapped = original
    swapped.requests.swapAt(1, 2)
    #expect(swapped.differences(from: original).count == 2)
    var retyped = original
    retyped.requests[1].arguments[0].type = "int"
    #expect(retyped.differences(from: original).count == 1)
    var revalued = original
    revalued.enumerations[0].entries[0].value += 1
    #expect(revalued.differences(from: original).count == 2)
    var newer = original
    newer.version += 1
    newer.requests.append(.init(name: "later", since: newer.version, isDestructor: false))
    #expect(original.differences(from: newer) == [])
    #expect(newer.differences(from: original).isEmpty == false)
  }

  /// Returns the name, the signature and the argument interfaces of each message.
  private static func lines(_ messages: UnsafePointer<wl_message>?, _ count: Int32) -> [String] {
    guard let messages else { return [] }
    return UnsafeBufferPointer(start: messages, count: Int(count)).map { message in
      let signature = String(cString: message.signature)
      let arguments = signature.filter { "iufsonah".contains($0) }.count
      let types = (0..<arguments).map { index in
        message.types?[index].map { String(cString: $0.pointee.name) } ?? "-"
      }
      return "\(String(cString: message.name)) \(signature) \(types.joined(separator: " "))"
    }
  }

  private static func systemPath(of name: String) -> String? {
    let candidates = ["/usr/share", "/usr/local/share"].flatMap { root in
      (systemFiles[name] ?? []).map { "\(root)/\($0)" }
    }
    return candidates.first { FileManager.default.fileExists(atPath: $0) }
  }
}
