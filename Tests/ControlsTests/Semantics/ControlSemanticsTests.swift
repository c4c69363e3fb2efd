import Controls
import Drawing
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("The semantics of controls")
@MainActor
struct ControlSemanticsTests {
  private let stage = ControlStage()

  /// Returns the lines of the card's elements, without bounds.
  private func lines() -> [String] {
    stage.settle()
    return stage.card.accessibilityTree().text(hasBounds: false).split(separator: "\n").map(String.init)
  }

  @Test("Each control states its role, name, value, states and actions")
  func controls() throws {
    let mixed = CheckBox("All")
    mixed.mark = .mixed
    let group = RadioGroup()
    let radios = [RadioButton("Red", in: group), RadioButton("Blue", in: group)]
    group.selection = radios[1]
    let disabled = Button("Delete")
    disabled.isEnabled = false
    let stepper = Stepper(value: 3, in: 0...10)
    stepper.accessibilityLabel = "Guests"
    let slider = Slider(value: 0.25)
    slider.accessibilityLabel = "Volume"
    let toggle = Toggle(isOn: true)
    toggle.accessibilityLabel = "Lamp"
    let dots = PageControl(numberOfPages: 6)
    (dots.currentPage, dots.accessibilityLabel) = (2, "Page")
    let bar = ProgressBar(progress: 0.5)
    bar.accessibilityLabel = "Copying"
    let views: [View] = [
      Button("Order"), disabled, toggle, CheckBox("Bold", isOn: true), mixed, radios[0], radios[1], slider,
      stepper, dots, bar, ActivityIndicator(isAnimating: true), ThemedLabel("Title", role: .title),
      ThemedLabel("Text"), LabelView("Card", size: Size(width: 60, height: 20)),
      ImageView(size: Size(width: 20, height: 20), caption: "Lake"),
      TooltipView("Help"), ContainerView(),
    ]
    for (index, view) in views.enumerated() { stage.add(view, x: 0, y: Double(index) * 30) }
    #expect(
      lines() == [
        "button “Order” [activate, focus]",
        "button “Delete”, disabled",
        "switch “Lamp”, checked [activate, focus]",
        "checkBox “Bold”, checked [activate, focus]",
        "checkBox “All”, mixed [activate, focus]",
        "radioButton “Red”, 1 of 2, not checked [activate, focus]",
        "radioButton “Blue”, 2 of 2, checked [activate, focus]",
        "slider “Volume” = “0.25” [increment, decrement, focus]",
        "spinButton “Guests” = “3” [increment, decrement, focus]",
        "slider (page control) “Page” = “page 3 of 6” [increment, decrement, focus]",
        "progressBar “Copying” = “50 %”", "spinner, busy", "heading “Title”", "label “Text”", "label “Card”",
        "image “Lake”", "tooltip “Help”",
      ])
  }

  @Test("Actions do what a tap or a key does, and report to the application")
  func actions() throws {
    var log: [String] = []
    let button = stage.add(Button("Order") { log.append("order") }, y: 0)
    let toggle = stage.add(Toggle { log.append("toggle \($0)") }, y: 50)
    let slider = stage.add(Slider(value: 0.5) { log.append("slider \($0)") }, y: 100)
    let stepper = stage.add(Stepper(value: 3) { log.append("stepper \($0)") }, y: 150)
    #expect(button.accessibilityActivate() && button.isHighlighted)
    #expect(toggle.accessibilityActivate() && toggle.isOn)
    #expect(slider.accessibilityIncrement() && stepper.accessibilityDecrement())
    #expect(log == ["order", "toggle true", "slider 0.6", "stepper 2.0"])
    #expect(!button.accessibilityIncrement())
    let tree = stage.card.accessibilityTree()
    try tree.find(.slider).setNumber(2)
    try tree.find(.spinButton).setNumber(7)
    try tree.find(.slider).setNumber(.nan)
    #expect(slider.value == 1 && stepper.value == 7 && log.count == 6)
    try tree.find(.button).perform(.focus)
    #expect(button.isFocused)
    button.isEnabled = false
    #expect(throws: AccessibilityError.unavailable(action: "activate", available: "")) {
      try tree.find(.button).activate()
    }
    #expect(!button.accessibilityActivate() && log.count == 6)
  }

  @Test("A segmented control, a menu and a page control have elements or steps that select")
  func parts() throws {
    var log: [String] = []
    let sizes = stage.add(SegmentedControl(["Big", "Small"]) { log.append("segment \($0)") }, y: 0)
    var paste = MenuItem("Paste") { log.append("paste") }
    paste.isEnabled = false
    let menu = stage.add(
      MenuView([
        MenuItem("Copy", shortcut: "Ctrl+C") { log.append("copy") }, .separator, paste,
        MenuItem("Grid", mark: .on),
      ]),
      y: 60)
    let dots = stage.add(PageControl(numberOfPages: 3) { log.append("page \($0)") }, y: 250)
    dots.accessibilityLabel = "Page"
    #expect(
      lines() == [
        "radioGroup [focus]",
        "  radioButton “Big”, 1 of 2, checked [activate]",
        "  radioButton “Small”, 2 of 2, not checked [activate]",
        "menu [focus]",
        "  menuItem “Copy”, 1 of 3 [activate]",
        "  menuItem “Paste”, 2 of 3, disabled",
        "  menuItemCheckBox “Grid”, 3 of 3, checked [activate]",
        "slider (page control) “Page” = “page 1 of 3” [increment, decrement, focus]",
      ])
    let tree = stage.card.accessibilityTree()
    try tree.find(.radioButton, "Small").activate()
    try tree.find(.menuItem, "Copy").activate()
    #expect(dots.accessibilityIncrement())
    #expect(log == ["segment 1", "copy", "page 1"] && sizes.selectedIndex == 1)
    // Each part is where a tap hits it.
    let small = try #require(tree.first { $0.name == "Small" })
    #expect(small.frame.center.x > sizes.accessibilityFrame.center.x)
    menu.items = []
    #expect(throws: AccessibilityError.gone) { try tree.find(.menuItem, "Copy").activate() }
  }

  @Test("A text field tells its text, cursor and selection; a secure field reveals neither text nor words")
  func textFields() throws {
    let field = stage.add(TextField("Hello world", placeholder: "Name"), y: 0)
    let secret = stage.add(TextField("pass word", placeholder: "PIN"), y: 60)
    secret.isSecure = true
    let tree = stage.card.accessibilityTree()
    let name = try tree.find(.textField, "Name")
    try name.selectText(6..<11)
    #expect(try name.node().text?.selection == 6..<11 && field.selectedText == "world")
    try name.setText("Grüße")
    #expect(field.text == "Grüße")
    let node = try #require(try name.node().text)
    #expect(node.characters == "Grüße" && node.caret == 5 && node.selection == 5..<5)
    let pin = try tree.find(.textField, "PIN").node()
    #expect(pin.states.isSuperset(of: [.protected, .editable]))
    #expect(pin.value.isEmpty && pin.text?.characters == "" && pin.text?.caret == 0)
    #expect(pin.text?.selection == 0..<0)
    #expect(!tree.description.contains("pass") && !tree.description.contains("●"))
    // A key in a secret is not reported; the change into a secret is.
    var events: [AccessibilityEvent] = []
    stage.tree.accessibility.onEvents = { events += $0 }
    secret.insertText("x")
    stage.settle()
    #expect(!events.contains { if case .changed = $0 { true } else { false } })
    secret.isSecure = false
    stage.settle()
    let element = try tree.find(.textField, "PIN")
    #expect(events.contains(.changed(.state, element)) && events.contains(.changed(.text, element)))
    stage.tree.accessibility.onEvents = nil
    #expect(try element.node().value == secret.text && secret.text.count == 10)
    // Positions out of range are clamped.
    try name.selectText(-4..<400)
    #expect(field.selection == 0..<5)
  }

  @Test("An alert is modal, is announced with its text, and hides the elements behind it")
  func alert() throws {
    let stage = stage
    stage.add(Button("Behind"), y: 0)
    let slider = stage.add(Slider(value: 0.5), y: 50)
    let field = stage.add(TextField("old"), y: 80)
    let behind = try stage.tree.accessibilityTree().find(.button, "Behind")
    let number = try stage.tree.accessibilityTree().find(.slider)
    let text = try stage.tree.accessibilityTree().find(.textField)
    var events: [AccessibilityEvent] = []
    stage.tree.accessibility.onEvents = { events += $0 }
    let alert = stage.add(
      AlertView(
        "Delete?", message: "It cannot be undone.",
        responses: [.init("no", title: "Keep"), .init("yes", title: "Delete")]))
    stage.tree.modalView = alert
    stage.settle()
    #expect(events.contains(.announcement("Delete? It cannot be undone.")))
    let tree = stage.tree.accessibilityTree()
    #expect(
      tree.text(hasBounds: false).split(separator: "\n").map(String.init) == [
        "alertDialog “Delete?”, modal", "  button “Keep” [activate, focus]",
        "  button “Delete” [activate, focus]",
      ])
    #expect(tree.nodes[0].hint == "It cannot be undone.")
    #expect(throws: AccessibilityError.unavailable(action: "activate", available: "")) {
      try behind.activate()
    }
    #expect(throws: AccessibilityError.unavailable(action: "set number", available: "")) {
      try number.setNumber(1)
    }
    #expect(throws: AccessibilityError.unavailable(action: "edit text", available: "")) {
      try text.setText("new")
    }
    #expect(throws: AccessibilityError.unavailable(action: "edit text", available: "")) {
      try text.selectText(0..<1)
    }
    #expect(slider.value == 0.5 && field.text == "old")
    stage.tree.accessibility.onEvents = nil
    stage.tree.modalView = nil
    alert.removeFromSuperview()
    try behind.activate()
  }

  @Test("An application replaces single values, names a view by another one, and adds actions")
  func assigned() throws {
    let caption = stage.add(ThemedLabel("Brightness"), y: 0)
    let slider = stage.add(Slider(value: 0.5), y: 40)
    slider.accessibilityLabelView = caption
    slider.accessibilityValue = "half"
    slider.accessibilityHint = "Of the screen"
    slider.accessibilityIdentifier = "brightness"
    var isReset = false
    slider.accessibilityCustomActions = [AccessibilityAction(.custom("Reset")) { isReset = true }]
    let tree = stage.card.accessibilityTree()
    let element = try tree.find(.slider, "brightness")
    let node = try element.node()
    #expect((node.name, node.value, node.hint) == ("Brightness", "half", "Of the screen"))
    try element.perform(.custom("Reset"))
    #expect(isReset)
    caption.text = "Light"
    #expect(slider.accessibilityLabel == "Light")
    // A plain view becomes a group when it is named, and a control can be hidden.
    let panel = stage.add(ContainerView(size: Size(width: 50, height: 50)), y: 100)
    #expect(!panel.isAccessibilityElement)
    panel.accessibilityLabel = "Panel"
    #expect(panel.isAccessibilityElement && panel.accessibilityRole == .group)
    slider.isAccessibilityElement = false
    caption.accessibilityElementsHidden = true
    #expect(lines() == ["group “Panel”"])
  }

  @Test("A text or a picture that receives no events has the actions of the application")
  func actionsOfPictures() throws {
    var log: [String] = []
    let photo = stage.add(ImageView(size: Size(width: 20, height: 20), caption: "Lake"))
    photo.accessibilityCustomActions = [AccessibilityAction(.custom("Delete")) { log.append("delete") }]
    let element = try stage.card.accessibilityTree().find(.image, "Lake")
    try element.perform(.custom("Delete"))
    #expect(log == ["delete"])
    photo.isEnabled = false
    #expect(throws: AccessibilityError.self) { try element.perform(.custom("Delete")) }
    photo.isEnabled = true
    photo.alpha = 0
    #expect(throws: AccessibilityError.gone) { try element.perform(.custom("Delete")) }
  }

  @Test("A picture inside an asynchronous one keeps the name that the application gave it")
  func asynchronousPicture() {
    let picture = stage.add(AsyncImageView())
    picture.imageView.accessibilityLabel = "Lake"
    #expect(picture.semantics.label == "Lake")
  }
}
