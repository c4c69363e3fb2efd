import CarouselUI
import Foundation
import GalleryPages
import HeadlessCompositor
import TestSupport
import Testing
import WindowFixtures

/// How a page is shown.
nonisolated struct Appearance: Sendable, CustomStringConvertible {
  enum Look: String, CaseIterable, Sendable { case light, dark, contrast, darkContrast }
  var look: Look
  var isMirrored: Bool
  var textScale: Double
  var scale: Double
  /// Whether the page is inside a view that is seen in perspective, like an item of a carousel.
  var isTilted: Bool

  var description: String {
    "\(look.rawValue)\(isMirrored ? "-rtl" : "")-text\(textScale)-scale\(scale)\(isTilted ? "-tilted" : "")"
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

  /// Each theme in both directions. The other values alternate so that each pair of values occurs.
  static let all: [Appearance] = (0..<8).map { number in
    let (a, b, c) = (number / 4, number / 2 % 2, number % 2)
    return Appearance(
      look: Look.allCases[number / 2], isMirrored: c == 1, textScale: a == c ? 1 : 1.5,
      scale: b == c ? 1 : 1.5, isTilted: (a + b + c) % 2 == 1)
  }
}

/// The pages about animation, shared elements, grids, zoom, commands, dialogs and navigation, as users see them.
///
/// `CAROUSEL_GALLERY_PICTURES` names a folder for pictures of all steps.
@Suite(.serialized)
@MainActor
struct AppearanceStories {
  /// A page in a view that is upright or seen in perspective.
  private final class Plane: ContainerView {
    private let page: View
    private let isTilted: Bool

    init(_ page: View, isTilted: Bool) {
      (self.page, self.isTilted) = (page, isTilted)
      super.init()
      page.isLayered = true  // only a view with pixels of its own is seen in perspective
      addSubview(page)
    }

    override func layoutSubviews() { page.frame = bounds.inset(by: EdgeInsets(24)) }

    override func homography(ofSubview subview: View) -> Homography? {
      guard isTilted else { return super.homography(ofSubview: subview) }
      var transform = Transform3D.identity
      transform.m34 = -1.0 / 900
      transform = transform.translated(x: 0, y: 0, z: -160).rotated(by: 0.4, x: 0.2, y: 1, z: 0)
      return Homography(placing: transform, size: subview.size, center: bounds.center)
    }
  }

  /// A page in a window, with a pointer.
  private struct Visit {
    let rig: GalleryRig
    let name: String
    let plane: View

    init(_ page: String, _ appearance: Appearance) throws {
      let view = try #require(GalleryPage.named(page)).makeView()
      plane = Plane(view, isTilted: appearance.isTilted)
      plane.theme = appearance.theme
      plane.layoutDirection = appearance.isMirrored ? .rightToLeft : .leftToRight
      rig = try GalleryRig(
        page, Situation(hand: .pointer, scale: appearance.scale), size: Size(width: 760, height: 640),
        content: plane)
      rig.ui.theme = appearance.theme
      rig.ui.layoutDirection = appearance.isMirrored ? .rightToLeft : .leftToRight
      rig.ui.backgroundColor = appearance.theme.colors.window
      name = "\(page)-\(appearance)"
      rig.settle()
      check("begin")
    }

    /// Presses the element of the window with a role and a name.
    func press(_ role: AccessibilityRole, _ title: String) throws {
      // Of several elements, such as the cells of equal pictures, the first one.
      let tree = rig.ui.accessibilityTree().all
      let node = try #require(tree.first { $0.role == role && $0.name == title }, "\(role) \(title)")
      let view = try #require(node.element.view)
      rig.down(node.element.part == nil ? try rig.place(view) : node.frame.center)
      rig.up()
      rig.settle()
    }

    func states(_ role: AccessibilityRole, _ title: String) throws -> AccessibilityStates {
      try rig.ui.find(role, title).node().states
    }

    func has(_ role: AccessibilityRole, _ title: String) -> Bool { (try? rig.ui.find(role, title)) != nil }

    /// Expects that no text is cut, and writes a picture for people.
    func check(_ step: String) {
      #expect(rig.compositor.protocolErrors.isEmpty)
      for text in rig.ui.contentView.root.cutTexts { Issue.record("\(name), \(step): \(text) is cut") }
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

  @Test("On the page Shared Element, a cover opens, and Escape closes it", arguments: Appearance.all)
  func sharedElement(appearance: Appearance) throws {
    let visit = try Visit("shared-element", appearance)
    try visit.press(.listItem, "Harbor")
    #expect(visit.has(.image, "Harbor"))
    visit.check("open")
    visit.rig.key(.escape)
    visit.rig.settle()
    #expect(!visit.has(.image, "Harbor"))
    visit.check("closed")
  }

  @Test("On the page Grid, a picture is selected and removed", arguments: Appearance.all)
  func grid(appearance: Appearance) throws {
    let visit = try Visit("grid", appearance)
    try visit.press(.gridCell, "Late Train")
    #expect(visit.has(.label, "1 selected"))
    visit.check("selected")
    try visit.press(.radioButton, "Masonry")
    visit.check("masonry")
    try visit.press(.button, "Remove")
    #expect(visit.has(.label, "Nothing is selected."))
  }

  @Test("On the page Zoom, buttons zoom the print", arguments: Appearance.all)
  func zoom(appearance: Appearance) throws {
    let visit = try Visit("zoom", appearance)
    try visit.press(.button, "Larger")
    visit.rig.wait(0.5)
    #expect(visit.has(.label, "200 %"))
    visit.check("larger")
    try visit.press(.button, "Corner")
    visit.rig.wait(0.5)
    visit.check("corner")
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
    visit.rig.key(.escape)
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
