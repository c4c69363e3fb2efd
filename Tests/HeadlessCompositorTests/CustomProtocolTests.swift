import CWayland
import Glibc
import HeadlessCompositor
import Testing
import Wayland

/// Globals that a test describes with XML, and decisions about requests.
@MainActor @Suite("Custom protocols and observed requests")
struct CustomProtocolTests {
  private static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- A protocol of a test. -->
    <protocol name="paint">
      <interface name="test_paint_v1" version="2">
        <description summary="a &lt;painter&gt;">Text with &amp; signs.</description>
        <request name="destroy" type="destructor"/>
        <request name="get_brush">
          <arg name="id" type="new_id" interface="test_brush_v1"/>
          <arg name="surface" type="object" interface="wl_surface" allow-null="true"/>
          <arg name="label" type="string"/>
        </request>
        <event name="color">
          <arg name="value" type="uint"/><arg name="name" type="string" allow-null="true"/>
          <arg name="bytes" type="array"/><arg name="weight" type="fixed"/>
        </event>
      </interface>
      <interface name="test_brush_v1" version="2">
        <request name="stroke"><arg name="x" type="int"/><arg name="file" type="fd"/></request>
        <event name="dried" since="2"/>
      </interface>
    </protocol>
    """

  @Test("A client binds a global of a protocol file, and its requests are answered with events")
  func answers() throws {
    let server = try Compositor()
    let custom = try CustomProtocol(xml: Self.xml)
    #expect(custom.interfaces == ["test_paint_v1", "test_brush_v1"])
    var log: [String] = []
    server.addGlobal("test_paint_v1", of: custom) { paint in
      paint.onRequest = { request in
        guard case .object(let brush?) = request.arguments[0], case .surface = request.arguments[1],
          case .text(let label?) = request.arguments[2]
        else { return }
        log.append("\(request.name) \(label)")
        brush.onRequest = { stroke in
          guard case .integer(let x) = stroke.arguments[0], case .descriptor(let file) = stroke.arguments[1]
          else {
            return
          }
          log.append("stroke \(x) \(close(file))")
        }
        brush.onDestroy = { log.append("brush is gone") }
        paint.send("color", .unsigned(7), .text(nil), .bytes([1, 2, 3]), .fixed(0.5))
        brush.send("dried")
      }
    }
    server.onMessage = { message in
      if message.interface.hasPrefix("test_") { log.append("\(message.direction.rawValue) \(message)") }
    }
    let client = try RawClient(server)
    let paint = try client.bind("test_paint_v1", version: 2)
    let surface = client.createSurface()
    let brush = client.newID()
    client.send(paint, 1, [.word(brush), .word(surface), .text("wide")])
    client.send(brush, 0, [.word(UInt32(bitPattern: -4)), .descriptor])
    client.flush()
    server.settle()
    client.close()
    server.step()
    #expect(
      log == [
        "request test_paint_v1#\(paint).get_brush(new test_brush_v1#\(brush), wl_surface#\(surface), \"wide\")",
        "get_brush wide", "event test_paint_v1#\(paint).color(7, null, array of 3 bytes, 0.5)",
        "event test_brush_v1#\(brush).dried()",
        "request test_brush_v1#\(brush).stroke(-4, fd \(client.lastDescriptor(log)))",
        "stroke -4 0", "brush is gone",
      ])
    #expect(server.protocolErrors == [])
  }

  @Test(
    "A wrong protocol file is an error with its line",
    arguments: [
      ("<protocol>\n<interface name=\"a\" version=\"1\">", 2, "</interface> is missing"),
      ("<protocol></protocol>", 1, "the file has no <interface>"),
      (
        "<protocol>\n\n<interface name=\"a\" version=\"x\"/></protocol>", 3,
        "version=\"x\" is not a positive integer"
      ),
      ("<protocol><interface version=\"1\"/></protocol>", 1, "<interface> has no attribute name"),
      (
        "<protocol><interface name=\"a\" version=\"1\"><event name=\"e\"><arg type=\"float\"/></event></interface></protocol>",
        1, "the argument type “float” is unknown"
      ),
      ("<protocol><!-- no end", 1, "“-->” is missing"),
      ("<protocol a></protocol>", 1, "the attribute a has no value"),
      ("</protocol>", 1, "</protocol> ends no open element"),
    ])
  func mistakes(text: String, line: Int, reason: String) {
    let error = #expect(throws: CustomProtocolError.self) { try CustomProtocol(xml: text) }
    #expect(error?.description == "line \(line): \(reason)")
  }

  @Test("A request is ignored or refused, and the others are performed")
  func decisions() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(20, 10)
    server.onRequest = { $0.name == "set_title" ? .ignore : .perform }
    window.toplevel.setTitle(title: "ignored")
    window.toplevel.setAppId(appId: "performed")
    client.settle()
    #expect(window.peer?.title == "")
    #expect(window.peer?.appID == "performed")
    server.onRequest = {
      "\($0.interface).\($0.name)" == "xdg_toplevel.set_maximized"
        ? .refuse(code: 2, message: "not today") : .perform
    }
    window.toplevel.setMaximized()
    client.settle()
    #expect(server.protocolErrors.map(\.name) == ["xdg_toplevel.invalid_size"])
    #expect(server.protocolErrors.first?.message == "not today")
    #expect(client.failure != nil)
  }

  @Test("The descriptor of an ignored request is closed")
  func ignoredDescriptor() throws {
    let server = try Compositor()
    let client = try TestClient(server)
    let window = try TestWindow(client)
    try window.show(20, 10)
    server.seat.clipboard.set([("text/plain", [1])])
    var offer: WlDataOffer?
    let device = try client.bind(WlDataDeviceManager.self, version: 3).getDataDevice(
      seat: client.bind(WlSeat.self))
    device.onEvent = { if case .dataOffer(let id) = $0 { offer = id } }
    client.settle()
    server.onRequest = { $0.name == "receive" ? .ignore : .perform }
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    try #require(offer).receive(mimeType: "text/plain", fd: ends[1])
    client.settle()
    close(ends[1])
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 0, "the writing end of the pipe is closed")
    close(ends[0])
  }
}

/// A client that writes its messages itself, for protocols that this package does not know.
@MainActor private final class RawClient {
  enum Value {
    case word(UInt32)
    case text(String)
    case descriptor
  }

  private let server: Compositor
  private let file: Int32
  private var bytes: [UInt8] = []
  private var files: [Int32] = []
  private var globals: [String: (name: UInt32, version: UInt32)] = [:]
  private var nextID: UInt32 = 3

  init(_ server: Compositor) throws {
    self.server = server
    file = try server.connect()
    send(1, 1, [.word(2)])  // wl_display.get_registry
    flush()
    server.step()
    readGlobals()
  }

  func close() { Glibc.close(file) }

  /// Returns the descriptor in the line of the log, whose number the kernel chooses.
  func lastDescriptor(_ log: [String]) -> String {
    let line = log.last { $0.contains("fd ") } ?? ""
    return String(line.split(separator: " ").last?.dropLast() ?? "")
  }

  func bind(_ interface: String, version: UInt32) throws -> UInt32 {
    let global = try #require(globals[interface])
    let id = newID()
    send(2, 0, [.word(global.name), .text(interface), .word(version), .word(id)])
    return id
  }

  func createSurface() -> UInt32 {
    guard let compositor = try? bind("wl_compositor", version: 4) else { return 0 }
    let id = newID()
    send(compositor, 0, [.word(id)])
    return id
  }

  func newID() -> UInt32 {
    defer { nextID += 1 }
    return nextID
  }

  func send(_ object: UInt32, _ opcode: UInt32, _ values: [Value]) {
    var body: [UInt8] = []
    for value in values {
      switch value {
      case .word(let word): body += Self.bytes(word)
      case .text(let text):
        let characters = Array(text.utf8) + [0]
        body += Self.bytes(UInt32(characters.count)) + characters
        while body.count % 4 != 0 { body.append(0) }
      case .descriptor: files.append(open("/dev/null", O_RDONLY | O_CLOEXEC))
      }
    }
    bytes += Self.bytes(object) + Self.bytes(UInt32(8 + body.count) << 16 | opcode) + body
  }

  /// Sends the queued messages, with a descriptor if one of them has one.
  func flush() {
    var control = [UInt8](repeating: 0, count: 24)
    let count = files.isEmpty ? 0 : control.count
    if let descriptor = files.first {
      control.withUnsafeMutableBytes {
        $0.storeBytes(of: 20, as: Int.self)  // CMSG_LEN of one descriptor
        $0.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
        $0.storeBytes(of: 1, toByteOffset: 12, as: Int32.self)  // SCM_RIGHTS
        $0.storeBytes(of: descriptor, toByteOffset: 16, as: Int32.self)
      }
    }
    bytes.withUnsafeMutableBytes { data in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: data.baseAddress, iov_len: data.count)
        withUnsafeMutablePointer(to: &part) {
          var message = msghdr()
          message.msg_iov = $0
          message.msg_iovlen = 1
          message.msg_control = count == 0 ? nil : control.baseAddress
          message.msg_controllen = count
          _ = sendmsg(file, &message, 0)
        }
      }
    }
    for descriptor in files { Glibc.close(descriptor) }
    (bytes, files) = ([], [])
  }

  private func readGlobals() {
    var data = [UInt8](repeating: 0, count: 16_384)
    let count = max(0, read(file, &data, data.count))
    var start = 0
    func word(_ offset: Int) -> UInt32 {
      data.withUnsafeBytes { $0.load(fromByteOffset: offset, as: UInt32.self) }
    }
    while start + 8 <= count {
      let size = Int(word(start + 4) >> 16)
      guard size >= 8, start + size <= count else { return }
      if word(start) == 2, word(start + 4) & 0xffff == 0 {
        let length = Int(word(start + 12))
        let text = String(decoding: data[(start + 16)..<(start + 16 + length - 1)], as: UTF8.self)
        globals[text] = (word(start + 8), word(start + size - 4))
      }
      start += size
    }
  }

  private static func bytes(_ word: UInt32) -> [UInt8] { withUnsafeBytes(of: word) { Array($0) } }
}
