internal import CarouselEngine
internal import CarouselViews
internal import JSON

/// Reads the properties of a carousel.
@MainActor
enum CarouselProperties {
  static func read(_ reader: inout ObjectReader, into carousel: Carousel) throws(DescriptionError) {
    if let name = try reader.node("type") {
      guard case .string(let text) = name.value, let type = CarouselType(rawValue: text), type != .custom
      else {
        let types = CarouselType.allCases.filter { $0 != .custom }.map(\.rawValue).joined(separator: ", ")
        throw DescriptionError(name.position, "“type” must be one of \(types).")
      }
      carousel.type = type
    }
    let styles: KeyValuePairs<String, MotionStyle> = ["classic": .classic, "fluid": .fluid]
    let sizings: KeyValuePairs<String, ItemSizing> = ["uniform": .uniform, "individual": .individual]
    carousel.motionStyle = try reader.choice("motionStyle", styles) ?? carousel.motionStyle
    carousel.itemSizing = try reader.choice("itemSizing", sizings) ?? carousel.itemSizing
    carousel.isVertical = try reader.bool("isVertical") ?? carousel.isVertical
    carousel.bounces = try reader.bool("bounces") ?? carousel.bounces
    carousel.isPagingEnabled = try reader.bool("isPagingEnabled") ?? carousel.isPagingEnabled
    carousel.isScrollEnabled = try reader.bool("isScrollEnabled") ?? carousel.isScrollEnabled
    carousel.centerItemWhenSelected =
      try reader.bool("centerItemWhenSelected") ?? carousel.centerItemWhenSelected
    carousel.perspective = try reader.number("perspective", in: -0.01...0) ?? carousel.perspective
    carousel.decelerationRate = try reader.number("decelerationRate", in: 0...1) ?? carousel.decelerationRate
    carousel.scrollSpeed = try reader.number("scrollSpeed", in: 0...100) ?? carousel.scrollSpeed
    carousel.bounceDistance = try reader.number("bounceDistance", in: 0...100) ?? carousel.bounceDistance
    carousel.autoscroll = try reader.number("autoscroll", in: -100...100) ?? carousel.autoscroll
    carousel.autoplayInterval =
      try reader.number("autoplayInterval", in: 0...86_400) ?? carousel.autoplayInterval
    if let node = reader.raw("options") { carousel.options = try options(node) }
  }

  /// Reads the size of items that follows the size of the carousel.
  static func itemSize(_ reader: inout ObjectReader) throws(DescriptionError) -> CarouselItemSize? {
    guard let node = reader.raw("itemSize") else { return nil }
    var size = CarouselItemSize(width: 1, height: 1)
    var members = try ObjectReader(node)
    size.width = try members.number("width", in: 0.01...10) ?? size.width
    size.height = try members.number("height", in: 0.01...10) ?? size.height
    size.aspectRatio = try members.number("aspectRatio", in: 0.01...100)
    try members.finish("The size of items")
    return size
  }

  private static func options(_ node: JSONNode) throws(DescriptionError) -> CarouselOptions {
    var reader = try ObjectReader(node)
    var options = CarouselOptions()
    options.wrap = try reader.bool("wrap")
    options.showBackfaces = try reader.bool("showBackfaces")
    options.visibleItems = try reader.number("visibleItems", in: 0...1000).map { Int($0) }
    options.count = try reader.number("count", in: 0...10_000).map { Int($0) }
    options.offsetMultiplier = try reader.number("offsetMultiplier", in: -100...100)
    options.arc = try reader.number("arc", in: -100...100)
    options.angle = try reader.number("angle", in: -100...100)
    options.radius = try reader.number("radius", in: -10_000...10_000)
    options.tilt = try reader.number("tilt", in: -100...100)
    options.spacing = try reader.number("spacing", in: -100...100)
    options.fadeMin = try reader.number("fadeMin", in: -10_000...10_000)
    options.fadeMax = try reader.number("fadeMax", in: -10_000...10_000)
    options.fadeRange = try reader.number("fadeRange", in: 0...10_000)
    options.fadeMinAlpha = try reader.number("fadeMinAlpha", in: 0...1)
    try reader.finish("The options of a carousel")
    return options
  }
}
