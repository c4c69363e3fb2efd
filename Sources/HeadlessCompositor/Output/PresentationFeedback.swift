/// The events that are sent for presentation feedback objects.
///
/// Wayland: `wp_presentation_feedback`.
@MainActor enum PresentationFeedback {
  /// Reports that the content was presented.
  ///
  /// - Parameters:
  ///   - time: The time of the frame, in nanoseconds.
  ///   - frame: The number of the frame.
  ///   - interval: The refresh interval, in nanoseconds.
  ///   - outputs: The client's wl_output objects of the output that presented the frame.
  static func present(
    _ feedback: Resource<WpPresentationFeedbackResource>, at time: UInt64, frame: UInt64, interval: UInt64,
    outputs: [Resource<WlOutputResource>]
  ) {
    for output in outputs {
      if let output = output.wire { feedback.wire?.sendSyncOutput(output: output) }
    }
    let seconds = time / 1_000_000_000
    feedback.wire?.sendPresented(
      tvSecHi: UInt32(seconds >> 32), tvSecLo: UInt32(truncatingIfNeeded: seconds),
      tvNsec: UInt32(time % 1_000_000_000), refresh: UInt32(truncatingIfNeeded: interval),
      seqHi: UInt32(frame >> 32), seqLo: UInt32(truncatingIfNeeded: frame), flags: [.vsync])
    feedback.destroy()
  }

  /// Reports that the content was replaced or removed before it was presented.
  static func discard(_ feedback: Resource<WpPresentationFeedbackResource>) {
    feedback.wire?.sendDiscarded()
    feedback.destroy()
  }
}

extension Compositor {
  func bindPresentation(_ resource: Resource<WpPresentationResource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .feedback(let wire, let id):
        guard let surface = wire.model(as: Surface.self),
          let feedback = resource.create(WpPresentationFeedbackResource.self, id: id)
        else { return }
        surface.pending.feedbacks.append(feedback)
      }
    }
    // The id of CLOCK_MONOTONIC is sent even with a virtual clock, because the protocol requires the id of a system
    // clock.
    resource.wire?.sendClockId(clkId: 1)
  }
}
