import CarouselUI
import Foundation
import GalleryPages
import HeadlessCompositor
import TestSupport
import Testing
import WindowFixtures

/// How a page is shown, and the device with which it is used.
nonisolated struct Appearance: Sendable, CustomStringConvertible {
  enum Look: String, CaseIterable, Sendable { case light, dark, contrast, darkContrast }
  var look: Look
  var isMirrored: Bool
  var textScale: Double
  var scale: Double
  /// Whether the page is an item of a carousel, seen in perspective.
  var isTilted: Bool
  var hand: Situation.Hand

  var description: String {
    "\(look.rawValue)-\(hand)\(isMirrored ? "-rtl" : "")-text\(textScale)-scale\(scale)\(isTilted ? "-tilted" : "")"
  }

  var theme: Theme {
    var theme: Theme =
      switch look {
      case .light: .light
      case .dark: .dark
      case .contrast: .highContrastLight
      case .darkContrast: .highContrastDark
      }
    theme.textScale = textScale
    return theme
  }

  /// Each theme with each device. The other values alternate so that each pair of values occurs.
  static let all: [Appearance] = Look.allCases.enumerated().flatMap { a, look in
    Situation.Hand.allCases.enumerated().map { b, hand in
      Appearance(
        look: look, isMirrored: (a ^ b) & 1 == 1, textScale: (a >> 1 ^ b) & 1 == 1 ? 1.5 : 1,
        scale: (a ^ b >> 1) & 1 == 1 ? 1.5 : 1, isTilted: (a >> 1 ^ b >> 1) & 1 == 1, hand: hand)
    }
  }
}

/// The pages about animation, shared elements, grids, zoom, commands, dialogs and navigation, as users see them.
///
/// `CAROUSEL_GALLERY_PICTURES` names a folder for pictures of all steps.
@Suite(.serialized)
@MainActor
struct AppearanceStories {
  /// The page as the item of a carousel that shows it in perspective.
  private final class TiltedItem: ContainerView, CarouselDelegate {
    private struct Page: Identifiable { let id: Int }
    let carouselView = CarouselView()

    init(_ page: View) {
      super.init()
      carouselView.itemSize = CarouselItemSize(width: 0.94, height: 0.92)
      carouselView.accessibilityLabel = "Pages"
      let carousel = carouselView.carousel
      carousel.type = .custom
      carousel.perspective = -1.0 / 900
      carousel.isScrollEnabled = false
      carousel.delegate = self
      carousel.setItems([Page(id: 0)]) { _, _ in page }
      addSubview(carouselView)
    }

    func carousel(_ carousel: Carousel, itemTransformForOffset offset: Double, baseTransform: Transform3D)
      -> Transform3D
    { baseTransform.translated(x: 0, y: 0, z: -160).rotated(by: 0.4, x: 0.2, y: 1, z: 0) }

    override func layoutSubviews() { carouselView.frame = bounds }
  }

  /// A page in a window, and the hand that uses it.
  private struct Visit {
    let rig: GalleryRig
    let name: String
    let appearance: Appearance
    private let frame: View

    init(_ page: String, _ appearance: Appearance) throws {
      self.appearance = appearance
      let view = try #require(GalleryPage.named(page)).makeView()
      frame = appearance.isTilted ? TiltedItem(view) : PaddingView(view, insets: EdgeInsets(24))
      frame.theme = appearance.theme
      frame.layoutDirection = appearance.isMirrored ? .rightToLeft : .leftToRight
      rig = try GalleryRig(
        page, Situation(hand: appearance.hand, scale: appearance.scale), size: Size(width: 760, height: 640),
        content: frame)
      rig.ui.theme = appearance.theme
      rig.ui.layoutDirection = appearance.isMirrored ? .rightToLeft : .leftToRight
      rig.ui.backgroundColor = appearance.theme.colors.window
      name = "\(page)-\(appearance)"
      rig.settle()
      check("begin")
    }

    // MARK: Elements

    private var elements: [AccessibilityNode] { rig.ui.accessibilityTree().all }

    /// Returns the first element of the window with a role and a name. Of several elements, such as the cells of equal pictures,
    /// the others are ignored.
    func node(_ role: AccessibilityRole, _ title: String) throws -> AccessibilityNode {
      try #require(elements.first { $0.role == role && $0.name == title }, "\(role) \(title)")
    }

    func states(_ role: AccessibilityRole, _ title: String) throws -> AccessibilityStates {
      try rig.ui.find(role, title).node().states
    }

    func has(_ role: AccessibilityRole, _ title: String) -> Bool { (try? rig.ui.find(role, title)) != nil }

    // MARK: Hands

    /// Presses the element of the window with a role and a name.
    func press(_ role: AccessibilityRole, _ title: String) throws {
      guard appearance.hand != .keys else { return try pressByKeys(role, title) }
      let node = try node(role, title)
      let view = try #require(node.element.view)
      rig.down(node.element.part == nil ? try rig.place(view) : node.frame.center)
      rig.up()
      rig.settle()
    }

    /// Moves the focus to an element with Tab and the arrow keys, and presses Space or Return.
    private func pressByKeys(_ role: AccessibilityRole, _ title: String) throws {
      let target = try #require(node(role, title).element.view)
      try focus(target)
      switch role {
      case .radioButton: try moveUntil(.checked, role, title)
      case .gridCell: try moveUntil(.selected, role, title)
      case .listItem:
        try moveUntil(.selected, role, title)
        rig.key(.enter)
      default: rig.key(.space)
      }
      rig.settle()
    }

    /// Presses Tab until the focus is at a view or around it.
    func focus(_ target: View) throws {
      for _ in 0..<60 {
        let focused = elements.last { $0.states.contains(.focused) }?.element.view
        if let focused, target === focused || target.isDescendant(of: focused), !isOuterCarousel(focused) {
          return
        }
        // Return leads into the item of a carousel.
        if let focused, isOuterCarousel(focused) { rig.key(.enter) } else { rig.key(.tab) }
      }
      Issue.record("\(name): Tab does not lead to \(type(of: target))")
    }

    private func isOuterCarousel(_ view: View) -> Bool { (frame as? TiltedItem)?.carouselView === view }

    /// Presses arrow keys until an element has a state.
    private func moveUntil(_ state: AccessibilityStates, _ role: AccessibilityRole, _ title: String) throws {
      for key in [HeadlessCompositor.Key.right, .left, .down, .up] {
        for _ in 0..<12 {
          if try node(role, title).states.contains(state) { return }
          rig.key(key)
          rig.settle()
        }
      }
      Issue.record("\(name): the arrow keys do not lead to \(title)")
    }

    /// Presses an item of the open menu.
    func choose(_ title: String) throws {
      guard appearance.hand == .keys else { return try rig.choose(title) }
      for _ in 0..<12 {
        if try states(.menuItemCheckBox, title).contains(.selected) { break }
        rig.key(.down)
        rig.settle()
      }
      rig.key(.enter)
      rig.settle()
    }

    /// Expects that no text is cut, and writes a picture for people.
    func check(_ step: String) {
      #expect(rig.compositor.protocolErrors.isEmpty)
      for text in rig.ui.cutTexts { Issue.record("\(name), \(step): \(text) is cut") }
      guard let folder = ProcessInfo.processInfo.environment["CAROUSEL_GALLERY_PICTURES"] else { return }
      try? rig.compositor.capture().writePNG(to: "\(folder)/\(name)-\(step).png")
    }
  }

  @Test("On the page Animation, buttons turn and move the picture", arguments: Appearance.all)
  func animation(appearance: Appearance) throws {
    let visit = try Visit("animation", appearance)
    let picture = try #require(try visit.rig.ui.find(.image, "Harbor").node().element.view)
    try visit.press(.button, "Turn")
    try visit.press(.radioButton, "Line")
    visit.check("turned")
    #expect(abs(picture.transform.b - 1) < 1e-9)
  }

  @Test(
    "On the page Shared Element, a cover opens, and a drag or Escape closes it", arguments: Appearance.all)
  func sharedElement(appearance: Appearance) throws {
    let visit = try Visit("shared-element", appearance)
    try visit.press(.listItem, "Harbor")
    #expect(visit.has(.image, "Harbor"))
    visit.check("open")
    if appearance.hand == .keys {
      visit.rig.key(.escape)
      visit.rig.settle()
    } else {
      let start = try visit.node(.image, "Harbor").frame.center
      visit.rig.drag(from: start, to: start + Point(x: 20, y: 250))
    }
    #expect(!visit.has(.image, "Harbor"))
    visit.check("closed")
  }

  @Test(
    "On the page Grid, a picture is selected and removed, and the grid scrolls", arguments: Appearance.all)
  func grid(appearance: Appearance) throws {
    let visit = try Visit("grid", appearance)
    try visit.press(.gridCell, "Late Train")
    #expect(visit.has(.label, "1 selected"))
    visit.check("selected")
    try visit.press(.radioButton, "Masonry")
    visit.check("masonry")
    try visit.press(.button, "Remove")
    #expect(visit.has(.label, "Nothing is selected."))
    let grid = try visit.rig.find(CollectionView.self)
    switch appearance.hand {
    case .keys:
      try visit.focus(grid)
      visit.rig.key(.pageDown)
    case .pointer:
      let place = try visit.rig.place(grid)
      visit.rig.compositor.seat.pointer.move(to: (place.x, place.y))
      visit.rig.compositor.seat.pointer.scroll(notches: 3)
    case .touch, .pen:
      visit.rig.drag(from: try visit.rig.place(grid, 0.5, 0.8), to: try visit.rig.place(grid, 0.5, 0.3))
    }
    visit.rig.settle()
    #expect(grid.contentOffset.y > 30)
    visit.check("scrolled")
  }

  @Test(
    "On the page Zoom, buttons zoom the print, and so do fingers, the wheel, a double tap or keys",
    arguments: Appearance.all)
  func zoom(appearance: Appearance) throws {
    let visit = try Visit("zoom", appearance)
    try visit.press(.button, "Larger")
    visit.rig.wait(0.5)
    #expect(visit.has(.label, "200 %"))
    visit.check("larger")
    try visit.press(.button, "Corner")
    visit.rig.wait(0.5)
    visit.check("corner")
    try visit.press(.button, "Smaller")
    visit.rig.wait(0.5)
    let scroll = try visit.rig.find(ScrollView.self)
    let (place, seat) = (try visit.rig.place(scroll), visit.rig.compositor.seat)
    let before = scroll.zoomScale
    switch appearance.hand {
    case .keys:
      try visit.focus(scroll)
      seat.keyboard.type("-")
    case .pointer:
      seat.pointer.move(to: (place.x, place.y))
      seat.keyboard.press(.control)
      seat.pointer.scroll(notches: 3)
      seat.keyboard.release(.control)
    case .touch: visit.rig.spread(around: place)
    case .pen:
      for _ in 0..<2 {
        visit.rig.down(place)
        visit.rig.up()
      }
    }
    visit.rig.wait(0.5)
    visit.rig.settle()
    #expect(abs(scroll.zoomScale / before - 1) > 0.05)
    visit.check("gesture")
  }

  @Test(
    "On the page Commands, a button performs a command, and another shows the keys", arguments: Appearance.all
  )
  func commands(appearance: Appearance) throws {
    let visit = try Visit("commands", appearance)
    try visit.press(.button, "Star")
    #expect(try visit.states(.button, "Star").contains(.checked))
    visit.check("starred")
    try visit.press(.button, "Menu")
    visit.check("menu")
    try visit.choose("Vertical")
    #expect(try visit.rig.find(CarouselView.self) { $0.accessibilityLabel == "Prints" }.carousel.isVertical)
    try visit.press(.button, "Keys")
    #expect(visit.has(.textField, "Search keys"))
    visit.check("keys")
  }

  @Test(
    "On the page Dialogs, dialogs, a question, a toast, a banner and a task appear", arguments: Appearance.all
  )
  func dialogs(appearance: Appearance) throws {
    let visit = try Visit("dialogs", appearance)
    try visit.press(.button, "Rename …")
    #expect(try visit.states(.textField, "Name").contains(.focused))
    visit.check("rename")
    visit.rig.compositor.seat.keyboard.type("album")
    try visit.press(.button, "Save")
    #expect(visit.has(.heading, "album") && !visit.has(.button, "Save"))
    try visit.press(.button, "Problem")
    visit.check("banner")
    try visit.press(.button, "Delete …")
    visit.check("question")
    try visit.press(.button, "Delete")
    #expect(visit.has(.heading, "No prints"))
    visit.check("toast")
    try visit.press(.button, "Undo")
    #expect(visit.has(.heading, "album"))
    try visit.press(.button, "Copy")
    visit.rig.wait(0.6)
    visit.check("task")
    try visit.press(.button, "Cancel")
    #expect(!visit.has(.button, "Cancel"))
  }

  @Test(
    "On the page Navigation, a page opens, the back button returns, and information is a dialog",
    arguments: Appearance.all)
  func navigation(appearance: Appearance) throws {
    let visit = try Visit("navigation", appearance)
    try visit.press(.button, "Open")
    #expect(visit.has(.heading, "First Light"))
    visit.check("opened")
    try visit.press(.button, "Back")
    try visit.press(.button, "Open")
    try visit.press(.listItem, "Second half")
    #expect(visit.has(.heading, "Prints"))
    try visit.press(.button, "Information")
    visit.check("information")
    visit.rig.key(.escape)
    visit.rig.settle()
    try visit.press(.button, "Side panel")
    #expect(!visit.has(.listItem, "All"))
    visit.check("panel")
  }
}
