internal import Geometry

/// Passes contacts to the views of a tree.
///
/// A contact is offered to the deepest view under it first, then to the superviews of this view.
/// ``ContactClaims`` decides which views receive it.
@MainActor
final class ContactRouter {
  private struct Track {
    var contact: Contact
    var claims: ContactClaims
    let chain: [ContactParticipant]
    var velocity = VelocityTracker()
    var isRunning = false
  }

  /// The last press, for counting taps.
  private struct Press {
    let kind: Contact.Kind
    let position: Point
    let time: Timestamp
    let count: Int
  }

  private var tracks: [Int: Track] = [:]
  private var lastPress: Press?
  private static let doubleTapTime = 0.4  // seconds between two presses, as in GTK
  private static let doubleTapDistance = 12.0  // points; two taps of a finger rarely hit the same point

  init() {}

  /// Whether a view follows a contact.
  var isTracking: Bool { !tracks.isEmpty }

  /// Whether a view follows one of the contacts `ids`.
  func isTracking(_ ids: [Int]) -> Bool { ids.contains { tracks[$0] != nil } }

  /// The view that owns the contact `id`.
  func owner(of id: Int) -> View? {
    tracks[id].flatMap { track in track.claims.owner.map { track.chain[$0].view } }
  }

  /// Begins a contact. Returns whether a view follows it.
  ///
  /// - Parameters:
  ///   - contact: The contact; its position is in the coordinates of `root`.
  ///   - root: The view at the top of the tree.
  func began(_ contact: Contact, in root: View) -> Bool {
    canceled(contact.id, time: contact.timestamp)
    guard contact.position.x.isFinite, contact.position.y.isFinite else { return false }
    var contact = contact
    contact.tapCount = countTap(of: contact)
    let chain = ContactParticipant.all(in: root.hitTest(contact.position)?.chain ?? [])
    tracks[contact.id] = Track(contact: contact, claims: ContactClaims(count: chain.count), chain: chain)
    tracks[contact.id]?.velocity.add(contact.position, at: contact.timestamp)
    run(contact.id)
    return tracks[contact.id] != nil
  }

  /// Moves a contact along positions, the oldest first. Returns whether a view follows it.
  func moved(_ id: Int, along samples: [Contact.Sample]) -> Bool {
    let samples = samples.filter { $0.position.x.isFinite && $0.position.y.isFinite }
    guard let isRunning = tracks[id]?.isRunning, let last = samples.last else { return false }
    for sample in samples.dropLast() { tracks[id]?.velocity.add(sample.position, at: sample.time) }
    update(id, last.position, last.time)
    // If a view causes the movement during its own call, later views of the chain have not received the last positions yet.
    tracks[id]?.contact.samples = isRunning ? [last] : samples
    tracks[id]?.claims.moved()
    run(id)
    return true
  }

  /// Ends a contact. Returns whether a view followed it.
  func ended(_ id: Int, at position: Point, time: Timestamp) -> Bool {
    guard tracks[id] != nil else { return false }
    if position.x.isFinite, position.y.isFinite { update(id, position, time) }
    tracks[id]?.claims.ended()
    run(id)
    return true
  }

  /// Cancels a contact. Returns whether a view followed it.
  @discardableResult
  func canceled(_ id: Int, time: Timestamp) -> Bool {
    guard tracks[id] != nil else { return false }
    tracks[id]?.contact.timestamp = time
    tracks[id]?.claims.canceled()
    run(id)
    return true
  }

  /// Makes a view or an interaction the owner of the contact `id`, if it tracks the contact. Call it for a gesture that is
  /// recognized without a move, such as a long press.
  func claim(_ id: Int, by participant: AnyObject) {
    guard let place = tracks[id]?.chain.firstIndex(where: { $0.isSame(as: participant) }) else { return }
    tracks[id]?.claims.claim(by: place)
    run(id)
  }

  /// Cancels the contacts of `view` and the views in it.
  func remove(_ view: View) {
    for id in tracks.keys.sorted() {
      guard let chain = tracks[id]?.chain else { continue }
      for (place, other) in chain.enumerated() where other.view.isDescendant(of: view) {
        tracks[id]?.claims.remove(place)
      }
      run(id)
    }
  }

  private func update(_ id: Int, _ position: Point, _ time: Timestamp) {
    tracks[id]?.contact.position = position
    tracks[id]?.contact.timestamp = time
    tracks[id]?.contact.samples = []
    tracks[id]?.velocity.add(position, at: time)
    if let velocity = tracks[id]?.velocity.velocity(at: time) { tracks[id]?.contact.rootVelocity = velocity }
  }

  /// Performs the calls that are due. If a called view causes more calls, the same loop performs them, too.
  private func run(_ id: Int) {
    guard tracks[id]?.isRunning == false else { return }
    tracks[id]?.isRunning = true
    while let call = tracks[id]?.claims.nextCall() {
      if case .began(_, true) = call { restart(id) }
      guard let track = tracks[id] else { return }
      let response = track.chain[call.place].perform(call, track.contact)
      tracks[id]?.claims.answer(response)
    }
    tracks[id]?.isRunning = false
    if tracks[id]?.claims.isOver == true { tracks[id] = nil }
  }

  /// Makes a contact begin again at its current position, because its owner has handed it over.
  private func restart(_ id: Int) {
    guard let contact = tracks[id]?.contact else { return }
    tracks[id]?.contact.startPosition = contact.position
    tracks[id]?.contact.startTimestamp = contact.timestamp
    tracks[id]?.contact.isHandedOver = true
    tracks[id]?.contact.samples = []
  }

  private func countTap(of contact: Contact) -> Int {
    var count = 1
    if let last = lastPress, last.kind == contact.kind, contact.timestamp - last.time < Self.doubleTapTime,
      contact.timestamp >= last.time, contact.position.distance(to: last.position) < Self.doubleTapDistance
    {
      count = last.count % 1000 + 1
    }
    lastPress = Press(
      kind: contact.kind, position: contact.position, time: contact.timestamp, count: count)
    return count
  }
}
