import CarouselUI

/// Commands that buttons, a menu and keys perform, and the list of their keys.
final class CommandsPage: StackView {
  private static let star = Command("print.star", title: "Star", icon: .star, shortcuts: [Shortcut("s")])
  private static let next = Command(
    "print.next", title: "Next print", icon: .next, shortcuts: [Shortcut("n")], isRepeating: true)
  private static let vertical = Command(
    "prints.vertical", title: "Vertical", icon: .rotate, shortcuts: [Shortcut("v")])
  private static let remove = Command(
    "print.remove", title: "Remove", icon: .trash, shortcuts: [Shortcut(.delete)])
  private static let restore = Command(
    "print.restore", title: "Restore", shortcuts: [Shortcut("z", .control)])
  private static let keys = Command(
    "help.keys", title: "Keys", icon: .info, shortcuts: [Shortcut("?"), Shortcut(.f1)])

  private let view = CarouselView()
  private let caption = ThemedLabel("", alignment: .center)
  private var help: KeyHelpView?
  private var pictures = Picture.first(12)
  private var removed: [(picture: Picture, index: Int)] = []
  private var starred: Set<Int> = []

  private var carousel: Carousel { view.carousel }
  private var current: Picture? { carousel.currentIndex.map { pictures[$0] } }

  init() {
    super.init(.vertical, spacing: 12)
    carousel.type = .coverFlow
    carousel.delegate = self
    view.accessibilityLabel = "Prints"
    let menu = Button(icon: .menu)
    menu.accessibilityLabel = "Menu"
    menu.onClick = { [weak menu] in menu?.present(MenuView(Self.items)) }
    let buttons = [Self.star, Self.next, Self.vertical, Self.remove, Self.keys].map {
      Button($0, showsTitle: false)
    }
    addSubview(StackView(spacing: 8, buttons + [Button(Self.restore), View().growing(), menu]))
    addSubview(view.growing())
    addSubview(caption)
    view.contextMenu = { _ in Self.items }
    handleCommands()
    show(animated: false)
    carousel.currentItemIndex = 4
  }

  private static var items: [MenuItem] {
    [
      MenuItem(star), MenuItem(next), MenuItem(vertical), .separator, MenuItem(remove), MenuItem(restore),
      .separator, MenuItem(keys),
    ]
  }

  private func handleCommands() {
    let hasPrint: () -> Bool = { [weak self] in self?.current != nil }
    handle(
      Self.star, isEnabled: hasPrint,
      isChecked: { [weak self] in self?.current.map { self?.starred.contains($0.id) == true } == true },
      action: { [weak self] in
        guard let self, let id = current?.id else { return }
        starred.formSymmetricDifference([id])
        showCaption()
      })
    handle(Self.next, isEnabled: hasPrint) { [weak self] in self?.carousel.step(by: 1) }
    handle(
      Self.vertical, isChecked: { [weak self] in self?.carousel.isVertical == true },
      action: { [weak self] in self?.carousel.isVertical.toggle() })
    handle(Self.remove, isEnabled: hasPrint) { [weak self] in
      guard let self, let index = carousel.currentIndex else { return }
      removed.append((pictures.remove(at: index), index))
      show(animated: true)
    }
    handle(
      Self.restore, isEnabled: { [weak self] in self?.removed.isEmpty == false },
      action: { [weak self] in
        guard let self, let last = removed.popLast() else { return }
        pictures.insert(last.picture, at: last.index)
        show(animated: true)
      })
    handle(
      Self.keys, isChecked: { [weak self] in self?.help != nil },
      action: { [weak self] in self?.toggleHelp() })
  }

  /// Shows the keys in place of the carousel, or the carousel again.
  private func toggleHelp() {
    if let help {
      help.removeFromSuperview()
      self.help = nil
    } else {
      let help = KeyHelpView(view.availableCommands)
      insertSubview(help.growing(), at: 1)
      self.help = help
    }
    view.isHidden = help != nil
  }

  private func show(animated: Bool) {
    carousel.setItems(pictures, animated: animated) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView()
      view.number = picture.id
      return view
    }
    showCaption()
  }

  private func showCaption() {
    guard let current else {
      caption.text = "No prints"
      return
    }
    caption.text = Print.at(current.id).name + (starred.contains(current.id) ? " ★" : "")
  }
}

extension CommandsPage: CarouselDelegate {
  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) { showCaption() }
}
