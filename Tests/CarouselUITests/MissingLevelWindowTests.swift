import CarouselUI
import HeadlessCompositor
import Raster
import Testing

/// Mip levels that a frame lacks.
@MainActor
struct MissingLevelWindowTests {
  /// Flicks through a cover flow, and returns how many mip levels the frames made. The painting thread works every third
  /// frame.
  private func levelsMadeInFrames(_ rig: WindowRig) throws -> Int {
    var (made, frames) = (0, 0)
    rig.flick(from: (320, 180), by: (-140, 0))
    repeat {
      var before: [ObjectIdentifier: Int] = [:]
      for layer in try #require(rig.ui.history.last).layers {
        before[ObjectIdentifier(layer.texture)] = layer.texture.existingLevels.sizes.count
      }
      rig.compositor.run(frames: 1)
      for layer in try #require(rig.ui.history.last).layers {
        guard let count = before[ObjectIdentifier(layer.texture)] else { continue }
        made += max(0, layer.texture.existingLevels.sizes.count - count)
      }
      frames += 1
      if frames % 3 == 0 { rig.queue.runAll() }
    } while !rig.ui.isSettled && frames < 1000
    #expect(frames > 20)
    return made
  }

  @Test(
    "During a flick through a cover flow, no frame makes a mip level, and at rest the window shows all levels"
  )
  func flick() throws {
    let rig = try WindowRig(makesLevelsInFrames: false) { $0.type = .coverFlow2 }
    #expect(rig.ui.isSettled)
    try rig.expectFullRedraw("before the flick")
    #expect(try levelsMadeInFrames(rig) == 0)
    #expect(rig.runUntilSettled())
    let scene = try #require(rig.ui.history.last)
    #expect(scene.layers.allSatisfy { !$0.texture.lacksWantedLevels })
    #expect(scene.layers.contains { !$0.texture.existingLevels.sizes.isEmpty })
    try rig.expectFullRedraw("at rest")

    // The count sees levels that frames make.
    #expect(try levelsMadeInFrames(WindowRig { $0.type = .coverFlow2 }) > 0)
  }

  @Test("A frame that lacks mip levels is not settled, and is drawn again when they are made")
  func settling() throws {
    let rig = try WindowRig(makesLevelsInFrames: false) { $0.type = .coverFlow2 }
    for card in rig.cards.views { card.setNeedsDisplay() }
    for layer in try #require(rig.ui.history.last).layers { layer.texture.removeLevels() }
    rig.carousel.type = .rotary
    rig.compositor.run(frames: 60)
    #expect(!rig.ui.isSettled)
    func layers() throws -> [SceneLayer] { try #require(rig.ui.history.last).layers }
    #expect(try layers().contains { $0.texture.lacksWantedLevels })
    let levels = try layers().map(\.existingLevels)
    #expect(rig.runUntilSettled())
    #expect(try layers().allSatisfy { !$0.texture.lacksWantedLevels })
    #expect(try layers().map(\.existingLevels) != levels, "the last frame shows the new levels")
    try rig.expectFullRedraw("with all levels")
    // At rest the process does nothing more.
    #expect(rig.queue.count == 0 && rig.ui.window.isAtRest)
  }

  @Test("With memory for no mip level, the wanted ones are made once and kept, and the window comes to rest")
  func smallBudget() throws {
    let rig = try WindowRig(makesLevelsInFrames: false) { $0.type = .coverFlow2 }
    rig.ui.textureBudget = 0
    rig.carousel.scrollToItem(at: 4, animated: true)
    #expect(rig.runUntilSettled())
    rig.ui.invalidate()
    #expect(rig.runUntilSettled())
    try rig.expectFullRedraw()
    #expect(rig.queue.count == 0)
  }
}
