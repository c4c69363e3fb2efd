import CarouselUI
import DecoderProtocol
import Photos

/// Plays the animated photos of the visible views. Views out of sight, and views in a hidden window, rest at a frame.
final class PhotoAnimations {
  private struct Player {
    weak var view: ImageView?
    let player: AnimationPlayer
  }

  private let decoder: any FrameDecoding
  private var players: [ObjectIdentifier: Player] = [:]
  /// The visible views.
  private var visible: Set<ObjectIdentifier> = []

  init(_ decoder: any FrameDecoding) { self.decoder = decoder }

  /// Plays a photo in a view that shows its first frame.
  ///
  /// - Parameters:
  ///   - animation: The description of the animation.
  ///   - photo: The photo.
  ///   - size: The box that the photo was decoded for.
  ///   - view: The view.
  func begin(_ animation: PhotoAnimation, of photo: Photo, at size: TargetSize, in view: ImageView) {
    let player = AnimationPlayer(animation, in: .live(photo, at: size, decoder: decoder)) { [weak view] in
      view?.image = $0
    }
    players[ObjectIdentifier(view)] = Player(view: view, player: player)
    view.onPaint = { [weak player] in player?.frameIsOnScreen() }
    player.isPlaying = visible.contains(ObjectIdentifier(view))
  }

  /// Ends the animation of a view, which shows another photo or none.
  func end(_ view: ImageView) {
    guard let player = players.removeValue(forKey: ObjectIdentifier(view)) else { return }
    player.player.isPlaying = false
    view.onPaint = nil
  }

  /// Plays the animations of these views, and pauses the others.
  func play(in views: [ImageView]) {
    visible = Set(views.map { ObjectIdentifier($0) })
    for (id, player) in players { player.player.isPlaying = visible.contains(id) && player.view != nil }
  }
}
