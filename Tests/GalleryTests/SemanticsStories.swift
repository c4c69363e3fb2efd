import CarouselUI
import GalleryPages
import HeadlessCompositor
import TestSupport
import Testing

/// The elements of the pages, for screen readers and remote controls.
@Suite(.serialized)
@MainActor
struct SemanticsStories {
  private static let situation = Situation(hand: .pointer, scale: 1)

  private func rig(_ page: String) throws -> GalleryRig { try GalleryRig(page, Self.situation, frames: 60) }

  @Test("The window of a test is released with its pages")
  func released() throws {
    weak var window: CarouselWindow?
    weak var gallery: GalleryView?
    do {
      let rig = try rig("basic")
      (window, gallery) = (rig.ui, rig.gallery)
      try rig.ui.find(.button, "Insert").activate()
      rig.settle()
    }
    #expect(window == nil && gallery == nil)
  }

  /// Returns the elements of the window that react to the user, except those beyond its sides.
  private func interactive(_ rig: GalleryRig) -> [AccessibilityNode] {
    rig.ui.accessibilityTree().all.filter { $0.isInteractive && !$0.states.contains(.offscreen) }
  }

  @Test(
    "Each element of a page that reacts to the user has a role and a name, and is hit at the center of its bounds",
    .proves("D035"), arguments: GalleryPage.all.map(\.id))
  func names(page: String) throws {
    let rig = try rig(page)
    let elements = interactive(rig)
    #expect(elements.count > 10, "the sidebar alone has more")
    for node in rig.ui.accessibilityTree().all where node.role.needsName || node.isInteractive {
      #expect(!node.name.isEmpty, "\(node.line())")
    }
    for node in elements where node.states.contains(.enabled) {
      let view = try #require(node.element.view)
      let center = node.frame.center
      // The center of a large element, or of an item at a side, may lie beyond the side of the window or of a view.
      guard view.root.bounds.contains(center),
        isInside(center, node.element.part == nil ? view.superview : view)
      else { continue }
      let hit = view.root.hitTest(center)
      #expect(
        hit?.isDescendant(of: view) == true,
        "\(node.line()) hits \(hit.map { "\(type(of: $0))" } ?? "nothing")")
    }
  }

  /// Whether a point of the window is inside a view, and inside the views around it that clip.
  private func isInside(_ point: Point, _ view: View?) -> Bool {
    guard let view else { return true }
    let clips = view.clipsToBounds || view is CarouselView || view is CollectionView
    return (!clips || view.accessibilityFrame.contains(point)) && isInside(point, view.superview)
  }

  @Test(
    "The actions of all elements of a page work: each changes the state that it is about",
    arguments: GalleryPage.all.map(\.id))
  func actions(page: String) throws {
    let rig = try rig(page)
    var itemCounts: [ObjectIdentifier: Int] = [:]
    for node in rig.gallery.pageView.accessibilityTree().all where node.isInteractive {
      // A few items of each carousel and list are enough.
      if node.role == .listItem || node.role == .gridCell, let view = node.element.view {
        itemCounts[ObjectIdentifier(view), default: 0] += 1
        if itemCounts[ObjectIdentifier(view)] ?? 0 > 2 { continue }
      }
      for action in node.actions {
        // An earlier action may have removed the element or its action.
        guard let before = try? node.element.node(), before.actions.contains(action) else { continue }
        try before.element.perform(action)
        rig.frames(2)
        rig.settle(limit: 40)
        if let after = try? node.element.node() { expectEffect(of: action, before, after) }
        for _ in rig.ui.openPopups { rig.key(.escape) }
      }
    }
    #expect(rig.compositor.protocolErrors.isEmpty)
  }

  private func expectEffect(
    of action: AccessibilityAction.Name, _ before: AccessibilityNode, _ after: AccessibilityNode
  ) {
    switch (action, before.role) {
    case (.activate, .switch), (.activate, .checkBox):
      #expect(before.states.contains(.checked) != after.states.contains(.checked), "\(before.line())")
    case (.activate, .radioButton): #expect(after.states.contains(.checked), "\(before.line())")
    case (.activate, .listItem):
      // A carousel that plays by itself goes on.
      let list = (before.element.view as? CarouselView)?.semantics.states
      if list?.contains(.animated) != true { #expect(after.states.contains(.selected), "\(before.line())") }
    case (.focus, _): #expect(after.states.contains(.focused), "\(before.line())")
    case (.increment, _), (.decrement, _):
      guard let old = before.number, let new = after.number else { return }
      let end = action == .increment ? old.range.upperBound : old.range.lowerBound
      let hasMoved = action == .increment ? new.value > old.value : new.value < old.value
      #expect(hasMoved || old.value == end, "\(before.line())")
    default: break
    }
  }

  @Test("A page is used by roles and names alone, also a menu in a popup")
  func byName() throws {
    let rig = try rig("basic")
    let carousel = try rig.carousel()
    try rig.ui.find(.button, "Insert").activate()
    rig.settle()
    #expect(carousel.numberOfItems == 13)
    try rig.ui.find(.button, "Type").activate()
    rig.settle()
    try rig.ui.find(.menuItemCheckBox, "Rotary").activate()
    rig.settle()
    #expect(carousel.type == .rotary)
    let index = carousel.currentItemIndex
    try rig.ui.find(.list, "Pictures").perform(.next)
    rig.settle()
    #expect(carousel.currentItemIndex == (index + 1) % 13)
    try rig.ui.find(.listItem, "Paging").activate()
    rig.settle(limit: 30)
    #expect(rig.gallery.page.id == "paging")
  }

  @Test(
    "The elements of a page are those of the stored text",
    arguments: [("buttons", buttons), ("controls", controls), ("paging", paging), ("unfolding", unfolding)])
  func stored(page: String, text: String) throws {
    let rig = try rig(page)
    #expect(rig.gallery.pageView.accessibilityTree().text(hasBounds: false) == text)
    #expect(rig.compositor.protocolErrors.isEmpty)
  }
}

private nonisolated let buttons = """
  list (carousel) “Meals” = “1 of 6”, focused [next, previous, activate, focus]
    listItem “Late Train, Breakfast”, 1 of 6, selected [activate, scroll to visible]
      image “Late Train”
      heading “Breakfast”
      button “Order” [activate, focus, scroll to visible]
    listItem “Citrus, Lunch”, 2 of 6 [activate, scroll to visible]
      image “Citrus”
      heading “Lunch”
      button “Order” [activate, focus, scroll to visible]
    listItem “First Light, Tea”, 3 of 6 [activate, scroll to visible]
    listItem “Rosehip, Dinner”, 4 of 6 [activate, scroll to visible]
    listItem “Midnight, Supper”, 5 of 6 [activate, scroll to visible]
    listItem “Meadow, Picnic”, 6 of 6 [activate, scroll to visible]
      image “Meadow”
      heading “Picnic”
      button “Order” [activate, focus, scroll to visible]
  label “Press a button.”
  """
private nonisolated let controls = """
  heading “Controls”
  list (carousel) “Cards” = “2 of 4”, focused [next, previous, activate, focus]
    listItem “Covers, Tilt, Spacing”, 1 of 4 [activate, scroll to visible]
      scrollArea [scroll to visible]
        heading “Covers”
        label “Tilt”
        slider “Tilt” = “0.60” [increment, decrement, focus, scroll to visible]
        label “Spacing”
        slider “Spacing” = “0.70” [increment, decrement, focus, scroll to visible]
    listItem “Heading”, 2 of 4, selected [activate, scroll to visible]
      scrollArea [scroll to visible]
        heading “Heading”
        textField “Heading” = “Controls”, editable [activate, focus, scroll to visible]
        radioGroup “Size” [focus, scroll to visible]
          radioButton “Big”, 1 of 3, checked [activate]
          radioButton “Plain”, 2 of 3, not checked [activate]
          radioButton “Small”, 3 of 3, not checked [activate]
    listItem “Motion, Stop at items, Bounce”, 3 of 4 [activate, scroll to visible]
      scrollArea [scroll to visible]
        heading “Motion”
        label “Stop at items”
        switch “Stop at items”, not checked [activate, focus, scroll to visible]
        label “Bounce”
        switch “Bounce”, checked [activate, focus, scroll to visible]
        checkBox “Fluid motion”, not checked [activate, focus, scroll to visible]
    listItem “Progress, Tenths”, 4 of 4 [activate, scroll to visible]
      scrollArea [scroll to visible]
        heading “Progress”
        progressBar “Progress” = “30 %” [scroll to visible]
        label “Tenths”
        spinButton “Tenths” = “3”, offscreen [increment, decrement, focus, scroll to visible]
  """
private nonisolated let paging = """
  list (carousel) “Pictures” = “2 of 6”, focused [next, previous, activate, focus]
    listItem “First Light”, 1 of 6 [activate, scroll to visible]
    listItem “Lagoon”, 2 of 6, selected [activate, scroll to visible]
    listItem “Late Train”, 3 of 6 [activate, scroll to visible]
  slider (page control) “Page” = “page 2 of 6” [increment, decrement, focus]
  """
private nonisolated let unfolding = """
  list (carousel) “Tickets” = “1 of 40”, focused [next, previous, activate, focus]
    listItem “First Light”, 1 of 40, selected [activate, scroll to visible]
      group “First Light”, collapsed [unfold, scroll to visible]
        image “First Light”
    listItem “Lagoon”, 2 of 40 [activate, scroll to visible]
    listItem “Late Train”, 3 of 40 [activate, scroll to visible]
    listItem “Meadow”, 4 of 40 [activate, scroll to visible]
    listItem “Harbor”, 5 of 40 [activate, scroll to visible]
    listItem “Rosehip”, 6 of 40 [activate, scroll to visible]
  button “Unfold” [activate, focus]
  button “Fold” [activate, focus]
  button “Fold at Once” [activate, focus]
  """
