extension StoryAction {
  /// The action as Swift code.
  var code: String {
    let nested = { (actions: [StoryAction]) in "[" + actions.map(\.code).joined(separator: ", ") + "]" }
    return switch self {
    case .on(let number, let action): ".on(\(number), \(action.code))"
    case .during(let callback, let actions): ".during(.\(callback), \(nested(actions)))"
    case .batch(let actions): ".batch(\(nested(actions)))"
    case .animate(let seconds, let actions): ".animate(seconds: \(seconds), \(nested(actions)))"
    case .untimed(let action): ".untimed(\(action.code))"
    case .timed(let seconds, let action): ".timed(by: \(seconds), \(action.code))"
    default:
      "."
        + "\(self)".replacing(#/(?:[A-Za-z]\w*\.)+(?=[a-z])/#, with: ".")
        .replacing("CarouselEngine.", with: "").replacing(#/Optional\(([^)]*)\)/#) { "\($0.output.1)" }
    }
  }

  /// The name of the action without its values.
  var kind: String {
    switch self {
    case .on(_, let action), .untimed(let action), .timed(_, let action): action.kind
    case .during(let callback, let actions): "\(callback)(\(actions.map(\.kind).joined(separator: " ")))"
    default: String("\(self)".prefix { $0 != "(" })
    }
  }
}
