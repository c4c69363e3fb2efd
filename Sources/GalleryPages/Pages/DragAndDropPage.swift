import CarouselUI

/// Prints that the user drags to a tray, to a note, or to another program. They arrive there as the text of their name.
final class DragAndDropPage: StackView {
  private let carousel = CarouselView()
  private let tray = StackView(.horizontal, spacing: 10)
  private let hint = ThemedLabel("Drag prints here", isSecondary: true, alignment: .center)

  init() {
    super.init(.vertical, spacing: 12)
    carousel.accessibilityLabel = "Prints"
    carousel.carousel.type = .linear
    carousel.carousel.options.spacing = 1.1
    carousel.carousel.setItems(Picture.first(9)) { picture, reusing in
      let print = reusing as? PrintView ?? Self.makePrint()
      print.number = picture.id
      return print
    }
    carousel.carousel.scrollToItem(at: 2, animated: false)
    let note = TextField()
    note.placeholder = "A note, which accepts text of any program"
    note.accessibilityLabel = "Note"
    addSubview(carousel.growing())
    addSubview(makeTray())
    addSubview(note)
  }

  private static func makePrint() -> PrintView {
    let print = PrintView(size: Size(width: 176, height: 220))
    print.isUserInteractionEnabled = true
    print.dragSource = DragSource { [unowned print] _ in .text(Print.at(print.number).name) }
    return print
  }

  /// Returns the place where prints are dropped.
  private func makeTray() -> View {
    tray.accessibilityLabel = "Tray"
    let card = CardView(DepthStackView([hint, tray]))
    card.dropTarget = .text { [weak self] text, _ in self?.add(text) }
    return card
  }

  private func add(_ text: String) {
    hint.isHidden = true
    let button = Button(text)
    button.onClick = { [weak self, weak button] in
      button?.removeFromSuperview()
      if let self { hint.isHidden = !tray.subviews.isEmpty }
    }
    tray.addSubview(button)
  }
}
