import Geometry
package import Views

/// A tree of 400 × 300 points: a card at (100, 100), and a button in the card. All three record their events.
@MainActor
package struct ProbeTree {
  package let log = EventLog()
  package let root = ProbeView("root", Rect(x: 0, y: 0, width: 400, height: 300))
  package let card: ProbeView
  package let button: ProbeView
  package let tree: ViewTree

  package init() {
    card = ProbeView("card", Rect(x: 100, y: 100, width: 200, height: 100), log: log)
    button = ProbeView("button", Rect(x: 20, y: 20, width: 50, height: 30), log: log)
    root.addSubview(card)
    card.addSubview(button)
    tree = ViewTree(root: root)
    tree.prepareFrame(at: .at(0))
  }
}
