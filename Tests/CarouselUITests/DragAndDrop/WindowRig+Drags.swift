import CarouselUI
import HeadlessCompositor
import Views

/// Rings of drop targets, and transfers of dragged content.
extension WindowRig {
  var tree: ViewTree? { ui.contentView.tree }
  var hasNoRing: Bool { tree?.dropViews.isEmpty == true }
  func isRinged(_ view: View) -> Bool { tree?.dropViews.map { $0 === view } == [true] }

  /// Dispatches both sides until all messages are processed. A client reads at most one descriptor at a time.
  func settle() { for _ in 0..<50 { compositor.settle() } }

  /// Transfers bytes through pipes until `isDone` returns `true`.
  func transfer(until isDone: () -> Bool) {
    for _ in 0..<10_000 where !isDone() {
      compositor.settle()
      scheduler.poll()
    }
  }
}
