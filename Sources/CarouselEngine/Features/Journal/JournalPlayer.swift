internal import Geometry

/// Performs the operations of a journal on a new core.
@MainActor
final class JournalPlayer {
  private var core: CarouselCore
  private var builder = FrameBuilder()
  private var views: [Int: JournalItemView] = [:]
  /// The request of the core that has not been answered yet.
  private var request: CarouselRequest?
  /// The frames that have begun and not ended, the innermost last.
  private var frames: [BegunFrame] = []
  private let transforms = JournalTransforms()
  private(set) var frameCount = 0

  /// The time of the last frame.
  var time: Timestamp? { core.frameTime }

  init(_ start: JournalStart) {
    core = CarouselCore(bounds: .zero)
    for input in start.settings ?? [] { core.handle(input, at: nil) }
  }

  /// Performs one entry.
  ///
  /// - Parameter line: The number of the entry's line, for error messages.
  /// - Returns: The frame, if the entry ends one.
  func perform(_ entry: JournalEntry, line: Int) throws(JournalError) -> CarouselFrame? {
    switch entry {
    case .begin: throw .unexpected(line: line)
    case .input(let input, let time, _): core.handle(input, at: time)
    case .presence(let delegate, let dataSource): core.setPresence(delegate: delegate, dataSource: dataSource)
    case .ask:
      core.beginAnswering()
      request = core.nextRequest()
    case .answer(let recorded):
      guard let answer = answer(recorded) else { throw .unexpected(line: line) }
      request = core.proceed(with: answer)
    case .width(let index): _ = core.willAnswer(widthOf: index)
    case .countEffects: _ = core.countEffects()
    case .takeEffect: _ = core.takeEffect()
    case .endDelivery: core.endDelivery()
    case .forgetPrefetches: _ = core.forgetPrefetches()
    case .takeTapResult: _ = core.takeTapResult()
    case .noteFrame: core.noteFrame()
    case .beginFrame:
      frames.append(BegunFrame(core, transforms))
    case .frame(let recorded):
      guard let frame = frames.popLast() else { throw .unexpected(line: line) }
      transforms.remaining = recorded.transforms[...]
      builder.forgetOrder()
      builder.build(frame.scene, emptySpace: frame.space)
      let items = core.itemsToDraw(builder.items)
      for item in items { (item.view as? JournalItemView)?.size = item.size }
      frameCount += 1
      guard FrameDigest(items, number: { ($0 as? JournalItemView)?.number ?? 0 }).value == recorded.digest
      else {
        throw .differentFrame(number: frameCount, line: line)
      }
      return builder.frame(of: items)
    }
    return nil
  }

  private func answer(_ recorded: JournalAnswer) -> CarouselAnswer? {
    guard let request else { return nil }
    guard case .drawing(let transforms) = recorded else {
      return recorded.map(view: { view($0) }, drawing: { _ in .items([]) })
    }
    guard case .drawing(let question) = request, let frame = frames.popLast() else { return nil }
    self.transforms.remaining = transforms[...]
    return .drawing(question.answer(in: frame.scene))
  }

  private func view(_ number: Int) -> JournalItemView {
    let view = views[number] ?? JournalItemView(number)
    views[number] = view
    return view
  }
}

/// A frame that has begun, and whose transforms are not known yet.
@MainActor
private final class BegunFrame {
  let scene: FrameScene?
  /// The space of the layout, for a frame without a scene.
  let space: CarouselSpace

  init(_ core: borrowing CarouselCore, _ transforms: JournalTransforms) {
    space = CarouselSpace(core.layout.snapshot)
    scene = FrameScene(core, custom: core.hasDelegate ? { transforms.take(base: $1) } : nil)
  }
}

/// The transforms that the delegate returned for the frame or the answer that is replayed now.
@MainActor
private final class JournalTransforms {
  var remaining: ArraySlice<Transform3D> = []

  /// Removes and returns the next transform; `base` if no transform is left.
  func take(base: Transform3D) -> Transform3D { remaining.popFirst() ?? base }
}

/// A view of a replayed carousel. It has a number, but no picture.
@MainActor
private final class JournalItemView: ItemView {
  let number: Int
  /// The size in the last frame that contains the view.
  fileprivate(set) var size = Size.zero

  init(_ number: Int) { self.number = number }
}
