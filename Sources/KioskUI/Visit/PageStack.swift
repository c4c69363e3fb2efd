internal import CarouselDescription
internal import CarouselUI
internal import Kiosk
internal import PhotoBrowserUI

/// The pages that a visitor has opened, one above another, in front of the pictures.
@MainActor
final class PageStack {
  /// Fills the window. Hidden while no page is open.
  let view = ContainerView()
  /// Called with the reason why a page cannot be opened.
  var onProblem: ((String) -> Void)?
  /// Called when a page has been opened.
  var onOpen: ((View) -> Void)?
  /// Called when the first page opens, and when all pages close.
  var onOpenChange: (() -> Void)?
  /// Called when a control of a page of the show leads back to the pictures.
  var onLeave: (() -> Void)?
  /// The language of the pages, and of the button that closes them.
  var language: KioskLanguage {
    get { reader.language }
    set {
      reader.language = newValue
      closeButton.title = VisitorTexts(in: newValue).close
      view.layoutDirection = newValue.isRightToLeft ? .rightToLeft : .leftToRight
    }
  }

  private let reader: PageReader
  private var navigation: NavigationView? {
    didSet { if (navigation == nil) != (oldValue == nil) { onOpenChange?() } }
  }
  /// The page that is being read.
  private var reading: AnyObject?
  private lazy var closeButton = Button(icon: .close, style: .suggested) { [weak self] in
    self?.close()
  }

  /// The distance that the pages move when they appear, in points.
  private static let rise = 48.0
  private static let motion = AnimationTiming.spring(duration: 0.4)
  private static let buttonSize = Size(width: 120, height: 56)
  /// The distance of the button that closes the pages from the sides and from the pages, in points.
  private static let margin = 16.0
  /// The largest number of open pages.
  private static let mostPages = 16

  init(_ pipeline: PhotoPipeline) {
    reader = PageReader(pipeline)
    view.isHidden = true
    view.isLayered = true
    closeButton.minimumSize = Self.buttonSize
    view.addSubview(closeButton)
    reader.onAction = { [weak self] in self?.perform($0, from: $1) }
  }

  var isOpen: Bool { navigation != nil }
  var isLoading: Bool { reading != nil }

  /// Performs the action of a control of a page.
  ///
  /// - Parameter path: The path of the page.
  func perform(_ action: String, from path: String) {
    switch PageAction(action) {
    case .open(let name): open(PageAction.path(name, from: path))
    case .back:
      if navigation?.pop() == nil { fallthrough }
    case .close:
      if isOpen { close() } else { onLeave?() }
    case nil: onProblem?("\(path): There is no action “\(action)”.")
    }
  }

  /// Opens a page above the present one. If it is already open, the pages above it close.
  func open(_ path: String) {
    let pages = navigation?.pages ?? []
    if let index = pages.firstIndex(where: { ($0 as? PageSlide)?.path == path }) {
      reading = nil
      return pop(to: index)
    }
    guard pages.count < Self.mostPages else {
      onProblem?("\(path) is not opened: \(Self.mostPages) pages are open.")
      return
    }
    reading = reader.read(path) { [weak self] result in
      guard let self else { return }
      reading = nil
      switch result {
      case .success(let page):
        let slide = PageSlide(page, from: path, size: view.size)
        push(slide, title: page.title ?? "")
        onOpen?(slide)
      case .failure(let failure): onProblem?(failure.reason)
      }
    }
  }

  /// Leads back to an open page.
  private func pop(to index: Int) {
    guard let navigation else { return }
    while navigation.pages.count > index + 1 {
      navigation.pop(animated: navigation.pages.count == index + 2)
    }
  }

  private func push(_ page: View, title: String) {
    if let navigation { return navigation.push(page, title: title) }
    let navigation = NavigationView(page, title: title)
    view.backgroundColor = view.effectiveTheme.colors.window
    self.navigation = navigation
    view.insertSubview(navigation, at: 0)
    view.isHidden = false
    view.alpha = 0
    view.transform = .translation(y: Self.rise)
    view.setNeedsLayout()
    View.animate(Self.motion) {
      view.alpha = 1
      view.transform = .identity
    }
  }

  /// Closes all pages by a motion.
  func close() {
    reading = nil
    guard let leaving = navigation else { return }
    navigation = nil
    View.animate(Self.motion) {
      view.alpha = 0
      view.transform = .translation(y: Self.rise)
    } completion: { [weak self] _ in
      leaving.removeFromSuperview()
      if let self, navigation == nil { view.isHidden = true }
    }
  }

  func layOut(in area: Rect) {
    view.frame = area
    let isRightToLeft = language.isRightToLeft
    let fitting = closeButton.sizeThatFits(area.size)
    let own = Size(
      width: max(fitting.width, Self.buttonSize.width), height: max(fitting.height, Self.buttonSize.height))
    let margin = Self.margin
    // At the bottom, within reach also on a high screen, and below the pages.
    closeButton.frame = Rect(
      x: isRightToLeft ? margin : area.size.width - own.width - margin,
      y: area.size.height - own.height - margin, width: own.width, height: own.height)
    navigation?.frame = Rect(
      x: 0, y: 0, width: area.size.width, height: max(closeButton.frame.minY - margin, 0))
  }
}
