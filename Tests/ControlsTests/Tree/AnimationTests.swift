import Controls
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Animated views")
@MainActor
struct AnimationTests {
  private final class Spinner: ContainerView {
    var times: [Double] = []
    var isEndless = true
    var restarts = 0
    override func animate(to now: Timestamp) -> Bool {
      times.append(now.seconds)
      if restarts > 0 {
        restarts -= 1
        setNeedsAnimation()
        return false
      }
      return isEndless
    }
  }
  private let root = View(size: Size(width: 400, height: 300))
  private let card = View(frame: Rect(x: 10, y: 10, width: 200, height: 200))
  private let spinner = Spinner(size: Size(width: 20, height: 20))
  private let tree: ViewTree

  init() {
    root.addSubview(card)
    card.addSubview(spinner)
    tree = ViewTree(root: root)
  }

  @Test(
    "A hidden activity indicator requests no frames, and rotates again when it becomes visible",
    .proves("C14"))
  func hiddenIndicator() {
    let indicator = ActivityIndicator(isAnimating: true)
    card.addSubview(indicator)
    tree.prepareFrame(at: .at(0))
    #expect(tree.isAnimating)
    func isAnimating(_ change: () -> Void) -> Bool {
      change()
      tree.prepareFrame(at: .at(1))
      return tree.isAnimating
    }
    #expect(!isAnimating { card.isHidden = true })
    #expect(isAnimating { card.isHidden = false })
    #expect(!isAnimating { card.alpha = 0 })
    #expect(isAnimating { card.alpha = 1 })
    #expect(!isAnimating { indicator.alpha = 0 })
    #expect(isAnimating { indicator.alpha = 1 })
    #expect(!isAnimating { card.frame.origin.x = 1000 })
    #expect(isAnimating { card.frame.origin.x = 0 })
    #expect(!isAnimating { indicator.stopAnimating() })
  }

  @Test("When an animated view becomes visible again, it requests a frame")
  func requestsFrame() {
    spinner.setNeedsAnimation()
    card.isHidden = true
    tree.prepareFrame(at: .at(0))
    #expect(spinner.times == [])
    var requests = 0
    tree.onNeedsFrame = { requests += 1 }
    card.isHidden = false
    #expect(requests > 0)
    tree.prepareFrame(at: .at(1))
    #expect(spinner.times == [1])
  }

  @Test("An animation continues when its view leaves the window and returns")
  func returns() {
    spinner.setNeedsAnimation()
    tree.prepareFrame(at: .at(0))
    card.removeFromSuperview()
    tree.prepareFrame(at: .at(1))
    #expect(spinner.times == [0] && !tree.isAnimating)
    root.addSubview(card)
    tree.prepareFrame(at: .at(2))
    #expect(spinner.times == [0, 2] && tree.isAnimating)
    // The same happens if the root of the tree is replaced.
    tree.root = View(size: root.size)
    tree.prepareFrame(at: .at(3))
    #expect(spinner.times == [0, 2] && !tree.isAnimating)
    tree.root = root
    tree.prepareFrame(at: .at(4))
    #expect(spinner.times == [0, 2, 4])
  }

  @Test("In the call of animate(to:) that ends an animation, the view may request a new animation")
  func restarts() {
    spinner.isEndless = false
    spinner.restarts = 2
    spinner.setNeedsAnimation()
    for time in 0..<5 { tree.prepareFrame(at: .at(Double(time))) }
    #expect(spinner.times == [0, 1, 2] && !tree.isAnimating)
  }

  @Test(
    "A view can be animated while it is transparent and beyond a side of the window, so it can fade or slide in"
  )
  func fadesIn() {
    spinner.alpha = 0
    spinner.frame.origin = Point(x: -500, y: 0)
    spinner.setNeedsAnimation()
    tree.prepareFrame(at: .at(0))
    #expect(spinner.times == [0])
  }
}
