import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the options that are set without a delegate.
@MainActor
struct CarouselOptionsTests {
  /// A value for each option, as the delegate returns it and as the property is set.
  struct Value: Sendable, CustomTestStringConvertible {
    let option: CarouselOption
    let number: Double
    let set: @Sendable (inout CarouselOptions) -> Void
    var testDescription: String { "\(option) \(number)" }
  }

  nonisolated static let values: [Value] = [
    Value(option: .wrap, number: 1) { $0.wrap = true },
    Value(option: .wrap, number: 0) { $0.wrap = false },
    Value(option: .showBackfaces, number: 0) { $0.showBackfaces = false },
    Value(option: .showBackfaces, number: 1) { $0.showBackfaces = true },
    Value(option: .offsetMultiplier, number: 2.5) { $0.offsetMultiplier = 2.5 },
    Value(option: .visibleItems, number: 3) { $0.visibleItems = 3 },
    Value(option: .count, number: 7) { $0.count = 7 },
    Value(option: .arc, number: 2) { $0.arc = 2 },
    Value(option: .angle, number: 0.3) { $0.angle = 0.3 },
    Value(option: .radius, number: 333) { $0.radius = 333 },
    Value(option: .tilt, number: 0.5) { $0.tilt = 0.5 },
    Value(option: .spacing, number: 1.2) { $0.spacing = 1.2 },
    Value(option: .fadeMin, number: -0.5) { $0.fadeMin = -0.5 },
    Value(option: .fadeMax, number: 0.5) { $0.fadeMax = 0.5 },
    Value(option: .fadeRange, number: 2) { $0.fadeRange = 2 },
    Value(option: .fadeMinAlpha, number: 0.25) { $0.fadeMinAlpha = 0.25 },
    Value(option: .fadeMax, number: .infinity) { $0.fadeMax = .infinity },
  ]

  /// Returns the other options that must be set so that `option` has a visible effect.
  private func context(of option: CarouselOption) -> [CarouselOption: Double] {
    switch option {
    case .fadeRange, .fadeMinAlpha: [.fadeMin: -0.25, .fadeMax: 0.25]
    case .count: [.visibleItems: 9]
    default: [:]
    }
  }

  /// Returns descriptions of the frames of a drag and a scroll.
  private func frames(_ carousel: Carousel) -> [String] {
    var shown: [String] = []
    var now = Timestamp(seconds: 1000)
    func show() {
      now = now + 1 / 60
      carousel.advance(to: now)
      let items = carousel.frame().items.map { "\($0.index) \($0.transform) \($0.alpha) \($0.homography)" }
      shown.append("\(carousel.scrollOffset) \(carousel.isWrapEnabled) \(items)")
    }
    show()
    carousel.beginDrag(at: now)
    for step in 1...3 {
      carousel.moveDrag(
        translation: Point(x: -70 * Double(step), y: 0), velocity: Point(x: -300, y: 0), at: now)
      show()
    }
    carousel.endDrag(at: now)
    for _ in 1...10 { show() }
    carousel.scrollToItem(at: 4, duration: 0.1)
    for _ in 1...8 { show() }
    return shown
  }

  private func carousel(_ type: CarouselType) -> Carousel {
    let carousel = Carousel(bounds: Size(width: 800, height: 600))
    carousel.type = type
    return carousel
  }

  @Test(
    "A value in `options` leads to the same frames as the same value from a delegate",
    .proves("O01", "O02", "O03", "O04", "O05", "O06", "O07", "O08", "O09", "O10", "O11", "O12", "O13", "O14"),
    arguments: values, [CarouselType.linear, .rotary, .cylinder, .wheel, .coverFlow2, .timeMachine])
  func sameFrames(value: Value, type: CarouselType) {
    let source = Numbers(9)
    let (answered, preset, plain) = (carousel(type), carousel(type), carousel(type))
    let listener = Listener()
    let others = context(of: value.option)
    listener.options = others.merging([value.option: value.number]) { $1 }
    answered.delegate = listener
    for one in [preset, plain] {
      one.options.fadeMin = others[.fadeMin]
      one.options.fadeMax = others[.fadeMax]
      one.options.visibleItems = others[.visibleItems].map { Int($0) }
    }
    value.set(&preset.options)
    #expect(preset.options[value.option] == value.number)
    for one in [answered, preset, plain] { one.dataSource = source }
    let expected = frames(answered)
    #expect(frames(preset) == expected)
    // The frames are also the same if the option is set at run time.
    value.set(&plain.options)
    plain.scrollOffset = 0
    let later = carousel(type)
    later.delegate = listener
    later.dataSource = source
    #expect(frames(plain).last == frames(later).last)
  }

  @Test("Each option changes the frames of the types that use it", .proves("O01", "O08", "O10"))
  func effect() {
    let types: [CarouselOption: CarouselType] = [
      .showBackfaces: .cylinder, .count: .rotary, .arc: .rotary, .angle: .rotary, .radius: .rotary,
      .tilt: .coverFlow2, .visibleItems: .rotary,
    ]
    let source = Numbers(9)
    for value in Self.values where value.number != .infinity && !(value.option == .wrap && value.number == 0)
    {
      if value.option == .showBackfaces, value.number == 1 { continue }
      let type = types[value.option] ?? .linear
      let (preset, plain) = (carousel(type), carousel(type))
      for one in [preset, plain] {
        one.options.fadeMin = context(of: value.option)[.fadeMin]
        one.options.fadeMax = context(of: value.option)[.fadeMax]
        one.options.visibleItems = context(of: value.option)[.visibleItems].map { Int($0) }
      }
      value.set(&preset.options)
      for one in [preset, plain] { one.dataSource = source }
      #expect(frames(preset) != frames(plain), "\(value.option)")
    }
  }

  @Test(
    "The delegate gets the value in `options` as the default, and the value that the delegate returns has precedence",
    .proves("G11"))
  func precedence() {
    let listener = Listener()
    let (carousel, source) = (carousel(.coverFlow2), Numbers(9))
    carousel.options.tilt = 0.4
    carousel.options.wrap = true
    carousel.options.visibleItems = 5
    carousel.delegate = listener
    carousel.dataSource = source
    _ = carousel.frame()
    #expect(listener.defaults[.tilt]?.first == 0.4 && listener.defaults[.wrap]?.first == 1)
    #expect(listener.defaults[.visibleItems]?.first == 5)
    #expect(carousel.isWrapEnabled && carousel.numberOfVisibleItems == 5)
    listener.options = [.wrap: 0, .visibleItems: 3]
    carousel.setNeedsLayout()
    _ = carousel.frame()
    #expect(!carousel.isWrapEnabled && carousel.numberOfVisibleItems == 3)
    carousel.options.visibleItems = nil
    listener.options = [:]
    carousel.setNeedsLayout()
    #expect(carousel.numberOfVisibleItems != 5 && carousel.isWrapEnabled)
  }

  @Test("A custom layout gets a value in `options` from LayoutResolver like a value returned by a delegate")
  func customLayout() {
    struct Fan: CarouselLayout {
      var step = 0.0
      mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
        step = resolver.number(.angle, default: 0.1)
        return LayoutGeometry(visible: .count(resolver.count(.count, default: 4)))
      }
      func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
        context.base.rotated(by: step * position.offset, z: 1)
      }
    }
    let (preset, answered, source, listener) = (carousel(.linear), carousel(.linear), Numbers(9), Listener())
    preset.options.angle = 0.7
    preset.options.count = 6
    listener.options = [.angle: 0.7, .count: 6]
    answered.delegate = listener
    for one in [preset, answered] {
      one.layout = Fan()
      one.dataSource = source
    }
    #expect(preset.numberOfVisibleItems == 6)
    #expect(frames(preset) == frames(answered))
  }

  @Test("Setting an option to NaN keeps its value, extreme integers are clamped, and all results are finite")
  func strange() {
    let (carousel, source) = (carousel(.rotary), Numbers(9))
    carousel.dataSource = source
    carousel.options.radius = 300
    carousel.options.radius = .nan
    #expect(carousel.options.radius == 300)
    carousel.options.spacing = .nan
    #expect(carousel.options == carousel.options && carousel.options.spacing == nil)
    for (visible, count) in [(Int.max, Int.min), (.min, .max), (0, 0)] {
      carousel.options.visibleItems = visible
      carousel.options.count = count
      #expect(carousel.frame().items.allSatisfy { $0.transform.m41.isFinite })
      #expect((0...9).contains(carousel.numberOfVisibleItems))
    }
  }

  @Test("If an option changes in an animation block, the items move gradually")
  func animation() {
    let (carousel, source) = (carousel(.linear), Numbers(9))
    carousel.dataSource = source
    carousel.advance(to: Timestamp(seconds: 1))
    func distance() -> Double {
      let items = carousel.frame().items
      func middle(_ index: Int) -> Double { items.first { $0.index == index }?.seenMiddle.x ?? .nan }
      return middle(1) - middle(0)
    }
    #expect(distance() == 200)
    var isFinished = false
    carousel.animate(
      withDuration: 1, animations: { carousel.options.spacing = 1.5 }, completion: { isFinished = $0 })
    carousel.advance(to: Timestamp(seconds: 2))
    #expect(near(distance(), 200) && !isFinished)
    carousel.advance(to: Timestamp(seconds: 2.5))
    #expect(near(distance(), 250))
    carousel.advance(to: Timestamp(seconds: 3.1))
    #expect(near(distance(), 300) && isFinished)
  }
}
