internal import CarouselEngine
public import CarouselViews
public import Controls
public import Geometry
internal import JSON
public import Views

/// The closures with which a program handles the actions of a description and supplies its pictures.
@MainActor
public struct DescriptionHandlers {
  /// Called with the “action” of a control when the user has operated the control.
  public var onAction: ((String) -> Void)?
  /// Returns the picture for the “source” of an image; `nil` if there is no such picture.
  public var imageSource: ((String) -> (any ImageSource)?)?
  /// Loads and caches the pictures.
  public var imageLoader: ImageLoader

  /// Creates handlers.
  public init(
    onAction: ((String) -> Void)? = nil, imageSource: ((String) -> (any ImageSource)?)? = nil,
    imageLoader: ImageLoader = .shared
  ) {
    (self.onAction, self.imageSource, self.imageLoader) = (onAction, imageSource, imageLoader)
  }
}

/// A tree of views that was built from a description.
@MainActor
public struct LoadedDescription {
  /// The root of the tree.
  public let view: View
  /// The title of the window; `nil` if the description has none.
  public let title: String?
  /// The size of the window in points; `nil` if the description has none.
  public let size: Size?
  /// The theme of ``view``; `nil` if the description has none.
  public let theme: Theme?
  private let views: [String: View]

  init(view: View, title: String?, size: Size?, theme: Theme?, views: [String: View]) {
    (self.view, self.title, self.size, self.theme, self.views) = (view, title, size, theme, views)
    view.theme = theme
  }

  /// Returns the view with this “id”. Views inside items are not found.
  public func view(named id: String) -> View? { views[id] }

  /// Returns the carousel with this “id”.
  ///
  /// iCarousel: an outlet.
  public func carouselView(named id: String) -> CarouselView? { (views[id] as? CarouselHost)?.carouselView }

  /// The carousels with an “id”.
  var carousels: [String: CarouselView] { views.compactMapValues { ($0 as? CarouselHost)?.carouselView } }
}

/// Builds views from a JSON text.
///
/// The text is a JSON object with the member “root”, a view. Optional members are “title”, “width”, “height”,
/// “theme” (light or dark) and “templates”, an object of named views. A view is an object: its member “view”
/// names its kind, or its member “use” names a template. A carousel has the members “items”, a list of objects
/// with values, and “item”, the template of the item views. In this template, `{name}` is replaced by the value
/// of the item. Templates that no view uses are checked as well, except for their placeholders.
///
/// UIKit: a storyboard.
@MainActor
public struct DescriptionLoader {
  private let handlers: DescriptionHandlers

  /// Creates a loader.
  public init(handlers: DescriptionHandlers = DescriptionHandlers()) { self.handlers = handlers }

  /// Builds the views of a description.
  ///
  /// - Parameter text: The text in UTF-8, at most 1 MiB.
  /// - Throws: The first mistake, with its line and column.
  public func load(_ text: some Sequence<UInt8>) throws(DescriptionError) -> LoadedDescription {
    let root: JSONNode
    do { root = try JSONParser.parse(Array(text)) } catch { throw DescriptionError(error) }
    var reader = try ObjectReader(root)
    let title = try reader.string("title")
    let lengths = 1.0...DescriptionBuilder.lengths.upperBound
    let width = try reader.number("width", in: lengths)
    let height = try reader.number("height", in: lengths)
    let theme = try reader.choice("theme", ["light": Theme.light, "dark": .dark])
    var templates: [JSONMember] = []
    if let node = reader.raw("templates") {
      guard case .object(let members) = node.value else {
        throw DescriptionError(node.position, "“templates” must be an object of views.")
      }
      templates = members
    }
    guard let root = reader.raw("root") else {
      throw DescriptionError(reader.position, "The view at the top, “root”, is missing.")
    }
    try reader.finish("A description")
    let builder = DescriptionBuilder(
      templates: Dictionary(templates.map { ($0.key, $0.node) }) { first, _ in first }, handlers: handlers)
    let view = try builder.view(root)
    for template in templates where !builder.usedTemplates.contains(template.key) {
      try builder.check(template.node, with: .unknown)
    }
    let size = width.flatMap { width in height.map { Size(width: width, height: $0) } }
    return LoadedDescription(view: view, title: title, size: size, theme: theme, views: builder.named)
  }
}

/// A view that shows a description. After a mistake, it continues to show the last correct one.
public final class DescriptionView: ContainerView {
  /// The current description; `nil` before the first correct text.
  public private(set) var description: LoadedDescription?
  /// The mistake in the last text; `nil` if the text was correct.
  public private(set) var error: DescriptionError?
  private let loader: DescriptionLoader

  /// Creates an empty view.
  public init(size: Size = .zero, handlers: DescriptionHandlers = DescriptionHandlers()) {
    loader = DescriptionLoader(handlers: handlers)
    super.init(size: size)
  }

  /// Shows another text. If it contains a mistake, the views stay as they are, and ``error`` describes the
  /// mistake.
  ///
  /// A carousel with an “id” keeps its offset if the new text contains a carousel with the same “id”.
  ///
  /// - Returns: Whether the text is correct.
  @discardableResult
  public func update(_ text: some Sequence<UInt8>) -> Bool {
    do throws(DescriptionError) {
      let new = try loader.load(text)
      let offsets = description?.carousels.mapValues(\.carousel.scrollOffset) ?? [:]
      description?.view.removeFromSuperview()
      description = new
      error = nil
      addSubview(new.view)
      layoutSubviews()
      new.view.layoutIfNeeded()
      for (id, view) in new.carousels { if let offset = offsets[id] { view.carousel.scrollOffset = offset } }
      return true
    } catch {
      self.error = error
      return false
    }
  }

  public override func layoutSubviews() { description?.view.frame = Rect(origin: .zero, size: size) }
}
