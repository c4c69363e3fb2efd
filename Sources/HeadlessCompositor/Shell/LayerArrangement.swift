/// The state that a client has committed for a layer surface.
///
/// Wayland: `zwlr_layer_surface_v1`.
struct LayerState: Equatable {
  /// Sides of the output; the bits of zwlr_layer_surface_v1.anchor.
  struct Sides: OptionSet {
    let rawValue: UInt32
    static let top = Sides(rawValue: 1)
    static let bottom = Sides(rawValue: 2)
    static let left = Sides(rawValue: 4)
    static let right = Sides(rawValue: 8)
    static let horizontal: Sides = [.left, .right]
    static let vertical: Sides = [.top, .bottom]
    static let all: Sides = [.top, .bottom, .left, .right]
  }

  var layer = LayerSurface.Layer.background
  /// The requested size. A side of 0 fills the space between two anchored sides of the output.
  var width = 0
  var height = 0
  var anchors: Sides = []
  /// Above 0: the length that other surfaces keep free. 0: the surface avoids other surfaces' zones. −1: it ignores
  /// their zones.
  var exclusiveZone = 0
  var margins: (top: Int, right: Int, bottom: Int, left: Int) = (0, 0, 0, 0)
  var keyboard = LayerSurface.KeyboardInteractivity.none

  /// The side to which an exclusive zone belongs; nil if the anchors do not determine one.
  var exclusiveSide: Sides? {
    for side in [Sides.top, .bottom, .left, .right] {
      let across: Sides = side.isSubset(of: .horizontal) ? .vertical : .horizontal
      if anchors == side || anchors == across.union(side) { return side }
    }
    return nil
  }

  static func == (a: LayerState, b: LayerState) -> Bool {
    (a.layer, a.width, a.height, a.exclusiveZone) == (b.layer, b.width, b.height, b.exclusiveZone)
      && (a.anchors, a.keyboard) == (b.anchors, b.keyboard) && a.margins == b.margins
  }
}

/// Computes the positions of the layer surfaces on an output, one after the other. The rest of the output is the work
/// area.
///
/// Clients may send extreme numbers, so sums are computed in 64 bits, and results are clamped to the protocol's range.
struct LayerArrangement {
  /// The rectangle of the output among all outputs, in logical pixels.
  let output: IntegerRect
  /// The output without the exclusive zones of the surfaces placed so far.
  private(set) var workArea: IntegerRect

  init(output: IntegerRect) {
    self.output = output
    workArea = output
  }

  /// Returns the rectangle of a surface, and removes the surface's exclusive zone from the work area.
  mutating func place(_ state: LayerState) -> IntegerRect {
    let area = state.exclusiveZone == -1 ? output : workArea
    let x = Self.span(
      state.width, low: area.x, length: area.width, before: state.margins.left, after: state.margins.right,
      isAtStart: state.anchors.contains(.left), isAtEnd: state.anchors.contains(.right))
    let y = Self.span(
      state.height, low: area.y, length: area.height, before: state.margins.top, after: state.margins.bottom,
      isAtStart: state.anchors.contains(.top), isAtEnd: state.anchors.contains(.bottom))
    if state.exclusiveZone > 0, let side = state.exclusiveSide { reserve(state, side) }
    return IntegerRect(x: x.start, y: y.start, width: x.length, height: y.length)
  }

  private static func span(
    _ wanted: Int, low: Int, length: Int, before: Int, after: Int, isAtStart: Bool, isAtEnd: Bool
  ) -> (start: Int, length: Int) {
    if wanted == 0 {
      return ((low + before).addingClamped(0), max(1, (length - before - after).addingClamped(0)))
    }
    let start =
      switch (isAtStart, isAtEnd) {
      case (true, false): low + before
      case (false, true): low + length - wanted - after
      default: low + (length - wanted) / 2
      }
    return (start.addingClamped(0), wanted)
  }

  private mutating func reserve(_ state: LayerState, _ side: LayerState.Sides) {
    let margin =
      switch side {
      case .top: state.margins.top
      case .bottom: state.margins.bottom
      case .left: state.margins.left
      default: state.margins.right
      }
    let isHorizontal = side.isSubset(of: .horizontal)
    let zone = min(max(0, state.exclusiveZone + margin), isHorizontal ? workArea.width : workArea.height)
    if isHorizontal {
      if side == .left { workArea.x += zone }
      workArea.width -= zone
    } else {
      if side == .top { workArea.y += zone }
      workArea.height -= zone
    }
  }
}
