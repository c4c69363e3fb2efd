import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import Kiosk
import KioskUI
import TestSupport
import Testing

/// The playlist of a kiosk changes, its files appear late, or the program starts again.
@MainActor
struct PlaylistChangeTests {
  private let folderShow = #"{"duration": 4, "entries": [{"folder": "."}]}"#

  @Test("After a restart, the show goes on with the same item for the rest of its time", .proves("D099"))
  func resumed() async throws {
    let rig = try KioskRig(
      4, playlist: folderShow,
      resumed: { Resumption(KioskItemID(path: $0("2.png")), remaining: 2) })
    try await rig.settle()
    #expect(rig.middle == 2 && rig.shown.map(\.name) == ["2.png"])
    try await rig.run(seconds: 8)
    let times = rig.shown.map(\.time)
    #expect(rig.shown.map(\.name) == ["2.png", "3.png", "0.png"])
    #expect(times[1] - times[0] < 2.3 && times[2] - times[1] >= 4)
  }

  @Test(
    "A playlist with mistakes at the start shows the last correct one, or a plain picture, until it is correct"
  )
  func wrongAtStart() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data(#"{"entries": [{"picture": "a.png"}]}"#.utf8), to: "show/playlist.json")
    let first = KioskSource(path, stateFolder: folder("state"))
    #expect(first.playlist.entries.count == 1)
    try await wait("the copy") { FileManager.default.fileExists(atPath: folder("state/playlist.json")) }
    try folder.write(Data("{".utf8), to: "show/playlist.json")
    #expect(KioskSource(path, stateFolder: folder("state")).playlist == first.playlist)
    try FileManager.default.removeItem(atPath: path)
    #expect(KioskSource(path, stateFolder: folder("state")).playlist == first.playlist)
    // The copy of another playlist is not shown.
    #expect(KioskSource(folder("other.json"), stateFolder: folder("state")).playlist.entries.isEmpty)
    let rig = try KioskRig(1, playlist: "{")
    try await rig.wait("the report") { rig.reports.count == 1 }
    try await rig.session.frames(20)
    #expect(rig.luma > 0.08)
    try rig.writePlaylist(folderShow)
    try await rig.wait("the picture") { rig.shown.last?.name == "0.png" }
  }

  private func wait(_ what: String, until condition: () -> Bool) async throws {
    for _ in 0..<10_000 where !condition() { try await Task.sleep(for: .milliseconds(1)) }
    #expect(condition(), "\(what)")
  }

  @Test(
    "A folder and a picture that are missing at the start are shown when they appear, and so is a replaced folder"
  )
  func appearing() async throws {
    let rig = try KioskRig(
      1,
      playlist:
        #"{"duration": 2, "entries": [{"picture": "0.png"}, {"folder": "usb"}, {"picture": "9.png"}]}"#)
    try await rig.settle()
    KioskRig.write(9, in: rig.folder)
    try await rig.wait("the picture") { rig.shown.contains { $0.name == "9.png" } }
    try rig.folder.write(Data(), to: "usb/note.txt")
    KioskRig.write(5, in: rig.folder, as: "usb/5")
    try await rig.wait("the folder") { rig.shown.contains { $0.name == "5.png" } }
    try rig.folder.write(Data(), to: "next/note.txt")
    KioskRig.write(6, in: rig.folder, as: "next/6")
    #expect(
      rename(rig.folder("usb"), rig.folder("old")) == 0 && rename(rig.folder("next"), rig.folder("usb")) == 0)
    try await rig.wait("the replaced folder") { rig.shown.contains { $0.name == "6.png" } }
  }

  @Test("A touch on a show without pictures leaves the show as it is", .proves("D087"))
  func onlyPages() async throws {
    let rig = try KioskRig(
      0, playlist: #"{"entries": [{"page": "page.json"}]}"#,
      prepare: { folder in
        try folder.write(
          Data(#"{"root": {"view": "label", "text": "Open from nine", "background": "teal"}}"#.utf8),
          to: "page.json")
      })
    try await rig.settle()
    #expect(throws: Never.self) { try rig.kiosk.ui.find(.label, "Open from nine") }
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.settle()
    #expect(rig.kiosk.phase == .attract)
    #expect(throws: Never.self) { try rig.kiosk.ui.find(.label, "Open from nine") }
    // A changed page is shown without a restart.
    try rig.folder.write(Data(#"{"root": {"view": "label", "text": "Closed"}}"#.utf8), to: "page.json")
    try await rig.wait("the changed page") { (try? rig.kiosk.ui.find(.label, "Closed")) != nil }
  }

  @Test(
    "A changed transition replaces the show by one that covers the window, also if a visitor comes meanwhile"
  )
  func replaced() async throws {
    func text(_ transition: String) -> String {
      #"{"duration": 30, "transition": "\#(transition)", "entries": [{"folder": "."}]}"#
    }
    let rig = try KioskRig(4, playlist: text("fade"))
    try await rig.settle()
    try rig.writePlaylist(text("none"))
    try await rig.wait("the new show") { rig.shown.count == 2 }
    try await rig.settle()
    #expect(rig.pixel(0.02, 0.5) == KioskRig.color(0) && rig.pixel(0.98, 0.98) == KioskRig.color(0))
    // A visitor comes while another show is prepared. Nothing covers the carousel.
    try rig.writePlaylist(text("ken-burns"))
    try await rig.wait("the playlist") { rig.kiosk.isLoading || rig.shown.count == 3 }
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.settle()
    #expect(rig.kiosk.phase == .visit && rig.pixel(0.02, 0.02) != KioskRig.color(0))
  }

  @Test("A changed playlist whose files are all missing keeps the former show until one of them is there")
  func missing() async throws {
    let rig = try KioskRig(2, playlist: #"{"duration": 2, "entries": [{"picture": "0.png"}]}"#)
    try await rig.settle()
    try rig.writePlaylist(#"{"duration": 2, "entries": [{"picture": "later.png"}, {"folder": "summer"}]}"#)
    try await rig.wait("the report") { rig.reports.contains { $0.contains("later.png") } }
    try await rig.run(seconds: 5)
    #expect(rig.middle == 0 && rig.kiosk.shownID?.path == rig.folder("0.png"))
    KioskRig.write(3, in: rig.folder, as: "later")
    try await rig.wait("the picture") { rig.shown.last?.name == "later.png" }
  }

  @Test("A changed playlist keeps an open card, and takes over captions, transitions and replaced pictures")
  func takenOver() async throws {
    func text(_ caption: String, _ transition: String) -> String {
      #"{"duration": 30, "transition": "\#(transition)", "entries": [{"folder": ".", "caption": "\#(caption)"}]}"#
    }
    let rig = try KioskRig(4, playlist: text("First", "fade"))
    try await rig.settle()
    #expect(throws: Never.self) { try rig.kiosk.ui.find(.label, "First") }
    try rig.writePlaylist(text("Second", "fade"))
    try await rig.wait("the caption") { (try? rig.kiosk.ui.find(.label, "Second")) != nil }
    #expect(rig.shown.map(\.name) == ["0.png"])
    try await rig.session.press(.right)
    try await rig.settle()
    try await rig.session.tap(at: Point(x: 320, y: 240))
    try await rig.settle()
    #expect(rig.kiosk.isCardOpen && rig.middle == 1)
    // A picture in front of the others, and another playlist.
    KioskRig.write(7, in: rig.folder, as: "00")
    try rig.writePlaylist(text("Third", "none"))
    try await rig.run(seconds: 3)
    try await rig.settle()
    #expect(rig.kiosk.isCardOpen && rig.middle == 1)
  }
}
