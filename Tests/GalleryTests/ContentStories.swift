import CarouselUI
import GalleryPages
import HeadlessCompositor
import TestSupport
import Testing

/// Pages that change the content and the settings of carousels.
@MainActor
struct ContentStories {
  @Test(
    "On the page Basic, Insert adds a picture, Remove removes a picture, and Type changes the type",
    .proves("X001", "F09", "R58", "R161"), arguments: Situation.all)
  func basic(situation: Situation) throws {
    let rig = try GalleryRig("basic", situation)
    let carousel = try rig.carousel()
    #expect(carousel.numberOfItems == 12)
    try rig.press(.button, "Insert")
    #expect(carousel.numberOfItems == 13)
    try rig.press(.button, "Remove")
    try rig.press(.button, "Remove")
    #expect(carousel.numberOfItems == 11)
    try rig.chooseType("Rotary")
    #expect(carousel.type == .rotary)
    #expect(throws: AccessibilityError.self) { try rig.ui.find(.menu) }
    for _ in 0..<11 { try rig.press(.button, "Remove") }
    #expect(carousel.numberOfItems == 0)
    try rig.press(.button, "Remove")
    try rig.press(.button, "Insert")
    #expect(carousel.numberOfItems == 1)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "On the page Everything, each control changes its setting, and each type can be selected",
    .proves("X002", "R166", "R149"), arguments: Situation.all)
  func everything(situation: Situation) throws {
    let rig = try GalleryRig("everything", situation)
    let carousel = try rig.carousel()
    func flip(_ title: String) throws { try rig.press(.switch, title) }
    try flip("Vertical")
    #expect(carousel.isVertical)
    try flip("Wrap")
    #expect(!carousel.isWrapEnabled)
    try flip("Fluid motion")
    #expect(carousel.motionStyle == .fluid)
    try flip("Placeholders")
    #expect(carousel.numberOfPlaceholders == 2)
    try flip("Scrolling")
    #expect(!carousel.isScrollEnabled)
    try flip("Stop at items")
    #expect(!carousel.scrollToItemBoundary)
    try rig.press(.button, "Insert")
    #expect(carousel.numberOfItems == 15)
    try rig.press(.button, "Remove")
    #expect(carousel.numberOfItems == 14)
    for (title, type) in [
      ("Linear", CarouselType.linear), ("Inverted Wheel", .invertedWheel), ("Time Machine", .timeMachine),
    ] {
      try rig.chooseType(title)
      #expect(carousel.type == type)
    }
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "On the page Item Size, the items follow the size of the window, and the current one stays in the center",
    arguments: Situation.withPen)
  func itemSize(situation: Situation) throws {
    let rig = try GalleryRig("item-size", situation)
    let view = try rig.find(CarouselView.self)
    func current() throws -> View { try #require(view.carousel.currentItemView as? View) }
    #expect(try current().size.width == (view.size.width * 0.94).rounded(.down))
    try rig.press(.radioButton, "Two")
    #expect(try current().size.width == (view.size.width * 0.48).rounded(.down))
    let toplevel = try #require(rig.compositor.toplevels.first)
    for (width, height) in [(900, 500), (420, 640), (500, 400)] {
      toplevel.resize(width: width, height: height)
      rig.settle()
      #expect(view.carousel.currentItemIndex == 4)
      let item = try current()
      #expect(
        item.size.width == (view.size.width * 0.48).rounded(.down) && item.size.height <= view.size.height)
      #expect(try abs(rig.place(item).x - rig.place(view).x) < 1)
    }
    let start = try rig.place(view)
    rig.drag(from: start, to: Point(x: start.x - view.size.width / 2, y: start.y))
    #expect(view.carousel.currentItemIndex == 5)
    try rig.press(.radioButton, "Many")
    #expect(try abs(current().size.width / current().size.height - 0.8) < 0.02)
    #expect(view.carousel.indexesForVisibleItems.count > 3)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "On the page Options, each slider changes an option of the carousel", .proves("X010"),
    arguments: Situation.all)
  func options(situation: Situation) throws {
    let rig = try GalleryRig("options", situation)
    let carousel = try rig.carousel()
    let titles: [(String, CarouselOption)] = [
      ("Count", .count), ("Arc", .arc), ("Angle", .angle), ("Radius", .radius), ("Tilt", .tilt),
      ("Spacing", .spacing), ("Visible items", .visibleItems), ("Drag speed", .offsetMultiplier),
      ("Fade from", .fadeMin), ("Fade to", .fadeMax), ("Fade range", .fadeRange),
      ("Faded alpha", .fadeMinAlpha),
    ]
    let panel = try rig.find(ScrollView.self)
    for (title, option) in titles {
      let slider: Slider = try rig.control(.slider, title)
      let frame = try #require(slider.superview?.frame)
      panel.scrollToVisible(frame, animated: false)
      rig.settle()
      #expect(carousel.options[option] == nil)
      for part in [0.7, 0, 0.4] {
        try rig.slide(slider, to: part)
        let value = try #require(carousel.options[option], "\(title) at \(part), \(slider.value)")
        #expect(abs(value - slider.value) < 1e-9, "\(title)")
        let range = slider.range.upperBound - slider.range.lowerBound
        #expect(
          abs(value - slider.range.lowerBound - part * range) <= max(range * 0.03, slider.step), "\(title)")
      }
    }
    panel.setContentOffset(Point(x: 0, y: 1e6), animated: false)
    rig.settle()
    try rig.press(.switch, "Wrap")
    #expect(!carousel.isWrapEnabled)
    try rig.press(.button, "Defaults")
    #expect(carousel.options == CarouselOptions())
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "On the page Offsets, sliders move the carousel and the viewpoint", .proves("X009"),
    arguments: Situation.all)
  func offsets(situation: Situation) throws {
    let rig = try GalleryRig("offsets", situation)
    let carousel = try rig.carousel()
    let sliders = rig.all(Slider.self)
    let item = try rig.find(CarouselView.self).subviews.last
    let before = try rig.place(#require(item))
    try rig.slide(sliders[0], to: 0.75)
    #expect(abs(carousel.contentOffset.width - 100) < 6)
    #expect(try rig.place(#require(item)).x > before.x + 90)
    try rig.slide(sliders[3], to: 0.25)
    #expect(abs(carousel.viewpointOffset.height + 200) < 12)
    try rig.slide(sliders[4], to: 0)
    #expect(carousel.perspective == 0)
  }

  @Test(
    "On the page Fading, an item at offset 1.2 has an alpha of 0.5, and the slider changes this alpha",
    .proves("X011"), arguments: Situation.all)
  func fading(situation: Situation) throws {
    let rig = try GalleryRig("fading", situation)
    let carousel = try rig.carousel()
    carousel.scrollToItemBoundary = false
    carousel.scrollOffset = 0.8
    rig.settle()
    func alpha(_ offset: Double) throws -> Double {
      try #require(carousel.frame().items.first { abs($0.offset - offset) < 0.001 }).alpha
    }
    #expect(abs(try alpha(1.2) - 0.5) < 0.001)
    try rig.slide(rig.control(.slider, "Faded alpha"), to: 0.8)
    #expect(try alpha(1.2) >= 0.75)
  }

  @Test(
    "On the page Placeholders, empty frames are beside the first and the last item, and cannot be selected",
    .proves("R149"), arguments: Situation.all
  )
  func placeholders(situation: Situation) throws {
    let rig = try GalleryRig("placeholders", situation)
    let carousel = try rig.carousel()
    #expect(carousel.numberOfPlaceholders == 4)
    let placeholder = try #require(
      carousel.frame().items.filter { $0.index < 0 || $0.index >= 3 }.min { abs($0.offset) < abs($1.offset) })
    try rig.press(#require(placeholder.view as? View), 0.8, 0.5)
    #expect((0..<3).contains(carousel.currentItemIndex))
    try rig.element(.spinButton, "Items").element.perform(.increment)
    rig.settle()
    #expect(carousel.numberOfItems == 4)
  }

  @Test(
    "On the page Mixed Items, the carousel has items of different kinds, and their controls can be used",
    .proves("P01"),
    arguments: Situation.all)
  func mixed(situation: Situation) throws {
    let rig = try GalleryRig("mixed", situation)
    let carousel = try rig.carousel()
    let kinds = Set(carousel.visibleItemViews.map { "\(type(of: $0))" })
    #expect(kinds.count >= 3)
    rig.key(.right)
    rig.settle()
    #expect(carousel.currentItemIndex == 3)
    let lamp: Toggle = try rig.control(.switch, "Lamp")
    try rig.press(lamp)
    #expect(!lamp.isOn)
  }

  @Test(
    "On the page Background and Foreground, the program's own views are behind and in front of the items",
    .proves("Y18", "R155"), arguments: Situation.all)
  func layers(situation: Situation) throws {
    let rig = try GalleryRig("layers", situation)
    let carousel = try rig.carousel()
    let word = try rig.find(LabelView.self)
    let cover = try #require(carousel.currentItemView as? PrintView)
    // The picture covers the lower part of the word.
    let shot = rig.compositor.capture()
    let point = try rig.place(cover, 0.5, 0.03)
    #expect(word.frame.contains(try #require(cover.convert(Point(x: 0, y: 4), to: word.superview))))
    let pixel = shot[Int(point.x * situation.scale), Int(point.y * situation.scale)]
    #expect(pixel == 0xFFFF_FDF8)
    let index = carousel.currentItemIndex
    try rig.press(.button, "Next")
    #expect(carousel.currentItemIndex == index + 1)
    try rig.press(.button, "Previous")
    #expect(carousel.currentItemIndex == index)
  }

  @Test(
    "On the page Reflections, a change of a control in the card also appears in the card's reflection",
    .proves("X012", "F14", "R67"), arguments: Situation.all)
  func reflections(situation: Situation) throws {
    let rig = try GalleryRig("reflections", situation)
    let card = try #require(rig.carousel().currentItemView as? View)
    let height = card.size.height
    func mirrored(_ shot: Capture) throws -> [UInt32] {
      // The reflection of the lowest quarter of the card, below the card.
      let (left, right) = (try rig.place(card, 0.1, 1.04), try rig.place(card, 0.9, 1.25))
      #expect(left.y > 0 && height > 0)
      var pixels: [UInt32] = []
      for y in Int(left.y * situation.scale)..<Int(right.y * situation.scale) {
        for x in Int(left.x * situation.scale)..<Int(right.x * situation.scale) { pixels.append(shot[x, y]) }
      }
      return pixels
    }
    let before = try mirrored(rig.compositor.capture())
    #expect(Set(before).count > 10)
    let toggle = try rig.find(Toggle.self, in: card)
    rig.down(try rig.place(toggle))
    rig.up()
    rig.frames(4)
    #expect(try mirrored(rig.compositor.capture()) != before)
    #expect(!toggle.isOn)
    try rig.slide(rig.control(.slider, "Opacity"), to: 0)
    #expect(Set(try mirrored(rig.compositor.capture())).count < 3)
  }

  @Test(
    "On the page Effects, controls change the border, shadow, mask and reflection of the pictures",
    .proves("X013", "R42"), arguments: Situation.all)
  func effects(situation: Situation) throws {
    let rig = try GalleryRig("effects", situation)
    let picture = try #require(rig.carousel().currentItemView as? View)
    func corner() throws -> UInt32 {
      let point = try rig.place(picture, 0.012, 0.5)
      return rig.compositor.capture()[Int(point.x * situation.scale), Int(point.y * situation.scale)]
    }
    #expect(try corner() == 0xFFFF_FFFF)
    try rig.slide(rig.control(.slider, "Border"), to: 0)
    #expect(picture.borderWidth == 0)
    #expect(try corner() != 0xFFFF_FFFF)
    try rig.slide(rig.control(.slider, "Shadow"), to: 1)
    #expect(picture.shadowRadius == 40)
    try rig.press(.radioButton, "Oval")
    #expect(picture.mask != nil)
    try rig.press(.switch, "Reflection")
    #expect(picture.reflection != nil)
  }
}
