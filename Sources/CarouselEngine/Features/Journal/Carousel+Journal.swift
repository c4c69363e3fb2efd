/// Recording.
extension Carousel {
  /// Starts to record all inputs with their times, and all answers of the data source and the delegate.
  ///
  /// For a layout that was set with ``layout``, the recording contains only the name of the layout's type,
  /// unless the layout is a stack of cards. The same applies to an application's ``scrollPhysics``. For an effect that is a closure, the recording contains only the
  /// name of the effect. A recording has about ten lines per frame.
  ///
  /// The carousel retains `write` until ``endRecording()`` is called. If this method is called again, the
  /// first recording ends.
  ///
  /// - Parameter write: A closure that stores a line, which has no line feed. The closure is called while the
  ///   carousel changes its state, and must not call the carousel.
  /// - Throws: ``JournalError/carouselInUse`` if the carousel already had a data source, a frame or a
  ///   gesture.
  ///
  /// Beyond iCarousel; see ``CarouselJournal``.
  public func beginRecording(_ write: @escaping (_ line: String) -> Void) throws(JournalError) {
    guard !core.hasDataSource, core.frameTime == nil, core.content.numberOfItems == 0,
      core.contacts.isUnused
    else {
      throw .carouselInUse
    }
    var settings = [CarouselInput.setLook(core.layout.settings)]
    if let layout = core.layout.ownLayout { settings.append(.setLayout(NamedLayout(layout: layout))) }
    // Even an input without changes makes the first frame out of date.
    if !effects.isEmpty { settings.append(.setEffects(effects)) }
    settings += [
      .setScrolling(core.scroller.settings), .setGestures(core.gestures),
      .setReducesMotion(core.reducesMotion),
    ]
    Features.visitAll {
      if let input = $0.settings(core) { settings.append(.feature(NamedInput(input: input))) }
    }
    recorder = JournalRecorder(JournalStart(settings: settings), write: write)
  }

  /// Ends the recording.
  public func endRecording() { recorder = nil }
}
