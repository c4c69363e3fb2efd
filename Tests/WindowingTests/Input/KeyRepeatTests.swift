import Testing
import Windowing

struct KeyRepeatTests {
  private func configured(rate: Int32 = 25, delay: Int32 = 600) -> KeyRepeat {
    var keyRepeat = KeyRepeat()
    _ = keyRepeat.configure(rate: rate, delay: delay)
    return keyRepeat
  }

  @Test("A held key repeats at the compositor's rate until it is released")
  func held() {
    var keyRepeat = configured()
    #expect(keyRepeat.pressed(30, repeats: true) == .start(delay: 0.6, interval: 0.04))
    #expect(keyRepeat.held == 30)
    #expect(keyRepeat.released(30) == .stop)
    #expect(keyRepeat.held == nil)
  }

  @Test("Only the most recently pressed key repeats; releasing another key has no effect")
  func lastKey() {
    var keyRepeat = configured()
    _ = keyRepeat.pressed(30, repeats: true)
    #expect(keyRepeat.pressed(31, repeats: true) != nil)
    #expect(keyRepeat.released(30) == nil)
    #expect(keyRepeat.held == 31)
  }

  @Test("Pressing Shift does not stop the repeat of another key")
  func modifier() {
    var keyRepeat = configured()
    _ = keyRepeat.pressed(30, repeats: true)
    #expect(keyRepeat.pressed(42, repeats: false) == nil)
    #expect(keyRepeat.released(42) == nil)
    #expect(keyRepeat.held == 30)
  }

  @Test("Rate 0 disables the repetition and stops the repeats of a held key")
  func off() {
    var keyRepeat = configured()
    _ = keyRepeat.pressed(30, repeats: true)
    #expect(keyRepeat.configure(rate: 0, delay: 600) == .stop)
    #expect(keyRepeat.pressed(30, repeats: true) == nil)
    #expect(keyRepeat.released(30) == nil)
  }

  @Test("Before the compositor has sent the rate, no key repeats")
  func unknown() {
    var keyRepeat = KeyRepeat()
    #expect(keyRepeat.pressed(30, repeats: true) == nil)
    #expect(keyRepeat.stop() == nil)
  }

  @Test(
    "Each repeat of a key needs a round trip to the compositor, and at most one round trip is pending at a time"
  )
  func question() {
    var keyRepeat = configured()
    let asksAtRest = keyRepeat.becameDue()
    #expect(!asksAtRest)
    _ = keyRepeat.pressed(30, repeats: true)
    let asks = [keyRepeat.becameDue(), keyRepeat.becameDue()]
    #expect(asks == [true, false])
    let answered = keyRepeat.answered()
    #expect(answered == 30)
    let asksAgain = keyRepeat.becameDue()
    #expect(asksAgain)
  }

  @Test("If a key is released during a round trip, the end of the round trip causes no repeat")
  func outdatedAnswer() {
    var keyRepeat = configured()
    _ = keyRepeat.pressed(30, repeats: true)
    _ = keyRepeat.becameDue()
    _ = keyRepeat.released(30)
    _ = keyRepeat.pressed(31, repeats: true)
    let asks = [keyRepeat.becameDue()]
    let outdated = keyRepeat.answered()
    #expect(asks == [false] && outdated == nil)
    let asksAgain = keyRepeat.becameDue()
    let answered = keyRepeat.answered()
    #expect(asksAgain && answered == 31)
  }
}
