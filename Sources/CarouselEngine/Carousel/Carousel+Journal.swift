/// Recording.
extension Carousel {
  /// Records all inputs with their times, and all answers of the data source and the delegate, from now on.
  ///
  /// The recording contains custom layouts and effects of closures by name only. Recording costs some ten lines a frame.
  ///
  /// The carousel retains `write` until ``endRecording()``. A second recording takes the place of the first.
  ///
  /// - Parameter write: A block that stores a line, without its line feed. It is called in the middle of the carousel's work and
  ///   must not call the carousel.
  /// - Throws: ``JournalError/carouselInUse`` if the carousel has had a data source or a frame.
  ///
  /// Beyond iCarousel; see ``CarouselJournal``.
  public func beginRecording(_ write: @escaping (_ line: String) -> Void) throws(JournalError) {
    guard !core.hasDataSource, core.frameTime == nil, core.content.numberOfItems == 0 else {
      throw .carouselInUse
    }
    let look = core.layout.settings
    recorder = JournalRecorder(
      JournalStart(
        look: look,
        layout: core.layout.ownLayout.map { NamedLayout(layout: $0) }, effects: effects,
        scrolling: core.scroller.settings, gestures: core.gestures, autoplay: core.autoplay.settings,
        reducesMotion: core.presentation.reducesMotion, prefetchDistance: core.prefetch.distance),
      write: write)
  }

  /// Ends the recording.
  public func endRecording() { recorder = nil }
}
