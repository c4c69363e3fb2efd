internal import Geometry

/// Everything that decides where items stand and how they look, worked out once for each pass over them.
package struct Arrangement: Sendable {
  package var layout = Layout.linear(LinearLayout())
  package var stage = Stage(axis: .horizontal, itemWidth: 0)
  /// How what the layout arranges stands on the screen.
  package var scrollAxis = ScrollAxis.horizontal
  package var fade = Fade()
  /// What changes items on top of the layout.
  package var effects = ItemEffects.none
  /// Which views show their backs.
  package var backs = Backs()
  /// The number of places on a ring; elsewhere the number of items and placeholders.
  package var circularItemCount = 0
  /// How many items to load, placeholders included.
  package var numberOfVisibleItems = 0

  /// The most items that are ever loaded at once; who asks for more, asks by mistake.
  static let mostVisibleItems = 100_000
  /// How items of different widths stand; `nil` where all are equally wide.
  package var track: ItemTrack?
  /// Which items to load where their widths decide; `nil` where only their number does.
  package var seen: VisibleRange?
  /// Whether a wheel is small enough to be seen as a whole.
  var isWholeWheelSeen = false
  /// How far the picture is moved along the axis so that the item the carousel rests on is where it should be, in points.
  package var shift = 0.0
  /// The offsets that a row can rest at; `nil` means all from its first item to its last.
  package var ends: ClosedRange<Double>?
  /// On which side of the current item the others are seen: `start` is after it, `center` on both.
  var loadsFrom = SnapAlignment.center
}

/// The figures an arrangement is worked out from.
struct ArrangementInput {
  var type: CarouselType
  var axis: ScrollAxis
  var bounds: Size
  var contentOffset: Size
  var perspective: Double
  var viewpointOffset: Size
  var itemWidth: Double
  var effects: ItemEffects
  /// Items and the placeholders that are shown.
  var total: Int
  /// The cap of automatic counts.
  var maximumVisibleItems: Int
  var ring: ItemRing
  var scrollOffset: Double
  /// The widths of the items; `nil` if all are equal.
  var sizes: ItemSizes?
  /// The track as it was.
  var track: ItemTrack?
  var alignment: Alignment
}

extension Arrangement {
  /// Works out an arrangement from figures and options.
  @MainActor
  init(_ input: ArrangementInput, options: OptionValues) {
    let type = input.type
    scrollAxis = input.axis
    let base = Transform3D.base(perspective: input.perspective, viewpoint: input.viewpointOffset)
    stage = Stage(axis: scrollAxis.axis, base: scrollAxis.inLayout(base), itemWidth: input.itemWidth)
    backs.ofDoubleSided = options.isOn(.showBackfaces, default: type.showsBackfaces)
    backs.ofSingleSided = options.isOn(.showBackfaces, default: false)
    fade.min = options.number(.fadeMin, default: type.fadeMin)
    fade.max = options.number(.fadeMax, default: type.fadeMax)
    fade.range = options.number(.fadeRange, default: 1)
    fade.minAlpha = options.number(.fadeMinAlpha, default: 0).finite(or: 0)

    let spacing = options.number(.spacing, default: type.spacing)
    effects = input.effects
    effects.spread.gap = max(0, spacing.finite(or: 1) - 1)
    let pitch = input.itemWidth * spacing * effects.spread.leastPitch
    let length = scrollAxis.extent(of: input.bounds)
    var visible = input.maximumVisibleItems
    circularItemCount = input.total
    switch type {
    case .linear:
      layout = .linear(LinearLayout(spacing: spacing))
      layTrack(.line(share: 1), input, spacing: spacing)
      visible = VisibleRange.filling(
        length - scrollAxis.along(input.contentOffset), pitch: pitch, fallback: visible)
    case .coverFlow, .coverFlow2:
      let sleeves = CoverFlowLayout(
        tilt: options.number(.tilt, default: type.tilt), spacing: spacing, toggles: type == .coverFlow2)
      layout = .coverFlow(sleeves)
      layTrack(.line(share: sleeves.share), input, spacing: spacing)
      visible = VisibleRange.filling(length, pitch: pitch, fallback: visible)
    case .timeMachine, .invertedTimeMachine:
      layout = .timeMachine(
        TimeMachineLayout(
          tilt: options.number(.tilt, default: type.tilt), spacing: spacing,
          isInverted: type == .invertedTimeMachine))
    case .custom:
      layout = .linear(LinearLayout(spacing: spacing))
      layTrack(.line(share: 1), input, spacing: spacing)
    case .rotary, .invertedRotary, .cylinder, .invertedCylinder, .wheel, .invertedWheel:
      visible = arrangeRing(input, spacing: spacing, length: length, options: options)
    }
    if type.isRing { effects.spread.halfRing = Double(circularItemCount) / 2 }
    align(input, pitch: input.itemWidth * spacing)
    let range = seenRange(input)
    visible = range?.count ?? visible
    let asked = options.count(.visibleItems, default: visible)
    seen = asked == visible ? range : nil
    visible = asked
    numberOfVisibleItems = max(0, min(visible, input.total, Self.mostVisibleItems))
  }

  /// Works out a ring and returns how many of its items to load.
  @MainActor
  private mutating func arrangeRing(
    _ input: ArrangementInput, spacing: Double, length: Double, options: OptionValues
  ) -> Int {
    let type = input.type
    let cap = Double(input.maximumVisibleItems)
    // A number that looks well: as if the ring were seen in full width, but no less than twelve.
    let round = (length / (spacing * input.itemWidth)).rounded(.up) * .pi
    let automatic = Int(min(cap, max(12, round.isFinite ? round : 12)))
    circularItemCount = options.count(.count, default: min(input.total, automatic))
    let count = circularItemCount == 0 ? 1 : Double(circularItemCount)
    let arc = options.number(.arc, default: .pi * 2)
    let width = input.itemWidth * spacing
    let isWheel = type == .wheel || type == .invertedWheel
    layTrack(
      isWheel ? .rim(arc: arc, count: circularItemCount) : .tangents(arc: arc, count: circularItemCount),
      input,
      spacing: spacing)
    let touching = track?.radius ?? RingFigures.touching(width: width, arc: arc, count: count)
    let radius =
      switch type {
      case .rotary, .invertedRotary: max(width / 2, touching)
      case .cylinder, .invertedCylinder: max(0.01, touching)
      default: track?.radius ?? width * count / arc
      }
    var ring = RingFigures(radius: options.number(.radius, default: radius), step: 0)
    ring.step = options.number(.angle, default: arc / count)
    if let track { ring.step *= count / track.turn }
    let outer = ring.radius
    if type.isInvertedRing { ring = ring.inverted }
    switch type {
    case .rotary, .invertedRotary: layout = .rotary(RotaryLayout(ring: ring))
    case .cylinder, .invertedCylinder: layout = .cylinder(CylinderLayout(ring: ring))
    default: layout = .wheel(WheelLayout(ring: ring))
    }
    switch type {
    case .rotary, .cylinder:
      return Int(min(cap, Double(circularItemCount)))
    case .invertedRotary, .invertedCylinder:
      return Int(min(cap, (Double(circularItemCount) / 2).rounded(.up)))
    default:
      // The whole wheel if it fits the view, else the half of it that is nearer.
      isWholeWheelSeen = outer - input.itemWidth / 2 < min(input.bounds.width, input.bounds.height) / 2
      return Int(
        min(
          cap, isWholeWheelSeen ? Double(circularItemCount) : (Double(circularItemCount) / 2).rounded(.up) + 1
        ))
    }
  }
}
