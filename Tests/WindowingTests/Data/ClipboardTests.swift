import Geometry
import Glibc
import HeadlessCompositor
import Testing
import Wayland
import Windowing

@MainActor @Suite("Clipboard")
struct ClipboardTests {
  /// Returns a rig whose window has received a key press, and the clipboard of the rig's window system.
  private func start() throws -> (WindowRig, Windowing.Clipboard) {
    let rig = try WindowRig()
    rig.server.seat.keyboard.type("a")
    rig.settle()
    return (rig, try #require(rig.system.clipboard))
  }

  @Test("Another program can paste the text that the program has copied, in each of the MIME types for text")
  func copy() throws {
    let (rig, clipboard) = try start()
    #expect(clipboard.set(.text("Grüße")))
    #expect(clipboard.isOwned)
    rig.settle()
    #expect(
      rig.server.seat.clipboard.types == [
        "text/plain;charset=utf-8", "text/plain;charset=UTF-8", "UTF8_STRING", "text/plain",
      ])
    for type in rig.server.seat.clipboard.types {
      let read = rig.server.seat.clipboard.read(type)
      rig.transfer()
      #expect(read.isComplete)
      #expect(read.text == "Grüße")
    }
    #expect(rig.hasNoTransfer)
    #expect(rig.server.protocolErrors == [])
  }

  @Test("The program pastes the data that another program copied, and is notified of each change")
  func paste() throws {
    let (rig, clipboard) = try start()
    var changes = 0
    clipboard.onChange = { changes += 1 }
    #expect(clipboard.content == nil)
    rig.server.seat.clipboard.set([("text/html", Array("<b>".utf8)), ("text/plain", Array("bold".utf8))])
    rig.settle()
    #expect(changes == 1)
    let offer = try #require(clipboard.content)
    #expect(offer.types == ["text/html", "text/plain"])
    #expect(offer.textType == "text/plain")
    var text: Result<String, ContentError>?
    offer.readText { text = $0 }
    var page: Result<[UInt8], ContentError>?
    offer.read("text/html") { page = $0 }
    #expect(text == nil)
    rig.transfer()
    #expect(text == .success("bold"))
    #expect(page == .success(Array("<b>".utf8)))
    rig.server.seat.clipboard.clear()
    rig.settle()
    #expect(changes == 2)
    #expect(clipboard.content == nil)
    #expect(!offer.isValid)
    var late: Result<[UInt8], ContentError>?
    offer.read("text/html") { late = $0 }
    #expect(late == .failure(.notOffered(type: "text/html")))
  }

  @Test("Three megabytes are transferred in both directions while the main loop runs")
  func large() throws {
    let (rig, clipboard) = try start()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    var calls = 0
    var content = ContentProvider()
    content.add("image/png") {
      calls += 1
      return bytes
    }
    clipboard.set(content)
    rig.settle()
    #expect(calls == 0, "the bytes are requested only when a program reads them")
    let read = rig.server.seat.clipboard.read("image/png")
    rig.transfer()
    #expect(read.isComplete)
    #expect(read.bytes == bytes)
    #expect(calls == 1)

    rig.server.seat.clipboard.set([("image/png", bytes)])
    rig.settle()
    #expect(!clipboard.isOwned)
    var result: Result<[UInt8], ContentError>?
    clipboard.content?.read("image/png") { result = $0 }
    rig.transfer()
    #expect(result == .success(bytes))
    clipboard.content?.read("image/png", limit: 2_999_999) { result = $0 }
    rig.transfer()
    #expect(result == .failure(.tooLong(limit: 2_999_999)))
    #expect(rig.hasNoTransfer)
  }

  @Test("The program can paste the data that it copied")
  func own() throws {
    let (rig, clipboard) = try start()
    clipboard.set(.text("mine"))
    rig.settle()
    var text: Result<String, ContentError>?
    clipboard.content?.readText { text = $0 }
    rig.transfer()
    #expect(text == .success("mine"))
    clipboard.set(.text("newer"))
    rig.settle()
    clipboard.content?.readText { text = $0 }
    rig.transfer()
    #expect(text == .success("newer"))
    #expect(clipboard.isOwned)
    clipboard.clear()
    rig.settle()
    #expect(rig.server.seat.clipboard.types == [])
    #expect(!clipboard.isOwned)
    #expect(rig.server.protocolErrors == [])
  }

  @Test("Bytes that are delivered later are written then, and a request without an answer gets end of file")
  func later() throws {
    let (rig, clipboard) = try start()
    var deliveries: [@MainActor ([UInt8]) -> Void] = []
    var content = ContentProvider()
    content.add("image/png") { deliver in deliveries.append(deliver) }
    clipboard.set(content)
    rig.settle()
    let reads = (0..<2).map { _ in rig.server.seat.clipboard.read("image/png") }
    rig.transfer()
    #expect(reads.allSatisfy { !$0.isComplete })
    #expect(deliveries.count == 2 && clipboard.pendingWriteCount == 2)
    // The answers arrive in any order, also after the content was replaced.
    clipboard.set(.text("newer"))
    deliveries.removeLast()([1, 2, 3])
    rig.transfer()
    #expect(reads[1].isComplete && reads[1].bytes == [1, 2, 3])
    #expect(!reads[0].isComplete)
    deliveries = []
    rig.transfer()
    #expect(reads[0].isComplete && reads[0].bytes == [])
    #expect(clipboard.pendingWriteCount == 0)
  }

  @Test("Of more than 16 requests whose bytes are not delivered, the oldest are ended")
  func manyRequests() throws {
    let (rig, clipboard) = try start()
    var deliveries: [@MainActor ([UInt8]) -> Void] = []
    var content = ContentProvider()
    content.add("image/png") { deliver in deliveries.append(deliver) }
    clipboard.set(content)
    rig.settle()
    let reads = (0..<18).map { _ in rig.server.seat.clipboard.read("image/png") }
    rig.transfer()
    #expect(reads.map(\.isComplete) == [true, true] + Array(repeating: false, count: 16))
    for deliver in deliveries { deliver([9]) }
    rig.transfer()
    #expect(reads.map(\.bytes) == [[], []] + Array(repeating: [9], count: 16))
    #expect(clipboard.pendingWriteCount == 0)
  }

  @Test("If a reader closes its pipe early, the program is not terminated")
  func earlyClose() throws {
    let (rig, clipboard) = try start()
    var content = ContentProvider()
    content.add("image/png") { [UInt8](repeating: 1, count: 1_000_000) }
    clipboard.set(content)
    rig.settle()
    let read = rig.server.seat.clipboard.read("image/png")
    rig.settle()
    #expect(clipboard.pendingWriteCount == 1)
    read.cancel()
    rig.transfer()
    #expect(clipboard.pendingWriteCount == 0)
    #expect(rig.hasNoTransfer)
  }

  @Test(
    "If readers read nothing, their descriptors are closed after a minute; at most 16 readers are served at a time"
  )
  func neverReads() throws {
    let (rig, clipboard) = try start()
    var content = ContentProvider()
    content.add("image/png") { [UInt8](repeating: 1, count: 100_000) }
    clipboard.set(content)
    rig.settle()
    // Do not dispatch the compositor's transfers, so that nothing is read from the pipes.
    var readers: [Int32] = []
    defer { for reader in readers { close(reader) } }
    for _ in 0..<40 {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      readers.append(ends[0])
      rig.server.seat.clipboard.write("image/png", to: ends[1])
    }
    rig.drain()
    #expect(clipboard.pendingWriteCount == 16)
    rig.transfers.poll()
    #expect(rig.transfers.descriptors.count == 16)
    rig.transfers.advance(by: 59)
    #expect(clipboard.pendingWriteCount == 16)
    rig.transfers.advance(by: 1)
    #expect(clipboard.pendingWriteCount == 0)
    #expect(rig.hasNoTransfer)
  }

  @Test("If the other program never sends its data, the read ends after the time limit")
  func neverWrites() throws {
    let (rig, clipboard) = try start()
    rig.server.seat.clipboard.setStalled(["text/plain", "image/png"])
    rig.settle()
    var results: [Result<[UInt8], ContentError>] = []
    let first = try #require(clipboard.content?.read("text/plain", seconds: 5) { results.append($0) })
    let second = try #require(clipboard.content?.read("image/png") { results.append($0) })
    rig.settle()
    rig.transfers.poll()
    rig.transfers.advance(by: 4.9)
    #expect(results.isEmpty)
    #expect(first.isReading)
    rig.transfers.advance(by: 0.1)
    #expect(results == [.failure(.timedOut(seconds: 5))])
    second.cancel()
    second.cancel()
    #expect(results.last == .failure(.canceled))
    #expect(results.count == 2)
    #expect(rig.hasNoTransfer)
  }

  @Test(
    "Without an input event the program cannot copy, and without a data device manager it has no clipboard")
  func unavailable() throws {
    let rig = try WindowRig(.init(width: 400, height: 300).without("wl_data_device_manager"))
    #expect(rig.system.clipboard == nil)
    #expect(rig.server.protocolErrors == [])
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.activatesNewWindows = false
    let other = try WindowRig(configuration)
    let clipboard = try #require(other.system.clipboard)
    #expect(!clipboard.set(.text("early")))
    #expect(!clipboard.clear())
    other.settle()
    #expect(other.server.requestCount(of: "wl_data_device.set_selection") == 0)
  }

  @Test(
    "Copying and pasting are possible with versions 1 and 2 of the data device", arguments: [1, 2] as [Int32])
  func oldVersion(version: Int32) throws {
    let rig = try WindowRig(
      .init(width: 400, height: 300).with("wl_data_device_manager", version: version))
    rig.server.seat.keyboard.type("a")
    rig.settle()
    rig.system.clipboard?.set(.text("old"))
    rig.settle()
    let read = rig.server.seat.clipboard.read("text/plain")
    rig.transfer()
    #expect(read.text == "old")
    rig.system.close()
    rig.server.settle()
    #expect(rig.server.protocolErrors == [])
    #expect(rig.server.seat.clipboard.types == [])
  }

  @Test("A type is ignored if it is empty, contains NUL or is too long for an event")
  func extremeTypes() throws {
    let (rig, clipboard) = try start()
    var content = ContentProvider()
    content.add("") { [] }
    content.add("a\0b") { [] }
    content.add(String(repeating: "x", count: 5000)) { [] }
    content.add("text/plain") { [1] }
    content.add("text/plain") { [2] }
    #expect(content.types == ["text/plain"])
    clipboard.set(content)
    rig.settle()
    let read = rig.server.seat.clipboard.read("text/plain")
    rig.transfer()
    #expect(read.bytes == [2])
    rig.server.seat.clipboard.set((0..<1000).map { ("type/\($0)", []) })
    rig.drain()
    #expect(clipboard.content?.types.count == 256)
  }
}

@MainActor @Suite("Primary selection")
struct PrimarySelectionTests {
  @Test("Selected text is pasted with the middle button, independently of the clipboard")
  func bothWays() throws {
    let rig = try WindowRig()
    rig.server.seat.keyboard.type("a")
    rig.settle()
    let primary = try #require(rig.system.primarySelection)
    primary.set(.text("selected"))
    rig.system.clipboard?.set(.text("copied"))
    rig.settle()
    let read = rig.server.seat.primarySelection.read("text/plain")
    let copy = rig.server.seat.clipboard.read("text/plain")
    rig.transfer()
    #expect(read.text == "selected")
    #expect(copy.text == "copied")
    rig.server.seat.primarySelection.set([("UTF8_STRING", Array("theirs".utf8))])
    rig.settle()
    #expect(!primary.isOwned)
    #expect(rig.system.clipboard?.isOwned == true)
    var text: Result<String, ContentError>?
    primary.content?.readText { text = $0 }
    rig.transfer()
    #expect(text == .success("theirs"))
    rig.server.seat.primarySelection.clear()
    rig.settle()
    #expect(primary.content == nil)
    primary.set(.text("again"))
    rig.settle()
    #expect(rig.server.seat.primarySelection.isOwnedByClient)
    rig.system.close()
    rig.server.settle()
    #expect(rig.server.seat.primarySelection.types == [])
    #expect(rig.server.protocolErrors == [])
  }

  @Test("If the compositor does not support the primary selection, primarySelection is nil")
  func unavailable() throws {
    let rig = try WindowRig(
      .init(width: 400, height: 300).without("zwp_primary_selection_device_manager_v1"))
    #expect(rig.system.primarySelection == nil)
    #expect(rig.system.clipboard != nil)
  }
}
