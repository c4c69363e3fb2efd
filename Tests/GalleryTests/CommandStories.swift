import CarouselUI
import GalleryPages
import HeadlessCompositor
import TestSupport
import Testing

/// The page with commands.
@MainActor
struct CommandStories {
  @Test(
    "On the page Commands, keys, buttons and a menu perform the same commands, and the buttons follow their states",
    arguments: Situation.withPen)
  func commands(situation: Situation) throws {
    let rig = try GalleryRig("commands", situation)
    let carousel = try rig.carousel()
    let keyboard = rig.compositor.seat.keyboard
    func states(_ name: String) throws -> AccessibilityStates { try rig.element(.button, name).states }
    let item = try #require(carousel.currentItemView as? PrintView)
    let name = try #require(item.semantics.label)
    var star = try states("Star")
    #expect(rig.shows(name) && !star.contains(.checked))
    keyboard.type("s")
    rig.settle()
    star = try states("Star")
    #expect(rig.shows("\(name) ★") && star.contains(.checked))
    try rig.press(.button, "Star")
    star = try states("Star")
    #expect(rig.shows(name) && !star.contains(.checked))

    var restore = try states("Restore")
    #expect(!restore.contains(.enabled))
    rig.key(.delete)
    rig.settle()
    restore = try states("Restore")
    #expect(carousel.numberOfItems == 11 && restore.contains(.enabled))
    keyboard.press(.control)
    keyboard.type("z")
    keyboard.release(.control)
    rig.settle()
    restore = try states("Restore")
    #expect(carousel.numberOfItems == 12 && !restore.contains(.enabled))

    try rig.press(.button, "Menu")
    try rig.choose("Vertical")
    #expect(carousel.isVertical && rig.compositor.popups.isEmpty)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  @Test("On the page Commands, ? shows the keys, a search filters them, and F1 hides them")
  func help() throws {
    let rig = try GalleryRig("commands", Situation(hand: .pointer, scale: 1))
    rig.compositor.seat.keyboard.type("?")
    rig.settle()
    func rows() -> [String] {
      rig.gallery.pageView.accessibilityTree().all.filter { $0.role == .listItem }.map(\.name)
    }
    #expect(rows().count == 6 && rows().contains { $0.contains("Restore") && $0.contains("Ctrl+Z") })
    try rig.press(.textField, "Search keys")
    rig.compositor.seat.keyboard.type("star")
    rig.settle()
    #expect(rows().count == 1)
    rig.key(.f1)
    rig.settle()
    #expect((try? rig.element(.textField, "Search keys")) == nil)
    #expect(rows().contains { $0.contains("Ctrl+Z") } == false)
  }
}
