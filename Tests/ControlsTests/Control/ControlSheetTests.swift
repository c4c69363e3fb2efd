import Controls
import Drawing
import Geometry
import Glibc
import Testing
import ViewFixtures
import Views

/// All controls on one sheet, painted with each theme. With `CONTROL_SHEETS=DIRECTORY`, the pictures are
/// written to this directory.
@Suite("A sheet of all controls")
@MainActor
struct ControlSheetTests {
  struct Variant: CustomStringConvertible, Sendable {
    let description: String
    let theme: Theme
    var direction = LayoutDirection.leftToRight
    var scale = 1.0

    static let all = [
      Variant(description: "light", theme: .light), Variant(description: "dark", theme: .dark),
      Variant(description: "contrast-light", theme: .highContrastLight),
      Variant(description: "contrast-dark", theme: .highContrastDark),
      Variant(description: "right-to-left", theme: .light, direction: .rightToLeft),
      Variant(description: "light-1.5", theme: .light, scale: 1.5),
      Variant(description: "light-2", theme: .light, scale: 2),
      Variant(description: "dark-2", theme: .dark, direction: .rightToLeft, scale: 2),
    ]
  }

  @Test(
    "All controls can be painted in each theme, in both layout directions, at scales 1, 1.5 and 2",
    arguments: Variant.all)
  func paints(variant: Variant) throws {
    let stage = ControlStage(size: Size(width: 760, height: 10))
    stage.card.theme = variant.theme
    stage.card.layoutDirection = variant.direction
    stage.card.backgroundColor = variant.theme.colors.window
    let sheet = ControlSheet.make()
    stage.card.addSubview(sheet)
    sheet.size = sheet.fittingSize(in: Size(width: 760, height: .infinity))
    stage.card.size = sheet.size
    stage.settle()
    ControlSheet.arrangeStates(in: sheet, stage)
    let image = try stage.picture(scale: variant.scale)
    #expect(image.isOpaque)
    if let directory = getenv("CONTROL_SHEETS") {
      try image.writePNG(to: "\(String(cString: directory))/\(variant).png")
    }
  }
}

/// The controls of the sheet, row by row.
@MainActor
enum ControlSheet {
  static func make() -> View {
    let sheet = StackView(.vertical, spacing: 14, alignment: .leading, insets: EdgeInsets(20))
    for row in rows {
      let stack = StackView(.horizontal, spacing: 12, alignment: .center, row)
      sheet.addSubview(stack)
    }
    return sheet
  }

  private static var rows: [[View]] {
    [buttons, states, icons, choices, segmented, indicators, fields, scrolling, popups, applicationIcons]
  }

  private static var buttons: [View] {
    [
      Button("Plain"), Button("Suggested", style: .suggested), Button("Destructive", style: .destructive),
      Button("Flat", style: .flat), Button("Add", icon: .plus), Button("שלום", icon: .next),
      Button("日本語 العربية"),
    ]
  }

  private static var states: [View] {
    let pressed = Button("Pressed")
    let over = Button("Hovered")
    let focused = Button("Focused")
    let disabled = Button("Disabled", icon: .search)
    let disabledSuggested = Button("Disabled", style: .suggested)
    disabled.isEnabled = false
    disabledSuggested.isEnabled = false
    return [pressed, over, focused, disabled, disabledSuggested]
  }

  private static var icons: [View] {
    let all: [Icon] = [
      .plus, .minus, .close, .check, .previous, .next, .up, .down, .menu, .search, .play, .pause,
    ]
    return all.enumerated().map { index, icon in
      let button = Button(icon: icon, style: index % 4 == 3 ? .suggested : index % 4 == 2 ? .flat : .plain)
      if index % 2 == 0 { button.shape = .circular }
      return button
    }
  }

  private static var applicationIcons: [View] {
    let all: [Icon] = [.back, .backspace, .trash, .star, .starFilled, .info, .fullscreen, .rotate, .more]
    return all.map { Button(icon: $0) }
  }

  private static var choices: [View] {
    let group = RadioGroup()
    let mixed = CheckBox("Mixed")
    mixed.mark = .mixed
    let off = Toggle(isOn: true)
    off.isEnabled = false
    let views: [View] = [
      Toggle(isOn: true), Toggle(), off, CheckBox("Wrap", isOn: true), CheckBox("تدوير"), mixed,
      RadioButton("One", in: group), RadioButton("Two", in: group),
    ]
    group.selection = group.buttons.first
    return views
  }

  private static var segmented: [View] {
    let ticked = Slider(value: 3, in: 0...10, step: 1)
    ticked.ticks = [0, 2, 4, 6, 8, 10]
    let disabled = Slider(value: 0.3)
    disabled.isEnabled = false
    return [
      SegmentedControl(["Day", "Week", "Month"], selectedIndex: 1), Stepper(value: 0), Slider(value: 0.6),
      ticked,
      disabled,
    ]
  }

  private static var indicators: [View] {
    let pages = PageControl(numberOfPages: 7)
    pages.position = 2
    let between = PageControl(numberOfPages: 4)
    between.position = 1.5
    return [
      ProgressBar(progress: 0.4), ProgressBar(progress: 1), ActivityIndicator(isAnimating: true),
      ActivityIndicator(size: 16, isAnimating: true), pages, between,
    ]
  }

  private static var fields: [View] {
    let marked = TextField("one שלום three")
    marked.selection = 2..<9
    let composing = TextField("日本")
    composing.applyTextInput(TextInputEdit(composition: "ごを"))
    let secure = TextField("secret")
    secure.isSecure = true
    return [TextField(placeholder: "Search"), marked, composing, secure]
  }

  private static var popups: [View] {
    var delete = MenuItem("Delete", icon: .close, shortcut: "Del")
    delete.isDestructive = true
    var off = MenuItem("Paste", shortcut: "Ctrl+V")
    off.isEnabled = false
    let menu = MenuView([
      MenuItem("Copy", shortcut: "Ctrl+C"), off, .separator, MenuItem("Wrap", mark: .on),
      MenuItem("Sort by", submenu: [MenuItem("Name")]), .separator, delete,
    ])
    let popover = PopoverView(menu)
    popover.arrowEdge = .top
    popover.arrowPosition = 0.3
    let alert = AlertView(
      "Delete the album?", message: "12 photos are deleted, too. This cannot be undone.",
      responses: [
        .init("close", title: "Cancel"), .init("delete", title: "Delete", style: .destructive),
      ])
    return [popover, alert, TooltipView("Opens the next page")]
  }

  private static var scrolling: [View] {
    let list = ListView(numberOfRows: 100, size: Size(width: 240, height: 150)) { index, _ in
      CheckBox("Row \(index)", isOn: index % 3 == 0)
    }
    list.preferredSize = list.size
    list.selectedIndex = 2
    list.onScroll = { _ in }
    let vertical = Slider(value: 0.4, axis: .vertical)
    vertical.ticks = [0, 0.5, 1]
    return [list, vertical]
  }

  /// Presses, hovers and focuses the controls of the second row, and scrolls the list.
  static func arrangeStates(in sheet: View, _ stage: ControlStage) {
    let row = sheet.subviews[1].subviews
    stage.press(row[0], 10, 10)
    stage.hover(row[1], 10, 10)
    (sheet.subviews[8].subviews[0] as? PopoverView)?.content.becomeFocused()
    stage.key(.down)
    stage.tree.focus.isRingVisible = true
    row[2].becomeFocused()
    (sheet.subviews[7].subviews[0] as? ListView)?.contentOffset.y = 20
  }
}
