import Raster
import Testing

/// The threads of a renderer.
@Suite struct RenderWorkersTests {
  @Test(
    "Threads end when their renderer is deinitialized, whether or not they have drawn",
    arguments: [false, true])
  func end(draws: Bool) {
    var renderer: Renderer? = Renderer(threads: 4)
    if draws {
      var maker = SceneMaker(seed: 1)
      let scene = maker.scene(.tilted)
      var picture = Picture(width: scene.width, height: scene.height)
      picture.draw { renderer?.render(scene, into: $0) }
      #expect(picture == scene.drawn())
    }
    // Each thread retains the queue until it returns, and the renderer joins all threads.
    weak let held = renderer?.workQueue
    #expect(held != nil)
    renderer = nil
    #expect(held == nil)
  }

  @Test("Drawing does not wait for a worker that never wakes up", arguments: [2, 4])
  func absence(threads: Int) {
    var maker = SceneMaker(seed: 2)
    let scene = maker.scene(.tilted)
    let renderer = Renderer(threads: threads)
    renderer.stopWorkers()
    for _ in 0..<3 {
      var picture = Picture(width: scene.width, height: scene.height)
      picture.draw { renderer.render(scene, into: $0) }
      #expect(picture == scene.drawn())
    }
  }
}
