internal import Geometry
internal import Input
internal import Views

/// The item that a key leads to.
extension CollectionArrangement {
  /// A movement from an item to another one.
  package enum Step: Hashable, Sendable {
    /// To the next or the previous item.
    case next, previous
    /// To the row below or above.
    case down, up
    /// By a height, in points.
    case pageDown(Double)
    case pageUp(Double)
    /// To the first or the last item.
    case first, last
  }

  /// Returns the item at which a step ends. At an end of the content, it is `item` itself. `item` must be valid.
  ///
  /// A step down or up leads to the item of the next row whose horizontal distance is the smallest. A row is the first item
  /// below, with the items that begin before that item ends. A page has at least one row.
  package func item(_ step: Step, from item: Int) -> Int {
    let frame = frame(of: item)
    switch step {
    case .next: return min(item + 1, count - 1)
    case .previous: return max(item - 1, 0)
    case .first: return 0
    case .last: return count - 1
    case .down: return nearest(toItem: frame, inRowBelow: frame.maxY) ?? item
    case .up: return nearest(toItem: frame, inRowAbove: frame.minY) ?? item
    case .pageDown(let distance):
      let next = nearest(toItem: frame, inRowBelow: frame.minY + distance, isCovered: true)
      let target = next ?? nearest(toItem: frame, inRowAbove: .infinity) ?? item
      return target > item ? target : self.item(.down, from: item)
    case .pageUp(let distance):
      let next = nearest(toItem: frame, inRowAbove: frame.maxY - distance, isCovered: true)
      let target = next ?? nearest(toItem: frame, inRowBelow: -.infinity) ?? item
      return target < item ? target : self.item(.up, from: item)
    }
  }

  /// Returns an item of the first row that begins at or below `top`.
  ///
  /// - Parameter isCovered: Whether a row that `top` is in also counts.
  private func nearest(toItem frame: Rect, inRowBelow top: Double, isCovered: Bool = false) -> Int? {
    let top = max(top, -1)
    func isBelow(_ item: Int) -> Bool { isCovered || self.frame(of: item).minY >= top - tolerance }
    var length = searchLength
    while true {
      let found = items(in: row(from: top, to: top + length)).filter(isBelow)
      if let first = found.min(by: { self.frame(of: $0).minY < self.frame(of: $1).minY }) {
        let bottom = self.frame(of: first).maxY
        let row = items(in: row(from: top, to: bottom)).filter(isBelow)
        return nearest(toItem: frame, in: row)
      }
      guard top + length < height else { return nil }
      length *= 2
    }
  }

  /// Returns an item of the last row that ends at or above `bottom`.
  private func nearest(toItem frame: Rect, inRowAbove bottom: Double, isCovered: Bool = false) -> Int? {
    let bottom = min(bottom, height + 1)
    func isAbove(_ item: Int) -> Bool { isCovered || self.frame(of: item).maxY <= bottom + tolerance }
    var length = searchLength
    while true {
      let found = items(in: row(from: bottom - length, to: bottom)).filter(isAbove)
      if let last = found.max(by: { self.frame(of: $0).maxY < self.frame(of: $1).maxY }) {
        let top = self.frame(of: last).minY
        let row = items(in: row(from: top, to: bottom)).filter(isAbove)
        return nearest(toItem: frame, in: row)
      }
      guard bottom - length > 0 else { return nil }
      length *= 2
    }
  }

  /// Returns the item whose horizontal distance is the smallest; of several, the first one.
  private func nearest(toItem frame: Rect, in items: [Int]) -> Int? {
    items.min { distance(of: $0, from: frame) < distance(of: $1, from: frame) }
  }

  private func distance(of item: Int, from frame: Rect) -> Double {
    abs(self.frame(of: item).center.x - frame.center.x)
  }

  /// Returns a rectangle that is wider than the content.
  private func row(from top: Double, to bottom: Double) -> Rect {
    Rect(x: -1, y: top, width: LayoutMeasures.longest + 2, height: bottom - top)
  }

  /// The height of the first area that is searched, in points.
  private var searchLength: Double { 1 }
  /// The rounding error of a place, in points.
  private var tolerance: Double { 1e-3 }
}

extension CollectionArrangement.Step {
  /// Creates the step of a key; `nil` if the key makes no step.
  ///
  /// - Parameters:
  ///   - view: The view with the items. Its height is a page, and its layout direction decides on the horizontal keys.
  ///   - hasColumns: Whether horizontal keys make steps.
  @MainActor
  init?(_ key: Key, in view: View, hasColumns: Bool) {
    let isMirrored = view.effectiveLayoutDirection == .rightToLeft
    switch key.withoutKeypad {
    case .down: self = .down
    case .up: self = .up
    case .right where hasColumns: self = isMirrored ? .previous : .next
    case .left where hasColumns: self = isMirrored ? .next : .previous
    case .pageDown: self = .pageDown(view.size.height)
    case .pageUp: self = .pageUp(view.size.height)
    case .home: self = .first
    case .end: self = .last
    default: return nil
    }
  }
}
