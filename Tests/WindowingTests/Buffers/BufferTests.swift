import Geometry
import HeadlessCompositor
import Testing
import Windowing

@MainActor struct BufferTests {
  private func rig(_ release: Compositor.BufferRelease) throws -> WindowRig {
    var configuration = Compositor.Configuration(width: 400, height: 300)
    configuration.bufferRelease = release
    return try WindowRig(configuration)
  }

  /// Creates a rig whose window requests `frames` more frames after its first one, and whose compositor releases
  /// buffers only manually.
  private func starvedRig(frames: Int) throws -> WindowRig {
    let rig = try rig(.manually)
    rig.painter.framesToGo = frames - 1
    rig.window.invalidate()
    rig.server.run(frames: 10)
    return rig
  }

  /// Draws twelve frames and returns the ages of the last four buffers.
  private func ages(_ rig: WindowRig) -> [Int] {
    rig.painter.framesToGo = 11
    rig.window.invalidate()
    rig.server.run(frames: 14)
    return rig.painter.drawings.suffix(4).map(\.age)
  }

  @Test(
    "A buffer's age is 1 + the number of buffers that the compositor holds",
    arguments: [(Compositor.BufferRelease.immediately, 1), (.whenReplaced, 2), (.keepingTwo, 3)])
  func ages(release: Compositor.BufferRelease, age: Int) throws {
    let rig = try rig(release)
    #expect(ages(rig) == [age, age, age, age])
  }

  @Test("Committed buffers have no padding between rows at any width", arguments: [1.0, 1.25, 1.5, 1.75])
  func strides(scale: Double) throws {
    let rig = try WindowRig(.init(width: 800, height: 100, scale: scale), size: Size(width: 8, height: 3))
    var strides: [Int: Set<Int>] = [:]
    rig.server.onCommit = { surface in
      strides[surface.bufferSize.width, default: []].insert(surface.bufferStride)
    }
    for width in 1...300 {
      try rig.toplevel.resize(width: width, height: 3)
      rig.server.run(frames: 2)
      #expect(
        strides[Int((Double(width) * scale).rounded())] != nil,
        "no buffer was committed at a width of \(width) points")
    }
    #expect(strides.filter { $0.value != [4 * $0.key] }.isEmpty)
  }

  @Test("A window without a free buffer draws its frame when a buffer is released")
  func starved() throws {
    let rig = try starvedRig(frames: 21)
    #expect(rig.painter.drawings.count == 4)
    try rig.toplevel.surface?.releaseBuffers()
    rig.settle()
    #expect(rig.painter.drawings.count == 5)
    #expect(rig.painter.drawings.last?.age != 0)
  }

  @Test(
    "If a window is resized while it waits for a buffer, it draws at the new size after the release of a buffer"
  )
  func starvedResize() throws {
    let rig = try starvedRig(frames: 21)
    try rig.toplevel.resize(width: 300, height: 200)
    rig.settle()
    try rig.toplevel.surface?.releaseBuffers()
    rig.server.run(frames: 1)
    #expect(rig.painter.drawings.last.map { [$0.width, $0.height, $0.age] } == [300, 200, 0])
    #expect(try rig.toplevel.size == (300, 200))
  }

  @Test("A commit damages only the reported rectangles; after a resize it damages the whole buffer")
  func damage() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    rig.painter.color = 0xffff_0000
    rig.painter.damage = .rects([Rect(x: 10.5, y: 20, width: 5, height: 5)])
    rig.window.invalidate()
    rig.server.run(frames: 2)
    #expect(try rig.toplevel.surface?.lastDamagedPixels == 30)
    let picture = try #require(try rig.server.capture(rig.toplevel))
    #expect(picture[10, 20] == 0xffff_0000)
    #expect(picture[16, 20] == 0xff33_6699)
    rig.painter.damage = .rects([Rect(x: 0, y: 20, width: Double(picture.width) / 2, height: 5)])
    rig.window.invalidate()
    rig.server.run(frames: 2)
    #expect(
      try rig.toplevel.surface?.lastDamagedPixels == picture.width * 5, "the damage consists of whole rows")
    try rig.toplevel.resize(width: 50, height: 40)
    rig.server.run(frames: 1)
    #expect(try rig.toplevel.surface?.lastDamagedPixels == 2000)
  }

  @Test("A frame without changes is not committed, but an animation still gets its next frame")
  func nothing() throws {
    let rig = try WindowRig()
    rig.server.run(frames: 2)
    let committed = rig.window.frameCount
    rig.painter.damage = .nothing
    rig.window.invalidate()
    rig.server.run(frames: 2)
    #expect(rig.window.frameCount == committed)
    #expect(rig.window.isAtRest)
    let drawn = rig.painter.drawings.count
    rig.painter.framesToGo = 5
    rig.window.invalidate()
    rig.server.run(frames: 10)
    #expect(rig.painter.drawings.count == drawn + 6)
    #expect(rig.window.frameCount == committed)
    #expect(rig.window.isAtRest)
  }

  @Test(
    "If the delegate reports no damage, the buffer keeps its age, or has age 0 if the delegate has written to it",
    arguments: [false, true])
  func untouched(paints: Bool) throws {
    let rig = try rig(.immediately)
    rig.server.run(frames: 2)
    rig.painter.damage = .nothing
    rig.painter.paints = paints
    for _ in 0..<3 {
      rig.window.invalidate()
      rig.server.run(frames: 1)
    }
    #expect(rig.painter.drawings.suffix(3).map(\.age) == (paints ? [1, 0, 0] : [1, 1, 1]))
  }

  @Test(
    "isReshaped is true in the first frame and in frames with a new size or opacity; such frames are always committed"
  )
  func reshaped() throws {
    let rig = try WindowRig()
    rig.painter.damage = .nothing
    for change in 0..<4 {
      rig.server.run(frames: 2)
      let drawn = rig.painter.drawings.count
      let committed = rig.window.frameCount
      switch change {
      case 0: #expect(rig.painter.reshaped.first == true && committed > 0)
      case 1: rig.window.isOpaque = false
      case 2: try rig.toplevel.resize(width: 50, height: 40)
      default: rig.window.invalidate()
      }
      rig.server.run(frames: 2)
      #expect(rig.painter.reshaped[drawn...].contains(true) == (1...2).contains(change))
      #expect((rig.window.frameCount > committed) == (1...2).contains(change))
    }
  }

  @Test("An interactive resize through 300 sizes causes no errors")
  func manySizes() throws {
    let rig = try rig(.keepingTwo)
    for step in 0..<300 {
      try rig.toplevel.resize(width: 100 + step, height: 100 + step / 2)
      rig.server.run(frames: 1)
    }
    #expect(try rig.toplevel.size == (399, 249))
    #expect(rig.server.protocolErrors.isEmpty)
    #expect(rig.painter.failures.isEmpty)
  }

  @Test("While a window grows slowly, it seldom allocates new memory")
  func growing() throws {
    let rig = try rig(.immediately)
    var sizes: Set<Int> = []
    for step in 0..<50 {
      try rig.toplevel.resize(width: 200 + step, height: 200)
      rig.server.run(frames: 1)
      sizes.insert(rig.window.bufferMemory)
    }
    #expect(try rig.toplevel.size == (249, 200))
    // The buffer grows by 25 %. Each allocation is 12.5 % larger than the buffer, so few allocations are needed.
    #expect(sizes.count <= 4)
    #expect(sizes.max() ?? 0 < 2 * 256 * 4 * 200)
  }

  @Test("After a resize, only the current buffer keeps its memory")
  func resized() throws {
    let rig = try starvedRig(frames: 21)
    let four = rig.window.bufferMemory
    #expect(rig.painter.drawings.count == 4)
    try rig.toplevel.resize(width: 195, height: 100)
    rig.settle()
    rig.server.bufferRelease = .immediately
    try rig.toplevel.surface?.releaseBuffers()
    rig.server.run(frames: 6)
    #expect(rig.painter.drawings.last.map { [$0.width, $0.age] } == [195, 1])
    #expect(rig.window.bufferMemory == four / 4)
  }

  @Test(
    "Buffers of the old size are freed when they are released, but during an interactive resize not before its end",
    arguments: [false, true])
  func formerSize(isResizing: Bool) throws {
    let rig = try starvedRig(frames: 2)
    let one = rig.window.bufferMemory / 3
    let new = one * 195 / 200
    try rig.toplevel.setResizing(isResizing)
    try rig.toplevel.resize(width: 195, height: 100)
    rig.server.run(frames: 2)
    #expect(rig.painter.drawings.map(\.width) == [200, 200, 200, 195])
    #expect(rig.window.bufferMemory == 3 * one + new, "the compositor still holds the old buffers")
    try rig.toplevel.surface?.releaseBuffers()
    rig.settle()
    #expect(rig.window.bufferMemory == (isResizing ? 3 * one + new : new))
    try rig.toplevel.setResizing(false)
    rig.settle()
    #expect(rig.window.bufferMemory == new)
    #expect(rig.painter.drawings.count == 4)
  }

  @Test("Leaving full screen frees the memory of the full-screen buffers", arguments: [1, 2, 3])
  func memory(release: Int) throws {
    var configuration = Compositor.Configuration(width: 1600, height: 1200)
    configuration.bufferRelease = [.immediately, .whenReplaced, .keepingTwo][release - 1]
    let rig = try WindowRig(configuration)
    rig.painter.framesToGo = 200
    rig.window.invalidate()
    for round in 0..<6 {
      rig.window.setFullscreen(round % 2 == 0)
      rig.painter.color = 0xff00_0000 | UInt32(round)
      rig.server.run(frames: 8)
      let picture = try #require(try rig.server.capture(rig.toplevel))
      #expect(picture.width == (round % 2 == 0 ? 1600 : 200))
      #expect(picture[picture.width - 1, picture.height - 1] == 0xff00_0000 | UInt32(round))
    }
    #expect(rig.window.bufferMemory <= 1 << 20)
    #expect(rig.server.protocolErrors.isEmpty)
  }
}
