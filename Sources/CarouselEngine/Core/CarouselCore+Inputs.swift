/// The dispatch of each input and each task to the method that handles it.
extension CarouselCore {
  /// Handles an input.
  ///
  /// When this method returns, the state has changed, except for work that needs an answer from the data
  /// source or the delegate. For such work ``nextRequest()`` returns a request.
  ///
  /// - Parameter time: The time of the input; `nil` or NaN means the time of the next frame.
  package mutating func handle(_ input: CarouselInput, at time: Timestamp?) {
    if case .advance = input {
      if timeline.beginFrame(at: time) { advance(to: timeline.now) }
    } else {
      handle(input, at: timeline.moment(ofInputAt: time, isMoving: isMoving))
    }
  }

  private mutating func handle(_ input: CarouselInput, at moment: Moment) {
    switch input {
    case .setLook(let settings): setLook(settings, at: moment)
    case .setLayout(let newLayout): setLayout(newLayout.layout, at: moment)
    case .setEffects(let list): setEffects(list)
    case .setScrolling(let settings): setScrolling(settings)
    case .setGestures(let settings):
      gestures = settings
      if !settings.isReorderingEnabled { cancelReordering(at: moment) }
    case .setAutoplay(let settings): setAutoplay(settings, at: moment)
    case .setReducesMotion(let reducesMotion): setReducesMotion(reducesMotion, at: moment)
    case .setPrefetchDistance(let distance): setPrefetchDistance(distance)

    case .setDelegate(let isPresent):
      setPresence(delegate: isPresent, dataSource: dataSourceID)
      layout.invalidate()
      layout.invalidateSizes()
      setNeedsLayout()
    case .setDataSource(let id):
      setPresence(delegate: hasDelegate, dataSource: id)
      if id != nil { reloadData() }
    case .reloadData: reloadData()
    case .edit(let edit, let completion): self.edit(edit, completion: completion, at: moment)
    case .beginUpdates(let completion): beginUpdates(completion: completion)
    case .endUpdates: endUpdates(at: moment)
    case .editBatch(let batch): edit(batch, at: moment)
    case .itemSizeDidChange(let index, let size): itemSizeDidChange(at: index, size: size)
    case .purgeReusableViews: loader.purge()

    case .setNeedsLayout:
      layout.invalidateSizes()
      setNeedsLayout()
    case .layoutIfNeeded: catchUp(at: moment)
    case .advance: break  // A frame is not handled at a moment.
    case .beginAnimations(let duration, let completion):
      beginAnimations(duration: duration, completion: completion, at: moment)
    case .endAnimations: endAnimations(at: moment)

    case .scroll(let command): scroll(command, at: moment)
    case .awaitedScroll(let command, let id): scroll(command, as: id, at: moment)

    case .contactBegan(let id, let point): contactBegan(id: id, at: point, moment)
    case .contactMoved(let id, let point): contactMoved(id: id, to: point, at: moment)
    case .contactEnded(let id, let point): contactEnded(id: id, at: point, moment)
    case .contactCancelled(let id): contactCancelled(id: id, at: moment)
    case .touchDown: touchDown(at: moment)
    case .release: release(at: moment)
    case .panBegan(let translation): panBegan(translation: translation, at: moment)
    case .panChanged(let translation, let velocity):
      panChanged(translation: translation, velocity: velocity, at: moment)
    case .panEnded: panEnded(at: moment)
    case .tap(let point): tap(at: point, moment)
    case .wheel(let notches): wheel(notches: notches, at: moment)
    case .touchpadScroll(let points): touchpadScroll(by: points, at: moment)
    case .touchpadScrollEnded: touchpadScrollEnded(at: moment)
    case .reorder(let input): reorder(input, at: moment)

    case .dismissItem(let direction): dismissItem(toward: direction, at: moment)
    case .undoDismissal: undoDismissal(at: moment)

    case .link(let input): link(input, at: moment)
    }
  }

  /// Continues a task.
  ///
  /// - Returns: The task's next request; `nil` if the task has ended, or another task must run before it.
  mutating func proceed(with task: CoreTask) -> CarouselRequest? {
    switch task {
    case .count(let task): return proceed(with: task)
    case .layOut(let task): return proceed(with: task)
    case .update(let task): return proceed(with: task)
    case .load(let index, let revision, let isAsked):
      guard !isAsked, revision == loader.revision else { return nil }
      agenda.current = .load(index, revision: revision, isAsked: true)
      return requestLoad(of: index)
    case .reload(let index, let revision, let isAnimated, let moment, let replaced):
      guard revision == loader.revision else { return nil }
      return reload(index, isAnimated: isAnimated, at: moment, replaced: replaced)
    case .closeBatch(let isAsked, let moment): return closeBatch(isAsked: isAsked, at: moment)
    case .edit(let task): return proceed(with: task)
    case .scroll(let command, let moment): run(command, at: moment)
    case .awaitedScroll(let command, let id, let moment): run(command, as: id, at: moment)
    case .longPress(let task): return proceed(with: task)
    case .lift(let task): return proceed(with: task)
    case .reorder(let task): return proceed(with: task)
    case .moveContact(let id, let point, let moment): moveContact(id: id, to: point, at: moment)
    case .beginSwipe(let start, let velocity, let isAsked):
      return beginSwipe(start: start, velocity: velocity, isAsked: isAsked)
    case .endContact(let id, let point, let moment): endContact(id: id, at: point, moment)
    case .dismiss(let task): return proceed(with: task)
    case .tap(let task): return proceed(with: task)
    case .advance(let now): moveOn(to: now)
    case .autoplay(let now, let arrival): autoplay(at: now, arrival: arrival)
    case .complete(let now): complete(at: now)
    case .arriveAtOnce(let moment): return arriveAtOnce(at: moment)
    case .beginAnimations(let task): return proceed(with: task)
    case .endAnimations: closeAnimations()
    }
    return nil
  }
}
