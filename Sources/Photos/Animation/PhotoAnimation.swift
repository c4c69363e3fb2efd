/// The description of an animated photo, from its header.
package struct PhotoAnimation: Hashable, Sendable {
  /// The number of frames, at least 2.
  package let frameCount: Int
  /// The number of times that the animation is played; 0 for endlessly.
  package let playCount: Int
  /// The time that the first frame is shown, in seconds.
  package let firstDuration: Double

  /// Creates the description of an animation.
  package init(frameCount: Int, playCount: Int, firstDuration: Double) {
    (self.frameCount, self.playCount, self.firstDuration) = (frameCount, playCount, firstDuration)
  }
}
