import HeadlessCompositor
import Testing
import Windowing

@MainActor
@Suite(
  "Clipboard, with wl-clipboard",
  .enabled(if: ClipboardProgram.isInstalled, "needs wl-copy and wl-paste of the package wl-clipboard"))
struct ClipboardProgramTests {
  private func start() throws -> WindowRig {
    let rig = try WindowRig()
    rig.server.seat.keyboard.type("a")
    rig.settle()
    return rig
  }

  @Test("wl-paste prints the text and the picture that the program copied")
  func paste() throws {
    let rig = try start()
    let picture = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var content = ContentProvider.text("Grüße")
    content.add("image/png") { picture }
    rig.system.clipboard?.set(content)
    rig.settle()
    let text = try ClipboardProgram(["wl-paste", "-n"], on: rig.server)
    defer { text.end() }
    try rig.serve(until: "the end of wl-paste") {
      text.poll()
      return text.hasEnded
    }
    #expect(String(decoding: text.bytes, as: UTF8.self) == "Grüße")
    let image = try ClipboardProgram(["wl-paste", "-t", "image/png"], on: rig.server)
    defer { image.end() }
    try rig.serve(until: "the end of wl-paste") {
      image.poll()
      return image.hasEnded
    }
    #expect(image.bytes == picture)
    #expect(rig.server.protocolErrors == [])
  }

  @Test("If nothing was copied, wl-paste ends immediately")
  func empty() throws {
    let rig = try start()
    let program = try ClipboardProgram(["wl-paste", "-n"], on: rig.server)
    defer { program.end() }
    try rig.serve(until: "the end of wl-paste") {
      program.poll()
      return program.hasEnded
    }
    #expect(program.bytes == [])
  }

  @Test("The program can paste the text that wl-copy has copied to the clipboard or the primary selection")
  func copy() throws {
    let rig = try start()
    let program = try ClipboardProgram(["wl-copy", "-f", "from the terminal"], on: rig.server)
    defer { program.end() }
    try rig.serve(until: "the text of wl-copy") { rig.system.clipboard?.content?.textType != nil }
    var text: Result<String, ContentError>?
    rig.system.clipboard?.content?.readText { text = $0 }
    try rig.serve(until: "the end of the transfer") { text != nil }
    #expect(text == .success("from the terminal"))

    let primary = try ClipboardProgram(["wl-copy", "-f", "-p", "selected"], on: rig.server)
    defer { primary.end() }
    try rig.serve(until: "the primary selection of wl-copy") {
      rig.system.primarySelection?.content?.textType != nil
    }
    text = nil
    rig.system.primarySelection?.content?.readText { text = $0 }
    try rig.serve(until: "the end of the transfer") { text != nil }
    #expect(text == .success("selected"))

    rig.server.seat.keyboard.type("b")
    rig.settle()
    rig.system.clipboard?.set(.text("newer"))
    try rig.serve(until: "the end of wl-copy, whose content is replaced") {
      program.poll()
      return program.hasEnded
    }
  }
}
