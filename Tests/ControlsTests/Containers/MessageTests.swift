import Controls
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Banners, progress and centered views")
@MainActor
struct MessageTests {
  @Test(
    "A banner grows with its wrapped text, calls its action, and takes no space while it is hidden",
    arguments: Way.all)
  func banner(way: Way) {
    let stage = ControlStage(way.plane)
    var count = 0
    let banner = BannerView(
      "Words " + String(repeating: "and words ", count: 30), style: .problem, action: "Retry"
    ) {
      count += 1
    }
    let below = View(size: Size(width: 10, height: 10))
    let stack = StackView(.vertical, [banner, below])
    stack.size = Size(width: 360, height: 280)
    stage.add(stack, x: 0, y: 0)
    #expect(banner.size.height > 60 && below.frame.minY == banner.size.height)
    guard let button = banner.subviews.last as? Button else {
      Issue.record("no button")
      return
    }
    #expect(banner.bounds.intersection(button.frame) == button.frame)
    #expect(banner.subviews[0].frame.maxX <= button.frame.minX)
    stage.tap(button, as: way.kind)
    #expect(count == 1)
    banner.isHidden = true
    stage.settle()
    #expect(below.frame.minY == 0)
  }

  @Test("The progress of a task is a bar, or a spinner while it is not known, with a button that cancels it")
  func progress() {
    let stage = ControlStage()
    var isCanceled = false
    let task = stage.add(TaskProgressView("Copying", progress: 0.5), x: 0, y: 0)
    task.size.width = 300
    stage.settle()
    func roles() -> [AccessibilityRole] { task.accessibilityTree().all.map(\.role) }
    #expect(roles() == [.label, .progressBar])
    task.progress = nil
    task.onCancel = { isCanceled = true }
    stage.settle()
    #expect(roles().contains(.spinner) && !roles().contains(.progressBar))
    try? task.accessibilityTree().find(.button, "Cancel").activate()
    #expect(isCanceled)
    for value in [Double.nan, -1, 7, .infinity] { task.progress = value }
    stage.settle()
    #expect(roles().contains(.progressBar))
  }

  @Test("A depth stack centers its views up to a maximum width, or places them at a side")
  func depth() {
    let stage = ControlStage()
    let (view, filling) = (View(), View())
    view.preferredSize = Size(width: 300, height: 40)
    let stack = DepthStackView([filling.growing(), view])
    stack.size = Size(width: 400, height: 100)
    stage.add(stack, x: 0, y: 0)
    #expect(filling.frame == stack.bounds && view.frame == Rect(x: 50, y: 30, width: 300, height: 40))
    stack.maximumWidth = 200
    stage.settle()
    #expect(view.frame == Rect(x: 100, y: 30, width: 200, height: 40))
    (stack.horizontalAlignment, stack.verticalAlignment) = (.leading, .trailing)
    stage.settle()
    #expect(view.frame.origin == Point(x: 0, y: 60))
    stage.card.layoutDirection = .rightToLeft
    stage.settle()
    #expect(view.frame.origin == Point(x: 200, y: 60))
    stack.maximumWidth = .nan
    stack.size = .zero
    stage.settle()
    #expect(view.size.width.isFinite)
  }
}
