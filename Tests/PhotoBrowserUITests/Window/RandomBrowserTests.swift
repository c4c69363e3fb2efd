import CarouselUI
import Foundation
import HeadlessCompositor
import HeadlessSession
import PhotoBrowserUI
import PhotoBrowsing
import Photos
import TestBitmaps
import TestSupport
import Testing

/// Random commands over a list that changes.
@MainActor
struct RandomBrowserTests {
  /// The number of programs of 40 commands; 250 of them are 10,000 commands.
  private static let count = Int(ProcessInfo.processInfo.environment["PHOTO_BROWSER_PROGRAMS"] ?? "") ?? 8
  /// The seed of the first program, to repeat one of them.
  private static let first = Int(ProcessInfo.processInfo.environment["PHOTO_BROWSER_SEED"] ?? "") ?? 0

  @Test(
    "After random commands over a changing list, the state, the title and the picture agree", .proves("D069"))
  func programs() async throws {
    for seed in Self.first..<(Self.first + Self.count) {
      var random = SplitMix(seed: UInt64(seed))
      let rig = try BrowserRig(
        timersWith: random.whole(1...9), page: random.choice([.carousel, .single, .grid]),
        parts: Set(BrowserState.Part.allCases.filter { _ in random.once(in: 4) }))
      var inputs: [String] = []
      for number in 0..<40 where !rig.hasQuit {
        inputs.append(try await step(rig, &random))
        try await rig.session.frames(random.whole(2...7))
        guard !rig.hasQuit else { break }
        let text = "seed \(seed): \(inputs.suffix(8).joined(separator: ", "))"
        #expect(titles(rig).contains(rig.title), "\(rig.state.page) \(text)")
        guard number % 4 == 3 else { continue }
        try await rig.settle()
        #expect(titles(rig).contains(rig.title), "\(rig.state.page) \(text)")
        if rig.state.page == .carousel, rig.count > 0 {
          #expect(rig.browser.carousel.currentItemIndex == rig.state.currentIndex, "\(text)")
        }
        // A menu or the list of keys may cover the photo.
        let isCovered = rig.state.isHelpShown || !rig.ui.openPopups.isEmpty
        if let color = rig.currentColor, !isCovered, [.carousel, .single].contains(rig.state.page) {
          #expect(rig.middleOfPage.distance(to: color) <= 2, "\(rig.state.page) \(text)")
        }
        if rig.state.page == .single, let view = rig.browser.single.photoView {
          #expect(view.currentZoom == rig.state.zoom, "\(text)")
          #expect(rig.browser.single.superview != nil, "\(text)")
        } else {
          #expect(rig.browser.single.superview == nil, "\(text)")
          #expect(
            rig.browser.carouselPage.isHidden == ([.grid, .slideshow].contains(rig.state.page)), "\(text)")
        }
        #expect(rig.ui.window.isAtRest && !rig.browser.isMoving, "\(text)")
        #expect(isWithinMemory(rig), "\(text)")
      }
      #expect(rig.compositor.protocolErrors.isEmpty)
    }
  }

  /// The titles that are right. A slideshow names no photo while it still shows one that was removed.
  private func titles(_ rig: BrowserRig) -> [String] {
    [rig.state.title ?? "Photos"] + (rig.state.page == .slideshow ? ["Photos"] : [])
  }

  /// Whether the caches of photos and thumbnails are within their limits, and all pixels within the default limit of the program. The
  /// painted pixels of visible views may exceed their own limit.
  private func isWithinMemory(_ rig: BrowserRig) -> Bool {
    let loaders = [rig.pipeline.loader, rig.pipeline.thumbnailLoader]
    let bytes = loaders.reduce(rig.ui.textures.byteCount) { $0 + $1.usage.cachedBytes }
    return bytes <= 300 << 20 && loaders.allSatisfy { $0.usage.cachedBytes <= $0.byteBudget }
  }

  private func step(_ rig: BrowserRig, _ random: inout SplitMix) async throws -> String {
    switch random.whole(0...21) {
    case 0:
      try rig.add(random.whole(1...3))
      return "add"
    case 1 where rig.count > 0:
      let indexes = Set((0..<random.whole(1...3)).map { _ in random.whole(0...rig.count - 1) }).sorted()
      try rig.remove(indexes)
      return "remove \(indexes)"
    case 2 where rig.count > 0:
      let index = random.whole(0...rig.count - 1)
      try rig.rename(index)
      return "rename \(index)"
    case 3 where random.once(in: 4):
      try rig.remove(0..<rig.count)
      return "remove all"
    case 14 where random.once(in: 3):
      let (count, isFile) = (random.whole(1...70), random.once(in: 2))
      try rig.openOther(count, file: isFile)
      return "other \(count) \(isFile ? "file" : "folder")"
    case 15 where rig.count > 0:
      let index = random.whole(0...rig.count - 1)
      rig.replace(index, by: Bitmap(width: 900, height: 700, filledWith: rig.color(at: index)))
      return "replace \(index)"
    case 16:
      rig.compositor.seat.pointer.move(to: (320, 240))
      rig.compositor.seat.pointer.scroll(notches: random.choice([-1, 1, 2, -3]), axis: .vertical)
      return "wheel"
    case 4, 5, 17:
      try await rig.press(.enter)
      return "Return"
    case 6 where random.once(in: 3):
      try await rig.press(.escape)
      return "Escape"
    case 7:
      let key = random.choice(Array("012+-kv?gg"))
      try await rig.press(key)
      return "\(key)"
    case 18, 19:
      let key = random.choice(Array("rrmbp.,hsidt"))
      if random.once(in: 4) { try await rig.press(key, with: .shift) } else { try await rig.press(key) }
      return "\(key)"
    case 20 where random.once(in: 2):
      try await rig.press(.f5)
      try await rig.session.frames(random.choice([3, 20, 60, 400]))
      return "F5"
    case 21:
      let key = random.choice([HeadlessCompositor.Key.left, .right, .up, .down, .tab])
      try await rig.press(key, with: .shift)
      return "Shift \(key.code)"
    case 8:
      let (x, y) = (random.number(0.1...0.9) * 640, random.number(0.1...0.9) * 480)
      rig.tap(at: Point(x: x, y: y))
      try await rig.session.frames(4)
      return "tap \(Int(x)) \(Int(y))"
    case 9:
      let end = Point(x: random.number(60...580), y: random.number(60...420))
      try await rig.session.flick(from: Point(x: 320, y: 240), to: end, frames: random.whole(2...8))
      return "flick \(Int(end.x)) \(Int(end.y))"
    default:
      let key = random.choice([
        HeadlessCompositor.Key.left, .right, .right, .home, .end, .pageUp, .pageDown, .space,
      ])
      try await rig.press(key)
      return "key \(key.code)"
    }
  }
}
