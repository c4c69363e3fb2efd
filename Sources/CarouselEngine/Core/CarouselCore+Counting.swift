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

  /// Continues to request the numbers of items and placeholders.
  mutating func proceed(in core: inout CarouselCore) -> CarouselRequest? {
    guard core.hasDataSource else {
      _ = core.content.endCounting(completingAt: core.timeline.nextFrame)
      return core.finishCount()
    }
    if case .count(let count)? = core.dialogue.takeAnswer() {
      let isSameSource = source == core.dataSourceID
      let isDisturbed = core.content.endCounting(completingAt: core.timeline.nextFrame)
      if !isDisturbed || isLast { core.content.setCount(count, ofItems: asksItems) }
      if isLast, !isSameSource {
        // The data source was replaced while it was asked, so the new data source is asked for both numbers.
        sources += 1
        (rounds, isLast, asksItems) = (0, false, true)
        if sources == WorkLimits.maximumCountRounds {
          core.content.setCount(0, ofItems: true)
          core.content.setCount(0, ofItems: false)
          return core.finishCount()
        }
      } else if isDisturbed, !isLast {
        rounds += 1
        isLast = rounds == WorkLimits.maximumCountRounds
        asksItems = !isLast
      } else if isSecond {
        return core.finishCount()
      } else {
        asksItems.toggle()
      }
    }
    source = core.dataSourceID
    // Changes that the data source makes while it answers are collected.
    core.content.beginCounting()
    core.dialogue.ask(.count)
    return asksItems ? .numberOfItems : .numberOfPlaceholders
  }
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

  fileprivate mutating func finishCount() -> CarouselRequest? {
    scroller.setRow(ItemRow(count: content.numberOfItems, wraps: scroller.row.wraps))
    notify(.reloaded)
    returnToFirstItem(gliding: content.numberOfPlaceholders > 0, at: timeline.nextFrame)
    cancelSwipeWithoutItem()
    return nil
  }
}
