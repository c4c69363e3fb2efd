internal import Geometry

/// What the core asks, and what it does with the answers.
extension CarouselCore {
  /// The most tasks that answers may cause before the rest waits for the next frame.
  private static let mostAddedTasks = 1000

  /// Returns what the core needs to go on, or `nil` if it has done all there is to do.
  package mutating func nextRequest() -> CarouselRequest? {
    switch dialogue.takeNext() {
    case .option(let question): return request(question)
    case .view(let index, let kind): return requestView(of: index, kind: kind)
    case nil: break
    }
    while let task = agenda.current {
      let revision = agenda.revision
      if let request = proceed(with: task) { return request }
      if agenda.revision == revision {
        agenda.finishCurrent()
        _ = dialogue.takeAnswer()
      }
    }
    collectScrollEvents()
    return nil
  }

  /// Begins to answer requests: as many answers may lose their meaning again as before.
  package mutating func beginAnswering() {
    dialogue.beginAnswering()
    agenda.beginCounting()
  }

  /// Whether answers have caused so much that the rest waits for the next frame.
  var hasLostPatience: Bool { dialogue.hasLostPatience || agenda.addedCount > Self.mostAddedTasks }

  // MARK: Answers

  /// Whether the answer to the request that is out still counts; otherwise the rest of it need not be worked out.
  package var wantsAnswer: Bool { dialogue.wantsAnswer }

  /// Notes that the delegate is about to be asked for the width of item `index`.
  package mutating func willAnswer(widthOf index: Int) { layout.willTakeWidth(ofItem: index) }

  /// Takes the answer to the request that is out, and goes on.
  ///
  /// - Returns: The next request; `nil` if the core has done all there is to do.
  package mutating func proceed(with answer: CarouselAnswer) -> CarouselRequest? {
    take(answer)
    return nextRequest()
  }

  private mutating func take(_ answer: CarouselAnswer) {
    guard let (purpose, isLost) = dialogue.end() else { return }
    switch (purpose, answer) {
    case (_, .gone): break
    case (.count, _), (.task, _): dialogue.keep(answer)
    case (.wrap(let wraps), .number(let value)): setWraps(value.isNaN ? wraps : value != 0)
    case _ where isLost: lose(purpose)
    case (.option(let revision), .number(let value)):
      layout.take(option: value)
      // After an answer as predicted the next question is known before the task goes on.
      if revision == agenda.revision, let question = layout.nextPredictedQuestion {
        dialogue.follow(with: .option(question))
      }
    case (.itemWidth, .number(let width)): layout.take(itemWidth: width)
    case (.widths, .numbers(let widths)):
      layout.take(widths: widths, of: dialogue.ranges, count: content.numberOfItems)
    case (.reuseIdentifier, .identifier(let kind)):
      if let order = dialogue.takeOrder() { dialogue.follow(with: .view(index: order.index, kind: kind)) }
    case (.view, .view(let view, let size)): take(view, size: size)
    default: break
    }
  }

  private mutating func take(_ view: any ItemView, size: Size) {
    guard let order = dialogue.takeOrder() else { return }
    loader.insert(
      view, size: size, at: order.index, isPlaceholder: content.isPlaceholder(order.index), kind: order.kind,
      offered: order.offered)
    layout.take(viewSize: size)
  }

  /// Does without an answer that has lost its meaning.
  private mutating func lose(_ purpose: Dialogue.Purpose) {
    dialogue.countLost()
    switch purpose {
    case .reuseIdentifier, .view: setNeedsLayout()
    case .itemWidth, .widths, .option: layout.endRound()
    case .count, .wrap, .task: break
    }
  }

  private mutating func setWraps(_ wraps: Bool) {
    scroller.setRing(ItemRing(count: content.numberOfItems, wraps: wraps))
  }

  // MARK: Questions

  /// Makes a request whose answer the task under way takes.
  mutating func ask(_ request: CarouselRequest) -> CarouselRequest {
    dialogue.ask(.task)
    return request
  }

  /// Makes a request for a count; what the data source changes meanwhile is gathered.
  mutating func askForCount(_ request: CarouselRequest) -> CarouselRequest {
    content.beginCounting()
    dialogue.ask(.count)
    return request
  }

  /// Asks whether the carousel wraps, if there is a delegate to ask.
  mutating func askForWrap(default wraps: Bool) -> CarouselRequest? {
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

  /// Goes on with resolving the layout; `nil` when that is done and the scroller knows of it.
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
        loader.noteProbe()
        if let request = requestLoad(of: content.numberOfItems > 0 ? 0 : -1) { return request }
      case .widths(let ranges):
        dialogue.ask(widthsOf: ranges)
        return .itemWidths(ranges)
      case .option(let question): return request(question)
      }
    }
    scroller.setShown(placeholders: numberOfPlaceholdersShown, fade: layout.snapshot.fade)
    scroller.setTrack(layout.snapshot.track)
    scroller.setReach(layout.snapshot.reach)
    scroller.settings.offsetMultiplier = layout.snapshot.offsetMultiplier
    return nil
  }

  /// Asks for the view of item or placeholder `index`; `nil` if there is none.
  mutating func requestLoad(of index: Int) -> CarouselRequest? {
    guard hasDataSource else { return nil }
    guard isThere(index) else {
      setNeedsLayout()
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
    // Those before the first item first, counted from the outside to the items; of an odd number they are one more.
    let before = (numberOfPlaceholdersShown + 1) / 2
    let number = index < 0 ? before + index : before + index - content.numberOfItems
    return .placeholderView(number: number, reusing: offered)
  }

  /// Whether there is an item `index`, or a placeholder that is shown.
  private func isThere(_ index: Int) -> Bool {
    let placeholders = numberOfPlaceholdersShown
    return index >= -((placeholders + 1) / 2) && index < content.numberOfItems + placeholders / 2
  }

  /// The number of placeholders that are shown; a carousel that wraps shows none.
  package var numberOfPlaceholdersShown: Int { scroller.ring.wraps ? 0 : content.numberOfPlaceholders }
}
