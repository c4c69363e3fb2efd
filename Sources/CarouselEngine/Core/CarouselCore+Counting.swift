/// Asks the data source for the numbers of items and placeholders.
struct CountTask: CoreTask {
  enum Phase: Sendable {
    case items, placeholders
    /// The last round. Changes that the data source makes during this round are ignored.
    case lastPlaceholders, lastItems
  }
  var phase = Phase.items
  var rounds = 0
  var sources = 0
  /// The data source that was asked last.
  var source: DataSourceID?

  var dependsOnContent: Bool { true }
  var countsItems: Bool { true }

  func proceed(in core: inout CarouselCore) -> CarouselRequest? { core.proceed(with: self) }
}

/// Reloading all content, which begins with counting the items and placeholders.
extension CarouselCore {
  /// Reloads all content from the data source. The offset stays the same if the new content has an item at
  /// this offset.
  mutating func reloadData() {
    guard !content.isGathering else { return content.reloadGathered() }
    guard hasDataSource else { return }
    notify(.reload)
    dialogue.invalidate()
    loader.removeAll()
    content.cutShort(at: timeline.nextFrame)
    contacts.forgetItems()
    effects.forgetItems()
    tapRecord.forgetItems()
    layout.invalidateItemWidth()
    layout.invalidateSizes()
    layout.endRound()
    if agenda.current?.dependsOnContent == true { dialogue.drop() }
    agenda.removeContentTasks()
    if dialogue.isWaiting {
      agenda.insertNext(CountTask())
    } else {
      agenda.push(CountTask())
    }
    staleness.setNeedsLayout()
  }

  /// Continues to request the numbers of items and placeholders.
  fileprivate mutating func proceed(with task: CountTask) -> CarouselRequest? {
    var task = task
    guard hasDataSource else {
      _ = content.endCounting(completingAt: timeline.nextFrame)
      return finishCount()
    }
    if case .count(let count)? = dialogue.takeAnswer() {
      let isSameSource = task.source == dataSourceID
      let isDisturbed = content.endCounting(completingAt: timeline.nextFrame)
      switch task.phase {
      case .items, .lastItems: if !isDisturbed || task.phase == .lastItems { content.setNumberOfItems(count) }
      case .placeholders, .lastPlaceholders:
        if !isDisturbed || task.phase == .lastPlaceholders { content.setNumberOfPlaceholders(count) }
      }
      switch task.phase {
      case .items where !isDisturbed: task.phase = .placeholders
      case .placeholders where !isDisturbed, .lastItems where isSameSource: return finishCount()
      case .lastPlaceholders where isSameSource: task.phase = .lastItems
      case .items, .placeholders:
        task.rounds += 1
        task.phase = task.rounds < WorkLimits.maximumCountRounds ? .items : .lastPlaceholders
      case .lastPlaceholders, .lastItems:
        // The data source was replaced while it was asked, so the new data source is asked for both numbers.
        task.sources += 1
        (task.rounds, task.phase) = (0, .items)
        if task.sources == WorkLimits.maximumCountRounds {
          content.setNumberOfItems(0)
          content.setNumberOfPlaceholders(0)
          return finishCount()
        }
      }
    }
    task.source = dataSourceID
    agenda.current = task
    switch task.phase {
    case .items, .lastItems: return askForCount(.numberOfItems)
    case .placeholders, .lastPlaceholders: return askForCount(.numberOfPlaceholders)
    }
  }

  private mutating func finishCount() -> CarouselRequest? {
    scroller.setRing(ItemRing(count: content.numberOfItems, wraps: scroller.ring.wraps))
    notify(.reloaded)
    returnToFirstItem(gliding: content.numberOfPlaceholders > 0, at: timeline.nextFrame)
    cancelSwipeWithoutItem()
    return nil
  }
}
