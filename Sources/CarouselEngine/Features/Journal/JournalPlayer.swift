internal import Geometry

/// Performs the operations of a journal on a new core.
@MainActor
final class JournalPlayer {
  private var core: CarouselCore
  private var builder = FrameBuilder()
  private var views: [Int: JournalItemView] = [:]
  /// Whether the core has made a request that has not been answered yet.
  private var isAsked = false
  /// The frames that have begun and not ended, the innermost last.
  private var frames: [BegunFrame] = []
  private(set) var frameCount = 0

  /// The time of the last frame.
  var time: Timestamp? { core.frameTime }

  init(_ start: JournalStart) {
    core = CarouselCore(bounds: start.look.bounds)
    core.handle(.setLook(start.look), at: nil)
    if let layout = start.layout { core.handle(.setLayout(layout), at: nil) }
    // The effects are set only if there are any, because even an input without changes makes the first frame
    // out of date.
    if !start.effects.isEmpty { core.handle(.setEffects(start.effects), at: nil) }
    core.handle(.setScrolling(start.scrolling), at: nil)
    core.handle(.setGestures(start.gestures), at: nil)
    core.handle(.setReducesMotion(start.reducesMotion), at: nil)
    for input in start.features { core.handle(.feature(input), at: nil) }
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
      isAsked = core.nextRequest() != nil
    case .answer(let recorded):
      guard isAsked, let answer = answer(recorded) else { throw .unexpected(line: line) }
      isAsked = core.proceed(with: answer) != nil
    case .width(let index): _ = core.willAnswer(widthOf: index)
    case .countEffects: _ = core.countEffects()
    case .takeEffect: _ = core.takeEffect()
    case .endDelivery: core.endDelivery()
    case .forgetPrefetches: _ = core.forgetPrefetches()
    case .takeTapResult: _ = core.takeTapResult()
    case .view(let view): show(view)
    case .noteFrame: core.markFrameAsBuilt()
    case .beginFrame:
      frames.append(BegunFrame(core))
    case .frame(let recorded):
      guard let items = buildItems(recorded.transforms) else { throw .unexpected(line: line) }
      frameCount += 1
      guard FrameDigest(items, number: { ($0 as? JournalItemView)?.number ?? 0 }).value == recorded.digest
      else {
        throw .differentFrame(number: frameCount, line: line)
      }
      return core.frame(of: items, builtBy: builder)
    }
    return nil
  }

  private func answer(_ recorded: JournalAnswer) -> CarouselAnswer? {
    switch recorded {
    case .count(let count): .count(count)
    case .number(let number): .number(number)
    case .numbers(let numbers): .numbers(numbers)
    case .identifier(let identifier): .identifier(identifier)
    case .view(let number): views[number].map { .view($0, size: $0.size) }
    case .decision(let decision): .decision(decision)
    case .hit(let hit): .hit(hit)
    case .frame(let transforms): buildItems(transforms).map { .frame($0) }
    case .index(let index): .index(index)
    case .centers(let centers): .centers(centers)
    case .delivered: .delivered
    case .gone: .gone
    }
  }

  private func show(_ view: JournalView) {
    if let known = views[view.number] {
      (known.size, known.isDoubleSided) = (view.size, view.isDoubleSided)
    } else {
      views[view.number] = JournalItemView(view)
    }
  }

  /// Returns the items of the frame that began last; `nil` if no frame has begun.
  private func buildItems(_ recorded: [Transform3D]) -> [CarouselFrame.Item]? {
    guard let frame = frames.popLast() else { return nil }
    frame.build(with: &builder, recorded)
    return core.itemsToDraw(builder.items)
  }
}

/// A frame that has begun, and whose transforms are not known yet.
@MainActor
private final class BegunFrame {
  private let scene: FrameScene?
  /// The space of the layout, for a frame without a scene.
  private let space: CarouselSpace
  private let transforms = JournalTransforms()

  init(_ core: borrowing CarouselCore) {
    space = CarouselSpace(core.layout.snapshot)
    scene = FrameScene(core, custom: core.hasDelegate ? .journal(transforms) : nil)
  }

  func build(with builder: inout FrameBuilder, _ recorded: [Transform3D]) {
    transforms.begin(recorded)
    switch scene {
    case .some(let scene): builder.build(scene)
    case .none: builder.clear(in: space)
    }
  }
}

/// The transforms that a delegate returned for a frame.
@MainActor
final class JournalTransforms {
  private var transforms: [Transform3D] = []
  private var next = 0

  func begin(_ transforms: [Transform3D]) { (self.transforms, next) = (transforms, 0) }

  /// Returns the next transform; `base` if no transform is left.
  func take(base: Transform3D) -> Transform3D {
    guard next < transforms.count else { return base }
    defer { next += 1 }
    return transforms[next]
  }
}

/// A view of a replayed carousel. It has a number, but no picture.
@MainActor
final class JournalItemView: ItemView {
  let number: Int
  fileprivate(set) var size: Size
  fileprivate(set) var isDoubleSided: Bool

  fileprivate init(_ view: JournalView) {
    (number, size, isDoubleSided) = (view.number, view.size, view.isDoubleSided)
  }
}
