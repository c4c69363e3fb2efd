import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Claims of contacts by views")
struct ContactClaimsTests {
  /// Performs all calls that are due, and passes the result of `answer` for each of them.
  @discardableResult
  private func drain(
    _ claims: inout ContactClaims, _ answer: (ContactClaims.Call) -> ContactResponse = { _ in .tracking }
  ) -> [ContactClaims.Call] {
    var calls: [ContactClaims.Call] = []
    while let call = claims.nextCall() {
      calls.append(call)
      claims.answer(answer(call))
    }
    return calls
  }

  @Test("A press is offered to the innermost view first, then to its superviews")
  func offersInnermostFirst() {
    var claims = ContactClaims(count: 3)
    #expect(drain(&claims) == (0..<3).map { .began($0, isHandedOver: false) })
    #expect(claims.trackers == [0, 1, 2])
  }

  @Test(
    "If a view claims a contact at its beginning, its superviews are not asked, and its subview gets a cancellation"
  )
  func claimAtPress() {
    var claims = ContactClaims(count: 3)
    let calls = drain(&claims) { $0 == .began(1, isHandedOver: false) ? .claimed : .tracking }
    #expect(calls == [.began(0, isHandedOver: false), .began(1, isHandedOver: false), .canceled(0)])
    #expect(claims.owner == 1)
  }

  @Test("When a view claims a moving contact, the contact is canceled for the other views")
  func claimOnMove() {
    var claims = ContactClaims(count: 3)
    drain(&claims)
    claims.moved()
    let calls = drain(&claims) { $0 == .moved(1) ? .claimed : .tracking }
    #expect(calls == [.moved(0), .moved(1), .canceled(0), .canceled(2)])
    claims.moved()
    claims.ended()
    #expect(drain(&claims) == [.moved(1), .ended(1)])
    #expect(claims.isOver)
  }

  @Test("When the innermost view claims a contact at its end, the contact is canceled for the other views")
  func claimAtEnd() {
    var claims = ContactClaims(count: 3)
    drain(&claims)
    claims.ended()
    #expect(
      drain(&claims) { $0 == .ended(0) ? .claimed : .ignored } == [.ended(0), .canceled(1), .canceled(2)])
    #expect(claims.isOver)
  }

  @Test("If no view claims the contact at its end, all views receive the end")
  func endWithoutClaim() {
    var claims = ContactClaims(count: 2)
    drain(&claims)
    claims.ended()
    #expect(drain(&claims) { _ in .ignored } == [.ended(0), .ended(1)])
  }

  @Test("When a view yields, its contact ends, and its superviews are offered the contact again")
  func yields() {
    var claims = ContactClaims(count: 3)
    drain(&claims) { $0 == .began(0, isHandedOver: false) ? .claimed : .tracking }
    claims.moved()
    let calls = drain(&claims) { $0 == .moved(0) ? .yielded : .tracking }
    #expect(
      calls == [.moved(0), .ended(0), .began(1, isHandedOver: true), .began(2, isHandedOver: true)])
  }

  @Test("If only one view tracks a contact, the view is notified of this once")
  func exclusive() {
    var claims = ContactClaims(count: 2)
    let calls = drain(&claims) { $0 == .began(0, isHandedOver: false) ? .tracking : .ignored }
    #expect(calls.last == .exclusive(0))
    claims.moved()
    #expect(drain(&claims) == [.moved(0)])
  }

  @Test("After a removed view has received the cancellation, it receives no more events")
  func removal() {
    var claims = ContactClaims(count: 2)
    drain(&claims)
    claims.remove(0)
    claims.moved()
    #expect(drain(&claims) == [.canceled(0), .exclusive(1), .moved(1)])
  }

  @Test("If a view is removed during the offer of a contact and accepts the contact, the contact is canceled")
  func removalDuringCall() {
    var claims = ContactClaims(count: 1)
    #expect(claims.nextCall() == .began(0, isHandedOver: false))
    claims.remove(0)
    claims.answer(.claimed)
    #expect(drain(&claims) == [.canceled(0)])
    #expect(claims.isOver)
  }

  @Test(
    "After any sequence of events, a view has received exactly one end or cancellation of each contact it tracked",
    arguments: 0..<300)
  func randomSequences(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let count = Int.random(in: 0...5, using: &random)
    var claims = ContactClaims(count: count)
    /// For each view, whether it tracks the contact.
    var follows = Array(repeating: false, count: count)
    var isLifted = false
    func step(_ claims: inout ContactClaims) {
      guard let call = claims.nextCall() else { return }
      let response = ContactResponse.allCases.randomElement(using: &random) ?? .ignored
      if Int.random(in: 0..<12, using: &random) == 0 { claims.remove(Int.random(in: 0..<6, using: &random)) }
      claims.answer(response)
      switch call {
      case .began(let place, _):
        #expect(!follows[place])
        follows[place] = response == .tracking || response == .claimed
      case .moved(let place), .exclusive(let place): #expect(follows[place])
      case .ended(let place), .canceled(let place):
        #expect(follows[place])
        follows[place] = false
      }
      if let owner = claims.owner { #expect(claims.trackers == [owner]) }
    }
    for _ in 0..<30 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: claims.remove(Int.random(in: -1..<6, using: &random))
      case 1 where !isLifted:
        isLifted = true
        if Bool.random(using: &random) { claims.ended() } else { claims.canceled() }
      case 2...5: claims.moved()
      default: for _ in 0..<3 { step(&claims) }
      }
    }
    claims.canceled()
    for _ in 0..<200 { step(&claims) }
    #expect(claims.isOver)
    #expect(!follows.contains(true))
  }
}
