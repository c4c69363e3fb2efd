// The code of the article "Controls": a card with a slider and a button, and its theme.
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
