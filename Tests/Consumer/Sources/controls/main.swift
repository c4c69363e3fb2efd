// The code of the articles "Using controls" and "Using commands": a card with a slider and a button, its theme, and commands.
import CarouselUI

final class SettingsCard: View {
  private(set) var volume = 0.5

  override init(size: Size = Size(width: 280, height: 160)) {
    super.init(size: size)
    cornerRadius = 12
    backgroundColor = Theme.dark.colors.popover
    theme = .dark
    let slider = Slider(value: volume) { [weak self] in self?.volume = $0 }
    slider.frame = Rect(x: 20, y: 24, width: 240, height: 34)
    let mute = Button("Mute") { [weak slider] in slider?.value = 0 }
    mute.frame = Rect(x: 20, y: 100, width: 100, height: 34)
    addSubview(slider)
    addSubview(mute)
  }
}

let card = SettingsCard()
let dark = try ViewPainting.paint(card, scale: 1)
var theme = Theme.light
theme.accentColor = .orange
theme.textScale = 1.5
card.theme = theme
let note = CardView(ThemedLabel("This card is light in a light window."))
precondition(!dark.isCurrent(for: card, scale: 1))
precondition(card.subviews[0].effectiveTheme == theme)
precondition(note.size.width > note.content.size.width)

enum Commands {
  static let copy = Command(
    "photo.copy", title: "Copy the photo", shortcuts: [Shortcut("c", .control)])
  static let fullscreen = Command(
    "view.fullscreen", title: "Full screen", icon: .fullscreen, shortcuts: [Shortcut("f"), Shortcut(.f11)])
}

final class Page: View {
  var photo: String?
  private(set) var copies = 0
  func copy() { copies += 1 }
}

let page = Page()
page.handle(
  Commands.copy, isEnabled: { [weak page] in page?.photo != nil },
  action: { [weak page] in page?.copy() })
precondition(!page.perform(Commands.copy))
page.photo = "photo"
precondition(page.perform(Commands.copy) && page.copies == 1)

let button = Button(Commands.fullscreen, showsTitle: false)
let menu = MenuView([MenuItem(Commands.copy), .separator, MenuItem(Commands.fullscreen)])
let help = KeyHelpView(page.availableCommands)
precondition(menu.items[0].shortcut == "Ctrl+C" && help.found.map(\.id) == ["photo.copy"])
precondition(button.title.isEmpty)
