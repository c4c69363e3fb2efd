internal import Geometry

/// A question about the items that are drawn now.
package enum DrawingQuestion: Sendable {
  /// Asks for all items.
  case items
  /// Asks for the drawn center of an item at each of these positions.
  case centers(ofItem: Int, [ItemPosition])

  /// Returns the answer in a scene; `scene` is `nil` if items have no position.
  func answer(in scene: borrowing FrameScene?) -> DrawingAnswer {
    switch self {
    case .items: .items(scene?.items() ?? [])
    case .centers(let index, let positions): .centers(scene?.centers(ofItem: index, at: positions) ?? [])
    }
  }
}

/// The answer to a ``DrawingQuestion``.
package enum DrawingAnswer: Sendable {
  /// The items, back to front.
  case items([CarouselFrame.Item])
  /// One center for each position; `nil` where the item would not be visible.
  case centers([DrawnCenter?])
}

/// Questions of tasks about the items that are drawn now.
///
/// The core answers a question itself if the poses of items do not depend on code of the application. That code
/// may call the carousel, and during an input the core is accessed exclusively.
extension CarouselCore {
  /// Answers a question for the current task, which takes the answer with ``Dialogue/takeAnswer()``.
  ///
  /// - Returns: A request to the owner; `nil` if the core has answered the question itself.
  mutating func ask(_ question: DrawingQuestion) -> CarouselRequest? {
    if presentedLayouts.contains(where: { $0.layout.callsApplication }) { return ask(.drawing(question)) }
    dialogue.answer(question.answer(in: FrameScene(self, custom: nil)))
    return nil
  }

  /// Returns the index of the frontmost item at `point` that is still loaded; `nil` if there is none.
  func hit(at point: Point, in items: [CarouselFrame.Item]) -> Int? {
    items.last { $0.isHit(at: point) && loader.view(at: $0.index) === $0.view }?.index
  }
}
