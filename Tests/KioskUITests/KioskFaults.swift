import CarouselUI
import Foundation
import Glibc
import HeadlessCompositor
import HeadlessSession
import Kiosk
import KioskUI
import TestBitmaps
import TestSupport
import Testing
import Threads

/// Faults of the machine around a kiosk, in an order by seed. After each of them, the picture is back within a limit.
@MainActor
final class KioskFaults {
  enum Fault: CaseIterable {
    /// The screen is unplugged for an hour, and another one with another size and scale is plugged in.
    case unplugged
    /// The screen gets another size, scale or orientation.
    case changed
    /// The screen sleeps for a minute.
    case asleep
    /// The decoders are killed.
    case decodersKilled
    /// The clock is set, at most by a year.
    case clockSet
    /// Half of a playlist is written, and then all of it.
    case playlistTorn
    /// A picture is damaged, and then mended.
    case pictureDamaged
    /// The folder of the pictures disappears, and comes back.
    case folderGone
    /// A visitor drags the carousel, opens a card, and leaves.
    case visitor
  }

  private let rig: KioskRig
  private var generator: SplitMix
  /// The playlist of the rig.
  private let playlist: String
  /// The number of pictures, which are in a folder named `pictures`.
  private let count: Int
  private let faults: [Fault]
  private(set) var performed: [Fault] = []

  /// - Parameter killsDecoders: Whether the decoders of the process are killed, also those of other tests.
  init(_ rig: KioskRig, playlist: String, pictures count: Int, seed: UInt64, killsDecoders: Bool = false) {
    (self.rig, self.playlist, self.count) = (rig, playlist, count)
    faults = Fault.allCases.filter { killsDecoders || $0 != .decodersKilled }
    generator = SplitMix(seed: seed)
  }

  /// Performs a random fault, and expects that the show goes on.
  func performNext() async throws {
    let fault = faults.randomElement(using: &generator) ?? .asleep
    performed.append(fault)
    switch fault {
    case .unplugged: try await unplug()
    case .changed:
      rig.compositor.outputs.first?.transform =
        OutputTransform.allCases.randomElement(using: &generator) ?? .normal
      rig.compositor.outputs.first?.scale = [1, 1.25, 2].randomElement(using: &generator) ?? 1
      try await rig.session.frames(4)
      expectPicture(fault)
    case .asleep:
      rig.compositor.outputs.first?.isPoweredOn = false
      try await rig.session.frames(2)
      rig.compositor.advance(by: 60_000_000_000)
      try await rig.session.frames(2)
      rig.compositor.outputs.first?.isPoweredOn = true
      try await rig.session.frames(1)
      expectPicture(fault)
    case .decodersKilled:
      rig.killDecoders()
      try await expectNext(fault, within: 3)
    case .clockSet:
      rig.clock.offset += Int.random(in: -31_536_000...31_536_000, using: &generator)
      try await rig.session.frames(2)
      expectPicture(fault)
    case .playlistTorn:
      let reports = rig.reports.count
      try rig.writePlaylist(String(playlist.prefix(playlist.count / 2)))
      try await rig.wait("the report") { rig.reports.count > reports }
      expectPicture(fault)
      try rig.writePlaylist(playlist)
      try await expectNext(fault, within: 3)
    case .pictureDamaged: try await damage()
    case .folderGone: try await removeFolder()
    case .visitor: try await visit()
    }
    #expect(rig.compositor.protocolErrors.isEmpty, "\(fault)")
  }

  /// Expects that the screen shows a picture or two that fade, and not black or the plain picture.
  private func expectPicture(_ fault: Fault) {
    // The pictures have other shapes than the screen, so there are bars beside them.
    let pixel = rig.pixel(0.5, 0.5)
    #expect(pixel.luma > 0.15, "\(fault) after \(performed.count): \(pixel)")
  }

  /// Expects that further items appear within some times of an item.
  private func expectNext(_ fault: Fault, within items: Double) async throws {
    let shown = rig.shownCount
    let end = rig.now + items * 10 + 2
    let start = MonotonicClock.now()
    // The files are listed and decoded in real time, which the limit does not count.
    while rig.shownCount == shown,
      rig.now < end || rig.kiosk.isLoading && MonotonicClock.now() - start < waitLimit / .seconds(1)
    {
      try await rig.run(seconds: 0.1)
    }
    #expect(rig.shownCount > shown, "\(fault) after \(performed.count)")
    expectPicture(fault)
  }

  private func unplug() async throws {
    guard let output = rig.compositor.outputs.first else { return }
    rig.compositor.removeOutput(output)
    try await rig.hour()
    let next = rig.compositor.addOutput(
      width: Int.random(in: 200...700, using: &generator),
      height: Int.random(in: 200...700, using: &generator),
      scale: [1, 1.5, 2].randomElement(using: &generator) ?? 1)
    try await rig.firstFrame(on: next)
    expectPicture(.unplugged)
  }

  private func damage() async throws {
    let number = Int.random(in: 0..<count, using: &generator)
    let path = rig.folder("pictures/\(number).png")
    let whole = try Data(contentsOf: URL(filePath: path))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: path))
    try await expectNext(.pictureDamaged, within: 3)
    KioskRig.write(number, in: rig.folder, as: "pictures/\(number)")
    try await expectNext(.pictureDamaged, within: 3)
  }

  private func removeFolder() async throws {
    #expect(rename(rig.folder("pictures"), rig.folder("away")) == 0)
    // Without pictures, the plain picture is shown.
    try await rig.wait("the plain picture") { rig.kiosk.shownID?.path == "" }
    try await rig.run(seconds: 3)
    #expect(rig.luma > 0.08)
    #expect(rename(rig.folder("away"), rig.folder("pictures")) == 0)
    try await rig.wait("the pictures") { rig.shown.last?.name != "" }
    try await rig.run(seconds: 3)
    expectPicture(.folderGone)
  }

  private func visit() async throws {
    guard let size = rig.compositor.outputs.first?.logicalSize else { return }
    let center = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
    try await rig.session.tap(at: center)
    try await rig.session.frames(10)
    try await rig.session.flick(
      from: center, to: Point(x: center.x - Double.random(in: 20...90, using: &generator), y: center.y),
      frames: 6)
    try await rig.run(seconds: 2)
    try await rig.session.tap(at: center)
    try await rig.wait("the return") { rig.kiosk.phase != .visit }
    try await rig.wait("the show") { rig.kiosk.phase == .attract }
    try await rig.run(seconds: 2)
    expectPicture(.visitor)
  }
}

extension KioskRig {
  /// Kills the decoders of this process.
  func killDecoders() {
    let children =
      (try? String(contentsOfFile: "/proc/self/task/\(getpid())/children", encoding: .ascii)) ?? ""
    for child in children.split(separator: " ").compactMap({ pid_t($0) }) {
      let name = (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) ?? ""
      if name.hasPrefix("carousel-decode") { kill(child, SIGKILL) }
    }
  }
}
