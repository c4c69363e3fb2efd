internal import CarouselEngine
internal import CarouselViews
internal import Controls
internal import Drawing
internal import Geometry
internal import JSON
internal import Views

/// Builds views from the nodes of a description.
@MainActor
final class DescriptionBuilder {
  private let handlers: DescriptionHandlers
  /// The members of “templates”, by their names.
  private let templates: [String: JSONNode]
  /// The names of the templates that a view has used.
  private(set) var usedTemplates: Set<String> = []
  /// The names of the templates that are being built, to detect a template that contains itself.
  private var open: [String] = []
  private var viewCount = 0
  private static let mostViews = 20_000
  private static let mostItems = 1000
  static let lengths = 0.0...10_000  // points

  /// The views with an “id”.
  private(set) var named: [String: View] = [:]
  /// Whether views are built only to find mistakes, and are not shown.
  private var isChecking = false

  init(templates: [String: JSONNode], handlers: DescriptionHandlers) {
    self.templates = templates
    self.handlers = handlers
  }

  /// Builds a view.
  ///
  /// - Parameter data: The values for placeholders.
  func view(_ node: JSONNode, data: ItemValues = .none) throws(DescriptionError) -> View {
    viewCount += 1
    guard viewCount <= Self.mostViews else {
      throw DescriptionError(node.position, "There are more than \(Self.mostViews) views.")
    }
    var reader = try ObjectReader(node, data: data)
    if let use = reader.raw("use") {
      guard case .string(let name) = use.value, let template = templates[name] else {
        throw DescriptionError(use.position, "There is no such template. Templates stand in “templates”.")
      }
      guard !open.contains(name) else {
        throw DescriptionError(use.position, "The template “\(name)” contains itself.")
      }
      try reader.finish("A use of a template")
      usedTemplates.insert(name)
      open.append(name)
      defer { open.removeLast() }
      return try view(template, data: data)
    }
    let kindPosition = reader.raw("view")?.position ?? reader.position
    guard let kind = try reader.string("view") else {
      // The kind of the view is a placeholder.
      if reader.hasUnknownValues { return View() }
      throw DescriptionError(node.position, "The object has neither “view” nor “use”.")
    }
    let view = try make(kind, at: kindPosition, &reader, data)
    try apply(&reader, to: view)
    try reader.finish("A \(kind)")
    return view
  }

  private func make(
    _ kind: String, at position: TextPosition, _ reader: inout ObjectReader, _ data: ItemValues
  ) throws(DescriptionError) -> View {
    switch kind {
    case "box": return try filled(View(), &reader, data)
    case "row": return try stack(.horizontal, &reader, data)
    case "column": return try stack(.vertical, &reader, data)
    case "grid": return try grid(&reader, data)
    case "label": return try label(&reader)
    case "button": return try button(&reader)
    case "toggle": return try toggle(&reader)
    case "slider": return try slider(&reader)
    case "progress": return ProgressBar(progress: try reader.number("progress", in: 0...1) ?? 0)
    case "image": return try image(&reader)
    case "carousel": return try carousel(&reader)
    default:
      throw DescriptionError(
        position,
        "There is no view “\(kind)”. There are box, row, column, grid, label, button, toggle, slider, progress, "
          + "image and carousel.")
    }
  }

  // MARK: Containers

  private func filled(
    _ view: View, _ reader: inout ObjectReader, _ data: ItemValues
  ) throws(DescriptionError) -> View {
    for node in try reader.array("children") ?? [] { view.addSubview(try self.view(node, data: data)) }
    return view
  }

  private func stack(
    _ axis: Axis, _ reader: inout ObjectReader, _ data: ItemValues
  ) throws(DescriptionError) -> View {
    let stack = StackView(axis, spacing: try reader.number("spacing", in: Self.lengths) ?? 0)
    let alignments: KeyValuePairs<String, StackView.Alignment> = [
      "fill": .fill, "leading": .leading, "center": .center, "trailing": .trailing,
    ]
    let distributions: KeyValuePairs<String, StackView.Distribution> = [
      "leading": .leading, "center": .center, "trailing": .trailing, "equalSpacing": .equalSpacing,
      "fillEqually": .fillEqually,
    ]
    stack.alignment = try reader.choice("alignment", alignments) ?? .fill
    stack.distribution = try reader.choice("distribution", distributions) ?? .leading
    return try filled(stack, &reader, data)
  }

  private func grid(
    _ reader: inout ObjectReader, _ data: ItemValues
  ) throws(DescriptionError) -> View {
    let space = try reader.number("spacing", in: Self.lengths) ?? 0
    let count = try reader.number("columns", in: 1...100) ?? 2
    let grid = GridView(columns: .count(Int(count)), spacing: Size(width: space, height: space))
    return try filled(grid, &reader, data)
  }

  // MARK: Controls

  private func label(_ reader: inout ObjectReader) throws(DescriptionError) -> View {
    let weights: KeyValuePairs<String, Font.Weight> = [
      "light": .light, "regular": .regular, "medium": .medium, "semibold": .semibold, "bold": .bold,
    ]
    let alignments: KeyValuePairs<String, TextStyle.Alignment> = [
      "start": .start, "center": .center, "end": .end,
    ]
    let size = try reader.number("fontSize", in: 1...500)
    let weight = try reader.choice("weight", weights)
    let alignment = try reader.choice("alignment", alignments)
    let color = try reader.color("color")
    let label = LabelView(try reader.string("text") ?? "")
    label.changeStyle { style in
      style.size *= (size ?? 16) / 20
      style.weight = weight ?? style.weight
      style.alignment = alignment ?? style.alignment
      style.color = color ?? style.color
    }
    label.padding = try reader.number("padding", in: 0...1000) ?? 12
    return label
  }

  private func action(_ reader: inout ObjectReader) throws(DescriptionError) -> (@MainActor () -> Void)? {
    let name = try reader.string("action")
    guard let name, let perform = handlers.onAction else { return nil }
    return { perform(name) }
  }

  private func button(_ reader: inout ObjectReader) throws(DescriptionError) -> View {
    let styles: KeyValuePairs<String, Button.Style> = [
      "plain": .plain, "suggested": .suggested, "destructive": .destructive, "flat": .flat,
    ]
    let action = try action(&reader)
    return Button(
      try reader.string("title") ?? "", style: try reader.choice("style", styles) ?? .plain, onClick: action)
  }

  private func toggle(_ reader: inout ObjectReader) throws(DescriptionError) -> View {
    let toggle = Toggle(isOn: try reader.bool("isOn") ?? false)
    if let action = try action(&reader) { toggle.onToggle = { _ in action() } }
    return toggle
  }

  private func slider(_ reader: inout ObjectReader) throws(DescriptionError) -> View {
    let least = try reader.number("minimum", in: -1e9...1e9) ?? 0
    let most = try reader.number("maximum", in: -1e9...1e9) ?? 1
    if reader.hasUnknownValues {
      _ = try reader.number("value", in: -1e9...1e9)
      _ = try action(&reader)
      return Slider(value: 0, in: 0...1)
    }
    guard least < most else { throw DescriptionError(reader.position, "“minimum” must be below “maximum”.") }
    let slider = Slider(value: try reader.number("value", in: least...most) ?? least, in: least...most)
    if let action = try action(&reader) { slider.onValueChange = { _ in action() } }
    return slider
  }

  private func image(_ reader: inout ObjectReader) throws(DescriptionError) -> View {
    let modes: KeyValuePairs<String, ContentMode> = [
      "fit": .fit, "fill": .fill, "center": .center, "stretch": .stretch,
    ]
    let view = AsyncImageView(size: Size(width: 200, height: 150))
    view.loader = handlers.imageLoader
    view.imageView.contentMode = try reader.choice("contentMode", modes) ?? .fill
    view.imageView.caption = try reader.string("caption")
    if let name = try reader.string("source"), !isChecking { view.source = handlers.imageSource?(name) }
    return view
  }

  // MARK: Properties of all views

  private func apply(_ reader: inout ObjectReader, to view: View) throws(DescriptionError) {
    if let id = try reader.string("id"), !isChecking { named[id] = view }
    if let label = try reader.string("accessibilityLabel") {
      ((view as? CarouselHost)?.carouselView ?? view).accessibilityLabel = label
    }
    let suiting = view.sizeThatFits(Size(width: Double.infinity, height: .infinity))
    let width = try reader.number("width", in: Self.lengths)
    let height = try reader.number("height", in: Self.lengths)
    if width != nil || height != nil {
      view.preferredSize = Size(width: width ?? suiting.width, height: height ?? suiting.height)
    }
    if view.size.isEmpty || width != nil || height != nil { view.sizeToFit() }
    view.frame.origin = Point(
      x: try reader.number("x", in: -10_000...10_000) ?? 0,
      y: try reader.number("y", in: -10_000...10_000) ?? 0)
    view.growFactor = try reader.number("grow", in: 0...1000) ?? 0
    if let inset = try reader.number("insets", in: 0...1000) { view.insets = EdgeInsets(inset) }
    view.backgroundColor = try reader.color("background")
    view.cornerRadius = try reader.number("cornerRadius", in: Self.lengths) ?? 0
    view.alpha = try reader.number("alpha", in: 0...1) ?? 1
    view.isHidden = try reader.bool("isHidden") ?? false
    view.isEnabled = try reader.bool("isEnabled") ?? true
    view.clipsToBounds = try reader.bool("clipsToBounds") ?? false
    if let node = reader.raw("shadow") { try applyShadow(node, to: view) }
    if let node = reader.raw("reflection") { try applyReflection(node, to: view) }
    view.borderWidth = try reader.number("borderWidth", in: 0...200) ?? 0
    view.borderColor = try reader.color("borderColor") ?? .black
  }

  private func applyShadow(_ node: JSONNode, to view: View) throws(DescriptionError) {
    var reader = try ObjectReader(node)
    view.shadowOpacity = try reader.number("opacity", in: 0...1) ?? 0.5
    view.shadowRadius = try reader.number("radius", in: 0...200) ?? 3
    view.shadowOffset = Size(
      width: try reader.number("x", in: -200...200) ?? 0, height: try reader.number("y", in: -200...200) ?? 0)
    view.shadowColor = try reader.color("color") ?? .black
    try reader.finish("A shadow")
  }

  private func applyReflection(_ node: JSONNode, to view: View) throws(DescriptionError) {
    var reader = try ObjectReader(node)
    var reflection = Reflection()
    reflection.gap = try reader.number("gap", in: 0...500) ?? reflection.gap
    reflection.scale = try reader.number("scale", in: 0...1) ?? reflection.scale
    reflection.alpha = try reader.number("alpha", in: 0...1) ?? reflection.alpha
    view.reflection = reflection
    try reader.finish("A reflection")
  }

  // MARK: Carousels

  private func carousel(_ reader: inout ObjectReader) throws(DescriptionError) -> View {
    let view = CarouselView(size: Size(width: 400, height: 300))
    try CarouselProperties.read(&reader, into: view.carousel)
    view.itemSize = try CarouselProperties.itemSize(&reader)
    let items = try reader.array("items") ?? []
    guard items.count <= Self.mostItems else {
      throw DescriptionError(items[Self.mostItems].position, "There are more than \(Self.mostItems) items.")
    }
    var data: [[String: JSONNode]] = []
    for (index, item) in items.enumerated() {
      guard case .object(let members) = item.value else {
        throw DescriptionError(item.position, "An item must be an object with its values, not \(item.kind).")
      }
      var values: [String: JSONNode] = [:]
      for member in members { values[member.key] = member.node }
      values["index"] = values["index"] ?? JSONNode(value: .number(Double(index)), position: item.position)
      data.append(values)
    }
    guard let template = reader.raw("item") else {
      if let first = items.first {
        throw DescriptionError(first.position, "There are items, but no template for them in “item”.")
      }
      return CarouselHost(view, items: [], make: { _ in nil })
    }
    // Each item is built once, so that mistakes are reported immediately and not while the carousel scrolls.
    if data.isEmpty { try check(template, with: .unknown) }
    for values in data { try check(template, with: .item(values)) }
    return CarouselHost(view, items: data) { [self] values in
      viewCount = 0
      return try? self.view(template, data: .item(values))
    }
  }

  /// Builds a view only to find mistakes in its description.
  func check(_ node: JSONNode, with data: ItemValues) throws(DescriptionError) {
    let wasChecking = isChecking
    isChecking = true
    defer { isChecking = wasChecking }
    _ = try view(node, data: data)
  }
}
