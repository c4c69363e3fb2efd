internal import Geometry

/// The core's requests, and the handling of their answers.
extension CarouselCore {
  /// Returns the next request; `nil` if no work is left.
  package mutating func nextRequest() -> CarouselRequest? {
    while var task = agenda.start() {
      let revision = agenda.revision
      if let request = task.proceed(in: &self) {
        agenda.store(task)
        return request
      }
      if dialogue.takeSelfAnswer() || agenda.revision != revision {
        agenda.store(task)
      } else {
        agenda.finishCurrent()
        // An ended task may not have taken its last answer.
        _ = dialogue.takeAnswer()
      }
    }
    collectScrollEvents()
    notify(.workDone)
    return nil
  }

  /// Begins to answer requests, and restarts the counts of invalid answers and added tasks.
  package mutating func beginAnswering() {
    dialogue.beginAnswering()
    agenda.beginCounting()
  }

  /// Whether answers have added so much work that the remaining work waits for the next frame.
  var hasReachedWorkLimit: Bool {
    dialogue.hasReachedWorkLimit || agenda.addedCount > WorkLimits.maximumAddedTasks
  }

  // MARK: Answers

  /// Records that the delegate is about to be asked for the width of item `index`.
  ///
  /// - Returns: Whether the answer is still needed. If not, the answers for the remaining items are not
  ///   needed either.
  package mutating func willAnswer(widthOf index: Int) -> Bool {
    guard dialogue.wantsAnswer else { return false }
    layout.willTakeWidth(ofItem: index)
    return true
  }

  /// Handles the answer to the pending request, and continues the work.
  ///
  /// - Returns: The next request; `nil` if no work is left.
  package mutating func proceed(with answer: CarouselAnswer) -> CarouselRequest? {
    take(answer) ?? nextRequest()
  }

  /// Handles the answer to the pending request.
  ///
  /// - Returns: The request to make before the current task continues; `nil` if there is none.
  private mutating func take(_ answer: CarouselAnswer) -> CarouselRequest? {
    guard let (purpose, isInvalid) = dialogue.end() else { return nil }
    switch (purpose, answer) {
    case (_, .gone): break
    case (.count, _), (.task, _): dialogue.keep(answer)
    case (.wrap(let wraps), .number(let value)): setWraps(value.isNaN ? wraps : value != 0)
    case _ where isInvalid: handleInvalidAnswer(purpose)
    case (.option(let revision), .number(let value)):
      layout.take(option: value)
      // If the answer equals the prediction, the next question is known, and the task need not continue.
      if revision == agenda.revision, let question = layout.nextPredictedQuestion {
        return request(question)
      }
    case (.itemWidth, .number(let width)): layout.take(itemWidth: width)
    case (.widths(let ranges), .numbers(let widths)):
      layout.take(widths: widths, of: ranges, count: content.numberOfItems)
    case (.reuseIdentifier, .identifier(let kind)):
      if let order = dialogue.takeOrder() { return requestView(of: order.index, kind: kind) }
    case (.view, .view(let view, let properties)):
      guard let order = dialogue.takeOrder() else { break }
      loader.insert(
        LoadedView(view: view, properties: properties), at: order.index,
        isPlaceholder: content.isPlaceholder(order.index), kind: order.kind, offered: order.offered)
      layout.take(viewSize: properties.size)
    default: break
    }
    return nil
  }

  /// Continues after an answer that was invalidated.
  private mutating func handleInvalidAnswer(_ purpose: Dialogue.Purpose) {
    dialogue.countInvalidAnswer()
    switch purpose {
    case .reuseIdentifier, .view: staleness.setNeedsLayout()
    case .itemWidth, .widths, .option: layout.endRound()
    case .count, .wrap, .task: break
    }
  }

  private mutating func setWraps(_ wraps: Bool) {
    scroller.setRow(ItemRow(count: content.numberOfItems, wraps: wraps))
  }

  // MARK: Questions

  /// Returns a request whose answer goes to the current task.
  mutating func ask(_ request: CarouselRequest) -> CarouselRequest {
    dialogue.ask(.task)
    return request
  }

  /// Asks the delegate, if there is one, whether the carousel wraps.
  ///
  /// - Parameter layoutWraps: Whether the layout wraps if neither the program nor the delegate decides.
  mutating func askForWrap(default layoutWraps: Bool) -> CarouselRequest? {
    let wraps = layout.settings.options.wrap ?? layoutWraps
    guard hasDelegate else {
      setWraps(wraps)
      return nil
    }
    dialogue.ask(.wrap(default: wraps))
    return .option(.wrap, defaultValue: wraps ? 1 : 0)
  }

  private mutating func request(_ question: OptionAnswers.Question) -> CarouselRequest {
    dialogue.ask(.option(revision: agenda.revision))
    return .option(question.option, defaultValue: question.defaultValue)
  }

  /// Continues to resolve the layout. Returns `nil` when the layout is resolved and applied to the scroller.
  mutating func resolveLayout() -> CarouselRequest? {
    if !layout.isAsking { layout.beginRound(asksDelegate: hasDelegate) }
    let total = content.numberOfItems + numberOfPlaceholdersShown
    while let need = layout.nextNeed(
      in: scroller, total: total, hasLoadedItems: !loader.loaded.isEmpty, hasProbed: loader.hasProbed,
      hasDelegate: hasDelegate)
    {
      switch need {
      case .itemWidth:
        dialogue.ask(.itemWidth)
        return .itemWidth
      case .probe:
        loader.hasProbed = true
        if let request = requestLoad(of: content.numberOfItems > 0 ? 0 : -1) { return request }
      case .widths(let ranges):
        dialogue.ask(.widths(ranges))
        return .itemWidths(ranges)
      case .option(let question): return request(question)
      }
    }
    let resolved = layout.snapshot
    scroller.resolve(
      restRange: resolved.restRange, track: resolved.track, offsetMultiplier: resolved.offsetMultiplier,
      placeholders: numberOfPlaceholdersShown, fade: resolved.fade, at: timeline.nextFrame)
    return nil
  }

  /// Requests the view of item or placeholder `index`. Returns `nil` if the index does not exist.
  mutating func requestLoad(of index: Int) -> CarouselRequest? {
    guard hasDataSource else { return nil }
    let placeholders = numberOfPlaceholdersShown
    guard index >= -((placeholders + 1) / 2), index < content.numberOfItems + placeholders / 2 else {
      staleness.setNeedsLayout()
      return nil
    }
    guard !content.isPlaceholder(index) else { return requestView(of: index, kind: nil) }
    dialogue.ask(.reuseIdentifier, for: Dialogue.ViewOrder(index: index))
    return .reuseIdentifier(index: index)
  }

  private mutating func requestView(of index: Int, kind: String?) -> CarouselRequest {
    let isPlaceholder = content.isPlaceholder(index)
    let offered = loader.reusableView(isPlaceholder: isPlaceholder, kind: kind)
    dialogue.ask(.view, for: Dialogue.ViewOrder(index: index, kind: kind, offered: offered))
    guard isPlaceholder else { return .itemView(index: index, reusing: offered) }
    // Placeholders are numbered by position, so the numbers begin with those before the first item. If the
    // number of placeholders is odd, one more placeholder is before the first item than after the last item.
    let before = (numberOfPlaceholdersShown + 1) / 2
    let number = index < 0 ? before + index : before + index - content.numberOfItems
    return .placeholderView(number: number, reusing: offered)
  }

  /// The number of placeholders that can be visible; 0 on a carousel that wraps.
  package var numberOfPlaceholdersShown: Int { scroller.row.wraps ? 0 : content.numberOfPlaceholders }

  // MARK: Drawn items

  /// Answers a question of the current task, which takes the answer with ``Dialogue/takeAnswer()``.
  ///
  /// The core answers the question itself if the poses of items do not depend on code of the application. That code
  /// may call the carousel, and during an input the core is accessed exclusively.
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
