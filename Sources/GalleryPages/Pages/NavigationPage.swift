import CarouselUI

/// A panel with a list beside pages. In a narrow window, the panel is a sheet, and the toolbar has a menu.
final class NavigationPage: StackView {
  private static let open = Command("print.open", title: "Open", icon: .next, shortcuts: [Shortcut(.return)])
  private static let star = Command("print.star", title: "Star", icon: .star, shortcuts: [Shortcut("s")])
  private static let info = Command(
    "print.info", title: "Information", icon: .info, shortcuts: [Shortcut("i")])
  private static let turn = Command(
    "print.turn", title: "Vertical", icon: .rotate, shortcuts: [Shortcut("v")])
  private static let remove = Command(
    "print.remove", title: "Remove", icon: .trash, shortcuts: [Shortcut(.delete)])

  private let carousel = CarouselView()
  private let navigation: NavigationView
  private let split: SplitView
  private var pictures = Picture.first(9)
  private var starred: Set<Int> = []

  init() {
    navigation = NavigationView(carousel, title: "Prints")
    let names = ListView(numberOfRows: 3) { index, _ in
      ThemedLabel(["All", "First half", "Second half"][index])
    }
    names.accessibilityLabel = "Albums"
    names.selectedIndex = 0
    split = SplitView(panel: names, content: navigation)
    split.panelWidth = 180
    split.narrowWidth = 420
    super.init(.vertical, spacing: 8)
    carousel.carousel.type = .linear
    carousel.accessibilityLabel = "Prints"
    names.onSelect = { [weak self] in self?.select($0) }
    let toolbar = ToolbarView(
      [SplitView.togglePanel, NavigationView.back, Self.open, Self.star, Self.turn],
      trailing: [Self.info, Self.remove])
    toolbar.target = navigation
    addSubview(toolbar)
    addSubview(split.growing())
    handleCommands()
    show(animated: false)
  }

  private var current: Picture? { carousel.carousel.currentIndex.map { pictures[$0] } }

  private func handleCommands() {
    let isAtList: () -> Bool = { [weak self] in
      self?.current != nil && self?.navigation.pages.count == 1
    }
    handle(Self.open, isEnabled: isAtList) { [weak self] in self?.open() }
    handle(
      Self.star, isEnabled: { [weak self] in self?.current != nil },
      isChecked: { [weak self] in self?.current.map { self?.starred.contains($0.id) == true } == true },
      action: { [weak self] in if let id = self?.current?.id { self?.starred.formSymmetricDifference([id]) } }
    )
    handle(
      Self.turn, isChecked: { [weak self] in self?.carousel.carousel.isVertical == true },
      action: { [weak self] in self?.carousel.carousel.isVertical.toggle() })
    handle(
      Self.info, isEnabled: { [weak self] in self?.current != nil }, action: { [weak self] in self?.inform() }
    )
    handle(Self.remove, isEnabled: isAtList) { [weak self] in
      guard let self, let index = carousel.carousel.currentIndex else { return }
      pictures.remove(at: index)
      show(animated: true)
    }
  }

  private func open() {
    guard let current else { return }
    let print = PrintView(current.id, size: Size(width: 300, height: 360))
    navigation.push(DepthStackView(print), title: Print.at(current.id).name)
  }

  private func inform() {
    guard let current else { return }
    let place = (carousel.carousel.currentIndex ?? 0) + 1
    let dialog = DialogView(
      Print.at(current.id).name, content: ThemedLabel("Print \(place) of \(pictures.count)"))
    dialog.hasCloseButton = true
    present(dialog)
  }

  private func select(_ album: Int) {
    let all = Picture.first(9)
    pictures = [all, Array(all.prefix(5)), Array(all.suffix(4))][album]
    navigation.popToRoot()
    show(animated: true)
  }

  private func show(animated: Bool) {
    carousel.carousel.setItems(pictures, animated: animated) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView(size: Size(width: 180, height: 225))
      view.number = picture.id
      return view
    }
  }
}
