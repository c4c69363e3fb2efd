/// What a client has changed and not yet committed, or what waits for the parent's commit.
struct SurfaceChanges {
  enum Attachment {
    case nothing
    case buffer(Buffer)
  }

  var attachment: Attachment?
  var dx = 0
  var dy = 0
  /// In surface units.
  var damage: [IntegerRect] = []
  /// In buffer pixels.
  var bufferDamage: [IntegerRect] = []
  var frameCallbacks: [Resource<WlCallbackResource>] = []
  var feedbacks: [Resource<WpPresentationFeedbackResource>] = []
  var scale: Int?
  var transform: OutputTransform?
  var opaqueRegion: Region??
  var inputRegion: Region??
  var source: ViewportSource??
  var destination: ViewportDestination??

  /// Adds what came later.
  @MainActor mutating func merge(_ later: SurfaceChanges) {
    if later.attachment != nil {
      attachment = later.attachment
      // Damage of content that was never shown says nothing about the new one, but nothing is lost by adding it.
      for feedback in feedbacks { PresentationFeedback.discard(feedback) }
      feedbacks = []
    }
    dx = dx.adding(later.dx)
    dy = dy.adding(later.dy)
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

/// What is in force.
struct SurfaceState {
  var scale = 1
  var transform = OutputTransform.normal
  var opaqueRegion: Region?
  /// Nil is everywhere.
  var inputRegion: Region?
  var source: ViewportSource?
  var destination: ViewportDestination?

  mutating func apply(_ changes: SurfaceChanges) {
    scale = changes.scale ?? scale
    transform = changes.transform ?? transform
    if let region = changes.opaqueRegion { opaqueRegion = region }
    if let region = changes.inputRegion { inputRegion = region }
    if let rect = changes.source { source = rect }
    if let size = changes.destination { destination = size }
  }

  /// The size a buffer has after turning and scaling, in surface units; may be fractional for a scale that does not fit.
  func naturalSize(bufferWidth: Int, bufferHeight: Int) -> (width: Double, height: Double) {
    let width = transform.swapsAxes ? bufferHeight : bufferWidth
    let height = transform.swapsAxes ? bufferWidth : bufferHeight
    return (Double(width) / Double(scale), Double(height) / Double(scale))
  }
}

/// The part of a buffer that is shown, in surface units after turning and scaling.
struct ViewportSource: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}

/// The size a surface is stretched to.
struct ViewportDestination: Equatable {
  var width: Int
  var height: Int
}
