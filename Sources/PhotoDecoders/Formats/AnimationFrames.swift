package import DecoderProtocol

/// The decoder of an animation at one of its frames.
package protocol AnimationFrames: AnyObject {
  /// The index of the frame that is decoded; -1 before the first.
  var index: Int { get }
  /// Whether there is no further frame, because the file ends or is damaged.
  var isAtEnd: Bool { get }
  /// Decodes the next frame.
  func advance() throws(DecodeFailure)
}

/// Keeps the decoder of an animation between requests. Each frame is drawn over the one before, so that a request for
/// the next frame, or for the same, needs no other frame.
package final class KeptFrames<Frames: AnimationFrames> {
  private var frames: Frames?

  /// Keeps no decoder yet.
  package init() {}

  /// Returns the decoder at the frame `index`, or at the last one before it if the file ends there.
  ///
  /// - Parameter begin: Creates a decoder before the first frame.
  package func frames(
    at index: Int, begin: () throws(DecodeFailure) -> Frames
  ) throws(DecodeFailure) -> Frames {
    let current: Frames
    if let frames, frames.index <= index { current = frames } else { current = try begin() }
    // A decoder that failed, or was canceled, is not used again.
    frames = nil
    while current.index < index, !current.isAtEnd { try current.advance() }
    frames = current
    return current
  }
}
