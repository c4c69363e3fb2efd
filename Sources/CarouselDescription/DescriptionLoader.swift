internal import CarouselEngine
public import CarouselViews
public import Geometry

/// The actions and pictures of a description, which the program supplies.
@MainActor
public struct DescriptionHandlers {
  /// Called with the “action” of a control that the user has operated.
  public var onAction: ((String) -> Void)?
  /// Returns the picture that the “source” of an image names; `nil` for none.
  public var imageSource: ((String) -> (any ImageSource)?)?

  /// Creates handlers.
  public init(
    onAction: ((String) -> Void)? = nil, imageSource: ((String) -> (any ImageSource)?)? = nil
  ) {
    self.onAction = onAction
    self.imageSource = imageSource
  }
}

/// A tree of views that was built from a description.
@MainActor
public struct LoadedDescription {
  /// The view at the top.
  public let view: View
  /// The title of the window; `nil` if the description has none.
  public let title: String?
  /// The size of the window in points; `nil` if the description has none.
  public let size: Size?
  private let views: [String: View]

  init(view: View, title: String?, size: Size?, views: [String: View]) {
    (self.view, self.title, self.size, self.views) = (view, title, size, views)
  }

  /// Returns the view with this “id” that is not in an item.
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
/// The text is an object with “root”, the view at the top, and optionally “title”, “width”, “height”, “theme” (light or dark)
/// and “templates”, an object of views that “use” names. Each view names its kind in “view”. A carousel has “items”, a list of
/// objects, and “item”, the template of their views, in which `{name}` stands for a value of the item.
///
/// UIKit: a storyboard.
@MainActor
public struct DescriptionLoader {
  private let handlers: DescriptionHandlers

  /// Creates a loader.
  public init(handlers: DescriptionHandlers = DescriptionHandlers()) { self.handlers = handlers }

  /// Builds the views of a description.
  ///
  /// - Parameter text: UTF-8, at most 1 MiB.
  /// - Throws: The first mistake, with its line and column.
  public func load(_ text: some Sequence<UInt8>) throws(DescriptionError) -> LoadedDescription {
    var reader = try ObjectReader(try JSONParser.parse(Array(text)), data: nil)
    let title = try reader.string("title")
    let lengths = 1.0...DescriptionBuilder.lengths.upperBound
    let width = try reader.number("width", in: lengths)
    let height = try reader.number("height", in: lengths)
    let theme = try reader.choice("theme", ["light": Theme.light, "dark": .dark])
    var templates: [String: JSONNode] = [:]
    if let node = reader.raw("templates") {
      guard case .object(let members) = node.value else {
        throw DescriptionError(node.position, "“templates” must be an object of views.")
      }
      for member in members { templates[member.key] = member.node }
    }
    guard let root = reader.raw("root") else {
      throw DescriptionError(reader.position, "The view at the top, “root”, is missing.")
    }
    try reader.finish("A description")
    let builder = DescriptionBuilder(templates: templates, handlers: handlers)
    // A template that nothing uses is checked by its use only.
    let view = try builder.view(root)
    view.theme = theme
    let size = width.flatMap { width in height.map { Size(width: width, height: $0) } }
    return LoadedDescription(view: view, title: title, size: size, views: builder.named)
  }
}

/// A view that shows a description, and keeps showing the last correct one.
public final class DescriptionView: ContainerView {
  /// The description that is shown; `nil` before the first correct text.
  public private(set) var description: LoadedDescription?
  /// The mistake of the last text; `nil` if it was correct.
  public private(set) var error: DescriptionError?
  private let loader: DescriptionLoader

  /// Creates an empty view.
  public init(size: Size = .zero, handlers: DescriptionHandlers = DescriptionHandlers()) {
    loader = DescriptionLoader(handlers: handlers)
    super.init(size: size)
  }

  /// Shows another text. After a mistake, the views stay as they are, and ``error`` names the place.
  ///
  /// A carousel with an “id” keeps its offset, if the new text has a carousel with the same one.
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
