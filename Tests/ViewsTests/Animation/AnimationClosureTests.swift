import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Closures of animations")
@MainActor
struct AnimationClosureTests {
  private let stage = ControlStage()
  private let view = View(size: Size(width: 100, height: 50))

  init() {
    stage.add(view, x: 0, y: 0)
    View.animate(.linear(duration: 1)) { view.cornerRadius = 10 }
    stage.advance(0.5)
  }

  @Test("A view that leaves the window inside the closure of an animation keeps the value that was just set")
  func removal() {
    View.animate {
      view.cornerRadius = 30
      view.removeFromSuperview()
    }
    #expect(view.cornerRadius == 30)
  }

  @Test("A completion that becomes due while the closure of an animation runs is called after the closure")
  func completionDuringClosure() {
    var ends: [String] = []
    let other = View(size: Size(width: 100, height: 50))
    stage.add(other, x: 0, y: 100)
    View.animate(.linear(duration: 1)) {
      other.alpha = 0.5
    } completion: { _ in
      ends.append("other")
      // An animation of its own: `view` moves to 20 in the meantime.
      View.animate { other.cornerRadius = 5 }
    }
    View.animate(.linear(duration: 1)) {
      view.cornerRadius = 20
      other.removeFromSuperview()
      ends.append("closure")
    }
    #expect(ends == ["closure", "other"])
    stage.advance(3)
    #expect(view.cornerRadius == 20 && !stage.tree.isMoving)
  }
}
