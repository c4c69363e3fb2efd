import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import Kiosk
import KioskUI
import TestBitmaps
import TestSupport
import Testing
import Threads

/// Days of a kiosk on virtual time. `scripts/soak kiosk` runs them whole.
///
/// CAROUSEL_SOAK_COUNT sets the number of items, and CAROUSEL_SOAK_SECONDS the time after which a test ends before.
@MainActor @Suite("Days of a kiosk", .serialized)
struct KioskSoakTests {
  /// The resources after a number of items.
  private struct Sample {
    let items: Int
    let resident: Int
    let heap: Int
    let descriptors: Int
    /// The bytes of the textures and of the buffers of the kiosk for each pixel of its screen. Other tests of the process do not add
    /// to them.
    let held: Double

    @MainActor
    init(_ items: Int, _ rig: KioskRig) {
      self.items = items
      let capture = rig.compositor.capture()
      held =
        Double(rig.kiosk.ui.textures.byteCount + rig.kiosk.ui.window.bufferMemory)
        / Double(max(capture.width * capture.height, 1))
      (resident, heap) = (ProcessResources.residentKiB, ProcessResources.heapBytes)
      descriptors = ProcessResources.descriptorCount
    }
  }

  /// Takes a sample after each hundredth of the items.
  private func sample(_ samples: inout [Sample], _ rig: KioskRig, of total: Int) {
    let items = rig.shownCount
    if items >= samples.count * max(total / 100, 1) { samples.append(Sample(items, rig)) }
  }

  /// Reports some of the samples, evenly distributed, and the last one.
  private func report(_ samples: [Sample], _ name: String) {
    guard isAlone else { return }
    let step = max(samples.count / 10, 1)
    for (index, sample) in samples.enumerated() where index % step == 0 || index == samples.count - 1 {
      SoakSettings.report(
        "kiosk \(name): \(sample.items) items, \(sample.resident) KiB resident, \(sample.heap) bytes of heap, \(sample.held) bytes of textures and buffers per pixel, \(sample.descriptors) descriptors"
      )
    }
  }

  /// Other tests of the process use memory and descriptors, too, so their limits hold for a run of its own.
  private var isAlone: Bool { ProcessInfo.processInfo.environment["CAROUSEL_SOAK_COUNT"] != nil }

  /// Expects that no resource is needed more and more. The screen has another size after some faults, and with it the textures, so the
  /// least of the last quarter is compared with the most of the first half.
  private func expectFlat(_ samples: [Sample]) {
    guard samples.count >= 8 else { return }
    let (early, late) = (samples.prefix(samples.count / 2), samples.suffix(samples.count / 4))
    let held = samples.map(\.held)
    #expect(late.map(\.held).min() ?? 0 <= early.map(\.held).max() ?? 0, "\(held)")
    func growth(_ value: (Sample) -> Int) -> Int {
      (late.map(value).min() ?? 0) - (early.map(value).max() ?? 0)
    }
    guard isAlone else { return }
    #expect(growth(\.descriptors) <= 4)
    #expect(growth(\.resident) < 8 << 10, "\(growth(\.resident)) KiB")
    #expect(growth(\.heap) < 2 << 20, "\(growth(\.heap)) bytes")
  }

  @Test(
    "For three days of items of ten seconds, with visitors and faults, each item is shown for its time, no frame is darker than both pictures, and the log is complete",
    .proves("D087", "D091", "D092"))
  func days() async throws {
    let total = SoakSettings.count(12)
    let playlist = #"{"duration": 10, "entries": [{"folder": "pictures"}]}"#
    var settings = KioskSettings()
    settings.idleTime = 10
    let rig = try KioskRig(
      0, playlist: playlist, size: Size(width: 160, height: 120), settings: settings,
      prepare: { folder in
        try folder.write(Data(), to: "pictures/note.txt")
        for number in 0..<8 { KioskRig.write(number, in: folder, as: "pictures/\(number)") }
      })
    let worker = WorkerThreads(count: 1)
    let record = ShowRecord(
      rig.folder("record"), worker, outputs: { ["DP-1"] }, report: { Issue.record("\($0)") })
    try FileManager.default.createDirectory(atPath: rig.folder("record"), withIntermediateDirectories: true)
    rig.onShown = { [unowned rig] id, duration, reason in
      record.begin(id, at: Int(rig.now), duration: duration, reason: reason)
    }
    rig.onHidden = { [unowned rig] in record.end(at: Int(rig.now)) }
    try await rig.settle()
    let faults = KioskFaults(
      rig, playlist: playlist, pictures: 8, seed: SoakSettings.firstSeed, killsDecoders: isAlone)
    var random = SplitMix(seed: SoakSettings.firstSeed &+ 1)
    var samples = [Sample(0, rig)]
    var (shortest, darkest, written) = (Double.infinity, 0.0, 0)
    let start = ContinuousClock.now
    while rig.shownCount < total, !SoakSettings.isOver(since: start) {
      sample(&samples, rig, of: total)
      if rig.shownCount >= written + 100 {
        written = rig.shownCount
        try end(worker)
      }
      if Int.random(in: 0..<20, using: &random) == 0 {
        try await faults.performNext()
        continue
      }
      let former = rig.shown.last
      try await rig.runToNextItem { luma, lumas in
        darkest = max(darkest, (lumas.min() ?? 0) - luma)
      }
      if let former, let last = rig.shown.last, rig.reasons.last == "schedule" {
        shortest = min(shortest, last.time - former.time)
      }
    }
    samples.append(Sample(rig.shownCount, rig))
    report(samples, "days")
    record.end(at: Int(rig.now))
    try end(worker)
    let lines = try ["", ".1", ".2", ".3", ".4"].reduce(0) { count, suffix in
      let path = rig.folder("record/play.jsonl") + suffix
      guard FileManager.default.fileExists(atPath: path) else { return count }
      return count + (try String(contentsOfFile: path, encoding: .utf8)).split(separator: "\n").count
    }
    SoakSettings.report(
      "kiosk days: \(rig.shownCount) of \(total) items in \(Int(rig.now / 3600)) hours, \(faults.performed.count) faults, shortest item \(shortest) s, at most \(darkest) darker than both pictures, \(lines) lines of the log"
    )
    #expect(shortest >= 9.99)
    #expect(darkest < 0.01)
    #expect(lines == rig.shownCount)
    expectFlat(samples)
  }

  /// Waits until the log is written. The disk is slower than virtual time.
  private func end(_ worker: WorkerThreads) throws {
    let done = DispatchSemaphore(value: 0)
    worker.run { done.signal() }
    try done.wait(for: "the log")
  }

  @Test(
    "A million items of cached pictures need no more memory and descriptors than a thousand", .proves("D092"))
  func items() async throws {
    let total = SoakSettings.count(300)
    let rig = try KioskRig(
      8, playlist: #"{"duration": 10, "transition": "none", "entries": [{"folder": "."}]}"#,
      size: Size(width: 80, height: 60))
    try await rig.settle()
    var samples = [Sample(0, rig)]
    let start = ContinuousClock.now
    while rig.shownCount < total, !SoakSettings.isOver(since: start) {
      sample(&samples, rig, of: total)
      try await rig.runToNextItem(nil)
    }
    samples.append(Sample(rig.shownCount, rig))
    report(samples, "items")
    SoakSettings.report("kiosk items: \(rig.shownCount) of \(total) items in \(Int(rig.now / 3600)) hours")
    #expect(rig.reports.isEmpty)
    expectFlat(samples)
  }
}

extension KioskRig {
  /// Runs until the next item has replaced the shown one. While nothing moves, time passes without frames.
  ///
  /// - Parameter onFrame: Called with the brightness of each frame, and those of the two pictures.
  func runToNextItem(_ onFrame: ((_ luma: Double, _ lumas: [Double]) -> Void)?) async throws {
    let count = shownCount
    let start = MonotonicClock.now()
    while shownCount == count || kiosk.isMoving {
      if kiosk.isMoving || kiosk.isLoading {
        try await session.frames(1)
        if kiosk.isLoading { try await Task.sleep(for: .milliseconds(1)) }
        let lumas = shown.suffix(2).compactMap { Int($0.name.prefix(1)) }.map { Self.luma(of: $0) }
        // In the middle: beside a picture of another shape than the screen, it is dark.
        if lumas.count == 2 { onFrame?(pixel(0.5, 0.5).luma, lumas) }
      } else {
        let delay = timerDelays.filter { $0 > 0 }.min() ?? 0.1
        compositor.advance(by: UInt64(min(delay, 10) * 1e9))
        try await session.frames(1)
      }
      guard MonotonicClock.now() - start < waitLimit / .seconds(1) else {
        throw RigError("waited too long: the next item", reports)
      }
    }
  }
}
