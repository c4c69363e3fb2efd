/// Surface state that is not applied yet. It is the pending state, or the cached state of a synchronized subsurface.
///
/// A property that is nil does not change. In a double optional, an inner nil resets the property.
struct PendingSurfaceState {
  enum Attachment {
    /// A null buffer, which removes the content.
    case nothing
    case buffer(Buffer)
  }

  var attachment: Attachment?
  /// The offset, in surface coordinates.
  var dx = 0
  var dy = 0
  /// The rectangles of wl_surface.damage, in surface coordinates.
  var damage: [IntegerRect] = []
  /// The rectangles of wl_surface.damage_buffer, in buffer pixels.
  var bufferDamage: [IntegerRect] = []
  var frameCallbacks: [Resource<WlCallbackResource>] = []
  var feedbacks: [Resource<WpPresentationFeedbackResource>] = []
  var scale: Int?
  var transform: OutputTransform?
  var opaqueRegion: Region??
  var inputRegion: Region??
  var source: ViewportSource??
  var destination: ViewportDestination??

  /// Whether a commit of the state has no effect.
  var isEmpty: Bool { frameCallbacks.isEmpty && changesNothing }

  /// Whether a commit of the state only requests frame callbacks.
  var onlyRequestsFrame: Bool { !frameCallbacks.isEmpty && changesNothing }

  /// Damage without a buffer changes nothing.
  private var changesNothing: Bool {
    attachment == nil && dx == 0 && dy == 0 && feedbacks.isEmpty && scale == nil && transform == nil
      && opaqueRegion == nil && inputRegion == nil
      && source == nil && destination == nil
  }

  /// Merges a later commit into the cached state.
  @MainActor mutating func merge(_ later: PendingSurfaceState) {
    if later.attachment != nil {
      attachment = later.attachment
      // Keep the damage of the replaced buffer. Copying more pixels than necessary is correct.
      for feedback in feedbacks { PresentationFeedback.discard(feedback) }
      feedbacks = []
    }
    dx = dx.addingClamped(later.dx)
    dy = dy.addingClamped(later.dy)
    damage += later.damage
    bufferDamage += later.bufferDamage
    frameCallbacks += later.frameCallbacks
    feedbacks += later.feedbacks
    scale = later.scale ?? scale
    transform = later.transform ?? transform
    opaqueRegion = later.opaqueRegion ?? opaqueRegion
    inputRegion = later.inputRegion ?? inputRegion
    source = later.source ?? source
    destination = later.destination ?? destination
  }
}

/// The current state of a surface.
struct SurfaceState {
  var scale = 1
  var transform = OutputTransform.normal
  var opaqueRegion: Region?
  /// The region that accepts input; nil for the whole surface.
  var inputRegion: Region?
  var source: ViewportSource?
  var destination: ViewportDestination?

  mutating func apply(_ changes: PendingSurfaceState) {
    scale = changes.scale ?? scale
    transform = changes.transform ?? transform
    if let region = changes.opaqueRegion { opaqueRegion = region }
    if let region = changes.inputRegion { inputRegion = region }
    if let rect = changes.source { source = rect }
    if let size = changes.destination { destination = size }
  }

  /// Returns the size of a buffer in surface coordinates, after transform and scale. It is fractional if the buffer's
  /// size is not a multiple of the scale.
  func naturalSize(bufferWidth: Int, bufferHeight: Int) -> (width: Double, height: Double) {
    let width = transform.swapsAxes ? bufferHeight : bufferWidth
    let height = transform.swapsAxes ? bufferWidth : bufferHeight
    return (Double(width) / Double(scale), Double(height) / Double(scale))
  }
}

/// The part of a buffer that the surface shows, in surface coordinates after transform and scale.
struct ViewportSource: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}

/// The size of a surface whose viewport has a destination, in surface coordinates.
struct ViewportDestination: Equatable {
  var width: Int
  var height: Int
}
