/// Scrolls by the program that a task waits for.
extension CarouselCore {
  /// Begins a scroll that a task waits for, once the layout is up to date. An effect reports its end.
  mutating func scroll(_ command: ScrollCommand, as id: ScrollID, at moment: Moment) {
    layOutIfNeeded(at: moment)
    if agenda.isLayingOut {
      agenda.append(.awaitedScroll(command, id, moment))
    } else {
      run(command, as: id, at: moment)
    }
  }

  /// Runs a scroll that a task waits for.
  mutating func run(_ command: ScrollCommand, as id: ScrollID, at moment: Moment) {
    let isIgnored = scroller.ring.isEmpty || command.hasNoDestination
    run(command, awaitedAs: id, at: moment)
    // This scroll interrupts the previous scroll.
    collectScrollEvents()
    if isIgnored {
      effects.append(.scrollEnded(id, .ignored))
    } else if scroller.activity.arrival?.scroll == id {
      awaitedScroll.begin(id)
    } else {
      effects.append(.scrollEnded(id, .arrived))
    }
  }

  /// Reports the end of the awaited scroll if that scroll is no longer in progress.
  mutating func endAwaitedScrollIfOver() {
    guard let id = awaitedScroll.id, scroller.activity.arrival?.scroll != id else { return }
    if scroller.arrivedScroll == id {
      endAwaitedScroll(.arrived)
    } else {
      endAwaitedScroll(.interrupted(by: scroller.settleReason ?? .program))
    }
  }

  /// Reports the awaited scroll, if there is one, as interrupted.
  ///
  /// - Parameter reason: The cause of the interruption; by default a change of content.
  mutating func interruptAwaitedScroll(by reason: SettleReason = .dataChange) {
    guard awaitedScroll.isUnderWay else { return }
    collectScrollEvents()
    endAwaitedScroll(.interrupted(by: reason))
  }

  private mutating func endAwaitedScroll(_ result: ScrollResult) {
    if let id = awaitedScroll.end() { effects.append(.scrollEnded(id, result)) }
  }
}

extension ScrollCommand {
  /// Whether the destination of the command is NaN. Such a command is ignored.
  fileprivate var hasNoDestination: Bool {
    switch self {
    case .jumpToOffset(let offset), .toOffset(let offset, _), .byOffset(let offset, _): offset.isNaN
    case .jumpToItem, .toItem, .byItems, .toPage, .step: false
    }
  }
}

extension ScrollActivity {
  /// The action that follows the current animated scroll; `nil` if there is no animated scroll.
  var arrival: Arrival? { if case .animating(_, _, let arrival) = self { arrival } else { nil } }
}
