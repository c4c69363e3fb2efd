/// The owner of a tree of views, such as the tree of a window. The views request from it what they need.
///
/// Flutter: `PipelineOwner`.
@_spi(Subclassing) @MainActor
public protocol ViewHost: AnyObject {
  /// Whether a frame is being prepared. Changes during the preparation do not request another frame.
  var isPreparing: Bool { get }
  /// Requests a frame.
  func setNeedsFrame()
  /// Requests that the next frame determines again which views have their own pixels.
  func setNeedsLayerUpdate()
  /// Begins to call ``View/animate(to:)`` of `view`, once a frame.
  func addAnimation(of view: View)
  /// Ends the calls of ``View/animate(to:)`` of a view that leaves the tree. The view's `wantsAnimation` stays set.
  func removeAnimation(of view: View)
  /// Ends the motions of views that have left the tree. Called after the removal.
  func viewsDidLeave()
  /// Cancels the contacts of a view that leaves the tree or no longer receives events, ends its hovering and
  /// takes its focus.
  func cancelEvents(of view: View)
}
