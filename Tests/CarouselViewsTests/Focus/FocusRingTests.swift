import CarouselEngine
import CarouselViews
import Controls
import Drawing
import Geometry
import Glibc
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

/// The pixels of the focus ring.
@Suite("The focus ring")
@MainActor
struct FocusRingTests {
  /// A view that can have the focus.
  enum Target: CaseIterable, Sendable {
    case plain, suggested, destructive, flat, circular, toggle, toggleOn, checkBox, radioButton, segments,
      stepper,
      slider, pageControl, field, list, carousel, menu, custom

    @MainActor
    func make() -> View {
      switch self {
      case .plain: return Button("Plain")
      case .suggested: return Button("Suggested", style: .suggested)
      case .destructive: return Button("Destructive", style: .destructive)
      case .flat: return Button("Flat", style: .flat)
      case .circular:
        let button = Button(icon: .plus, style: .suggested)
        button.shape = .circular
        return button
      case .toggle: return Toggle()
      case .toggleOn: return Toggle(isOn: true)
      case .checkBox: return CheckBox("Check", isOn: true)
      case .radioButton: return RadioButton("Radio", in: RadioGroup())
      case .segments: return SegmentedControl(["One", "Two", "Three"])
      case .stepper: return Stepper(value: 5, in: 0...10)
      case .slider: return Slider(value: 0)
      case .pageControl:
        let dots = PageControl(numberOfPages: 8)
        dots.onSelect = { _ in }
        return dots
      case .field: return TextField("Text")
      case .list:
        let list = ListView(numberOfRows: 3, rowHeight: 30, size: Size(width: 160, height: 60)) { _, old in
          old ?? LabelView("row", size: Size(width: 160, height: 30), background: .teal)
        }
        list.allowsSelection = true
        return list
      case .carousel: return CarouselView(size: Size(width: 200, height: 100))
      case .menu: return MenuView([MenuItem("Copy"), MenuItem("Paste")])
      case .custom:
        let card = ProbeView("card", Rect(x: 0, y: 0, width: 120, height: 60))
        card.isFocusable = true
        return card
      }
    }
  }

  nonisolated static let themes: [Theme] = [.light, .dark, .highContrastLight, .highContrastDark]

  private let stage = ControlStage(size: Size(width: 320, height: 200))

  /// Adds a view at (60, 60) of a card with the background of the theme, and focuses it with the keyboard.
  private func focus(_ view: View, _ theme: Theme, background: Color? = nil) {
    stage.card.theme = theme
    stage.card.backgroundColor = background ?? theme.colors.window
    stage.add(view, x: 60, y: 60)
    stage.key(.tab)
    if view is MenuView { stage.key(.home) }
    stage.settle()
  }

  private static let scale = 2

  /// Returns the pixels from 3 points outside the side of `rect` to 9 points inside, at the middle of the side.
  private func scan(_ picture: Image, _ side: PopoverView.Edge, of rect: Rect) -> [Color] {
    (-6..<18).map { step in
      let depth = Double(step) / Double(Self.scale)
      let point: Point =
        switch side {
        case .top: Point(x: rect.center.x, y: rect.minY + depth)
        case .bottom: Point(x: rect.center.x, y: rect.maxY - depth - 0.5)
        }
      return picture.color(at: point, scale: Self.scale)
    }
  }
  private func scanAcross(_ picture: Image, fromLeft: Bool, of rect: Rect) -> [Color] {
    (-6..<18).map { step in
      let depth = Double(step) / Double(Self.scale)
      let x = fromLeft ? rect.minX + depth : rect.maxX - depth - 0.5
      return picture.color(at: Point(x: x, y: rect.center.y), scale: Self.scale)
    }
  }

  /// Returns the width, in pixels, of the widest line of one color near the side that differs from both of its
  /// neighbors by a contrast of at least 3 to 1. A line lies at most 4 points from the side.
  private func lineWidth(_ colors: [Color]) -> Int {
    var best = 0
    var start = 1
    while start < 14 {
      var end = start
      while end + 1 < colors.count, colors[end + 1] == colors[start] { end += 1 }
      // One pixel of a curved edge is antialiased.
      let outer = [start - 1, start - 2].filter { $0 >= 0 }.map { contrast(colors[start], colors[$0]) }
      let inner = [end + 1, end + 2].filter { $0 < colors.count }.map { contrast(colors[end], colors[$0]) }
      if outer.contains(where: { $0 >= 3 }), inner.contains(where: { $0 >= 3 }) {
        best = max(best, end - start + 1)
      }
      start = end + 1
    }
    return best
  }

  /// WCAG 2: contrast ratio.
  private func contrast(_ a: Color, _ b: Color) -> Double {
    func luminance(_ color: Color) -> Double {
      let linear = [color.red, color.green, color.blue].map {
        $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    let (first, second) = (luminance(a), luminance(b))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// Expects a line of 2 points on all sides of `rect`.
  private func expectRing(around rect: Rect, _ comment: Comment) throws {
    let picture = try stage.picture(scale: Double(Self.scale))
    let sides = [
      scan(picture, .top, of: rect), scan(picture, .bottom, of: rect),
      scanAcross(picture, fromLeft: true, of: rect), scanAcross(picture, fromLeft: false, of: rect),
    ]
    for colors in sides { #expect((2...5).contains(lineWidth(colors)), comment) }
  }

  @Test(
    "The ring of each control has a contrast of at least 3 to 1 to what it touches, in each theme",
    arguments: Target.allCases, themes)
  func contrast(target: Target, theme: Theme) throws {
    let view = target.make()
    focus(view, theme)
    try #require(view.isFocused)
    var rect = view.frame
    if let menu = view as? MenuView {
      let row = menu.frame(ofItem: 0)
      rect = Rect(origin: rect.origin + row.origin, size: row.size)
    }
    try expectRing(around: rect, "\(target)")
  }

  @Test(
    "The ring contrasts on any background and with any accent color",
    arguments: [Color.black, .white, .gray, .yellow, .blue], themes)
  func anyColor(color: Color, theme: Theme) throws {
    var theme = theme
    theme.accentColor = color
    let button = Button("Suggested", style: .suggested)
    focus(button, theme, background: color)
    try expectRing(around: button.frame, "\(color)")
  }

  @Test("The ring is in front of layered subviews and of views in front of the focused view")
  func aboveLayers() throws {
    let card = ProbeView("card", Rect(x: 0, y: 0, width: 120, height: 80))
    card.isFocusable = true
    let picture = PaintedView(size: Size(width: 120, height: 80)) { $0.fill(with: .black) }
    picture.isLayered = true
    card.addSubview(picture)
    focus(card, .light)
    let front = PaintedView(size: Size(width: 200, height: 40)) { $0.fill(with: .white) }
    front.isLayered = true
    stage.add(front, x: 40, y: 50)
    try expectRing(around: card.frame, "layers")
  }

  @Test("The ring has the accent color of the theme, and follows a change of the theme")
  func accentColor() throws {
    let view = Target.custom.make()
    focus(view, .light)
    func line() throws -> Color {
      try stage.picture(scale: Double(Self.scale)).color(at: Point(x: 62, y: 80), scale: Self.scale)
    }
    #expect(try line() == Theme.light.accentColor)
    stage.card.theme = .highContrastDark
    #expect(try line() == Theme.highContrastDark.accentColor)
  }

  @Test("A press hides the ring, except in a text field; moving the focus paints no control again")
  func visibility() throws {
    let (first, second) = (Target.custom.make(), Target.custom.make())
    focus(first, .light)
    stage.add(second, x: 60, y: 130)
    _ = try stage.picture(scale: 2)
    let version = first.contentVersion
    #expect(layerCount > 1)
    stage.key(.tab)
    stage.settle()
    #expect(second.isFocused && first.contentVersion == version)
    stage.press(first, 5, 5, as: .pointer(.primary))
    stage.lift(first, 5, 5)
    #expect(first.isFocused && layerCount == 1)
    let field = stage.add(TextField("Text"), x: 60, y: 10)
    stage.tap(field)
    #expect(field.isFocused && layerCount > 1)
  }

  private var layerCount: Int {
    var count = 0
    stage.tree.forEachLayer { _ in count += 1 }
    return count
  }
}

extension Image {
  /// Returns the color of the pixel at `point`, in points.
  fileprivate func color(at point: Point, scale: Int) -> Color {
    let (x, y) = (Int(point.x * Double(scale)), Int(point.y * Double(scale)))
    return withPixels { pixels in
      let start = y * stride + x * 4
      func component(_ offset: Int) -> Double { Double(pixels[start + offset]) / 255 }
      return Color(red: component(2), green: component(1), blue: component(0))
    }
  }
}
