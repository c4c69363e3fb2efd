/// Decides which views receive a contact and which view owns it.
///
/// This state machine knows a chain of views by their positions; 0 is the deepest view. Its owner passes
/// events, performs the calls of ``nextCall()`` one by one, and passes the response of each call to
/// ``answer(_:)``. Events that arrive in between are queued.
///
/// Each view that responds to `began` with `.tracking` or `.claimed` later receives either `ended` or
/// `canceled`, once.
package struct ContactClaims: Sendable {
  /// A call of a view. The number is the view's position in the chain.
  package enum Call: Hashable, Sendable {
    case began(Int, isHandedOver: Bool)
    case moved(Int)
    case ended(Int)
    case canceled(Int)
    /// The view is the only one that tracks the contact.
    case exclusive(Int)

    /// The view's position in the chain.
    package var place: Int {
      switch self {
      case .began(let place, _), .moved(let place), .ended(let place), .canceled(let place),
        .exclusive(let place):
        place
      }
    }
  }

  /// The relation of a view to the contact.
  private enum Standing { case unasked, outside, tracking, gone }

  private enum Event { case moved, ended, canceled }

  /// The event that is being passed to one view after another.
  private enum Round {
    case idle
    case offering(next: Int, isHandedOver: Bool)
    case moving(next: Int)
    case ending(next: Int)
  }

  private var standings: [Standing]
  private var claimant: Int?
  private var round = Round.offering(next: 0, isHandedOver: false)
  private var events: [Event] = []
  /// Calls that must be made before the round continues.
  private var urgentCalls: [Call] = []
  private var callInFlight: Call?
  private var hasReportedExclusive = false
  private var isLifted = false

  /// Creates the state of a new contact over a chain of `count` views.
  package init(count: Int) { standings = Array(repeating: .unasked, count: max(count, 0)) }

  /// The positions of the views that track the contact.
  package var trackers: [Int] { standings.indices.filter { standings[$0] == .tracking } }
  /// The position of the view that owns the contact; `nil` for none.
  package var owner: Int? { claimant }

  /// Whether the contact has ended for all views.
  package var isOver: Bool {
    guard callInFlight == nil, urgentCalls.isEmpty, events.isEmpty, case .idle = round else { return false }
    return isLifted || trackers.isEmpty
  }

  /// Handles a move.
  package mutating func moved() {
    // Consecutive moves are coalesced: only the last position matters.
    if events.last != .moved { events.append(.moved) }
  }
  /// Handles the end of the contact.
  package mutating func ended() { events.append(.ended) }
  /// Handles the loss of the contact.
  package mutating func canceled() { events.append(.canceled) }

  /// Gives the contact to the view at `place`, if that view tracks the contact and no other view owns it.
  package mutating func claim(by place: Int) {
    guard claimant == nil, !isLifted, standings.indices.contains(place), standings[place] == .tracking else {
      return
    }
    claim(place)
  }

  /// Removes the view at `place` from the chain, because it left the window or was disabled.
  package mutating func remove(_ place: Int) {
    guard standings.indices.contains(place), standings[place] != .gone else { return }
    if standings[place] == .tracking { urgentCalls.append(.canceled(place)) }
    standings[place] = .gone
    if claimant == place { claimant = nil }
  }

  /// Returns the next call to be made; `nil` until the next event.
  ///
  /// - Precondition: The last call was answered.
  package mutating func nextCall() -> Call? {
    precondition(callInFlight == nil, "answer(_:) must be called before the next call")
    callInFlight = findCall()
    return callInFlight
  }

  private mutating func findCall() -> Call? {
    while true {
      if !urgentCalls.isEmpty { return urgentCalls.removeFirst() }
      switch round {
      case .offering(let next, let isHandedOver):
        guard claimant == nil, let place = standings[min(next, standings.count)...].firstIndex(of: .unasked)
        else {
          round = .idle
          continue
        }
        round = .offering(next: place + 1, isHandedOver: isHandedOver)
        return .began(place, isHandedOver: isHandedOver)
      case .moving(let next):
        guard let place = standings[min(next, standings.count)...].firstIndex(of: .tracking) else {
          round = .idle
          continue
        }
        round = .moving(next: place + 1)
        return .moved(place)
      case .ending(let next):
        guard let place = standings[min(next, standings.count)...].firstIndex(of: .tracking) else {
          round = .idle
          continue
        }
        round = .ending(next: place + 1)
        standings[place] = .outside
        return .ended(place)
      case .idle:
        if let call = exclusiveCall() { return call }
        guard !events.isEmpty else { return nil }
        begin(events.removeFirst())
      }
    }
  }

  private mutating func exclusiveCall() -> Call? {
    guard !hasReportedExclusive, !isLifted, claimant == nil, trackers.count == 1 else { return nil }
    hasReportedExclusive = true
    return .exclusive(trackers[0])
  }

  private mutating func begin(_ event: Event) {
    guard !isLifted else { return }
    switch event {
    case .moved: round = .moving(next: 0)
    case .ended:
      isLifted = true
      round = .ending(next: 0)
    case .canceled:
      isLifted = true
      claimant = nil
      cancelTrackers(except: nil)
    }
  }

  /// Passes the response to the last call. Responses to `canceled` and `exclusive` are ignored.
  package mutating func answer(_ response: ContactResponse) {
    guard let call = callInFlight else { return }
    callInFlight = nil
    switch call {
    case .began(let place, _): answerBegan(response, place)
    case .moved(let place): answerMoved(response, place)
    case .ended(let place):
      if response == .claimed, claimant == nil, isLifted { cancelTrackers(except: place) }
      if isLifted { claimant = nil }
    case .canceled, .exclusive: break
    }
  }

  private mutating func answerBegan(_ response: ContactResponse, _ place: Int) {
    let isWanted = response == .tracking || response == .claimed
    if standings[place] == .gone {
      // The view was removed during the call.
      if isWanted { urgentCalls.append(.canceled(place)) }
      return
    }
    standings[place] = isWanted ? .tracking : .outside
    if response == .claimed { claim(place) }
  }

  private mutating func answerMoved(_ response: ContactResponse, _ place: Int) {
    guard standings[place] == .tracking else { return }
    switch response {
    case .tracking: break
    case .claimed: if claimant == nil { claim(place) }
    case .yielded where claimant == place:
      claimant = nil
      standings[place] = .outside
      urgentCalls.append(.ended(place))
      for outer in standings.indices where outer > place && standings[outer] == .outside {
        standings[outer] = .unasked
      }
      hasReportedExclusive = false
      round = .offering(next: place + 1, isHandedOver: true)
    case .ignored, .yielded:
      if claimant == place { claimant = nil }
      standings[place] = .outside
      urgentCalls.append(.canceled(place))
    }
  }

  private mutating func claim(_ place: Int) {
    claimant = place
    round = .idle
    cancelTrackers(except: place)
    for other in standings.indices where standings[other] == .unasked { standings[other] = .outside }
  }

  private mutating func cancelTrackers(except owner: Int?) {
    for place in trackers where place != owner {
      standings[place] = .outside
      urgentCalls.append(.canceled(place))
    }
    round = .idle
  }
}
