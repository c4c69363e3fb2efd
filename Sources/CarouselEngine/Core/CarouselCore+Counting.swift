/// Asks the data source for the numbers of items and placeholders.
struct CountTask: CoreTask {
  /// Whether the number of items is asked for. If not, the number of placeholders is.
  var asksItems = true
  /// Whether this is the last round, which begins with the placeholders. Changes that the data source makes during
  /// this round are ignored.
  var isLast = false
  /// Whether the question is the second of its round: the items in the last round, the placeholders in others.
  var isSecond: Bool { asksItems == isLast }
  var rounds = 0
  var sources = 0
  /// The data source that was asked last.
  var source: DataSourceID?

  var dependsOnContent: Bool { true }
  var countsItems: Bool { true }

  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? { core.proceed(with: &self) }
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
  fileprivate mutating func proceed(with task: inout CountTask) -> CarouselRequest? {
    guard hasDataSource else {
      _ = content.endCounting(completingAt: timeline.nextFrame)
      return finishCount()
    }
    if case .count(let count)? = dialogue.takeAnswer() {
      let isSameSource = task.source == dataSourceID
      let isDisturbed = content.endCounting(completingAt: timeline.nextFrame)
      if !isDisturbed || task.isLast {
        if task.asksItems { content.setNumberOfItems(count) } else { content.setNumberOfPlaceholders(count) }
      }
      if task.isLast, !isSameSource {
        // The data source was replaced while it was asked, so the new data source is asked for both numbers.
        task.sources += 1
        (task.rounds, task.isLast, task.asksItems) = (0, false, true)
        if task.sources == WorkLimits.maximumCountRounds {
          content.setNumberOfItems(0)
          content.setNumberOfPlaceholders(0)
          return finishCount()
        }
      } else if isDisturbed, !task.isLast {
        task.rounds += 1
        task.isLast = task.rounds == WorkLimits.maximumCountRounds
        task.asksItems = !task.isLast
      } else if task.isSecond {
        return finishCount()
      } else {
        task.asksItems.toggle()
      }
    }
    task.source = dataSourceID
    // Changes that the data source makes while it answers are collected.
    content.beginCounting()
    dialogue.ask(.count)
    return task.asksItems ? .numberOfItems : .numberOfPlaceholders
  }

  private mutating func finishCount() -> CarouselRequest? {
    scroller.setRing(ItemRing(count: content.numberOfItems, wraps: scroller.ring.wraps))
    notify(.reloaded)
    returnToFirstItem(gliding: content.numberOfPlaceholders > 0, at: timeline.nextFrame)
    cancelSwipeWithoutItem()
    return nil
  }
}
