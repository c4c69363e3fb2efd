import Testing
import Windowing

struct KeyRepeatTests {
  private func configured(rate: Int32 = 25, delay: Int32 = 600) -> KeyRepeat {
    var repetition = KeyRepeat()
    _ = repetition.configure(rate: rate, delay: delay)
    return repetition
  }

  @Test("A held key repeats at the compositor's rate until it is released")
  func held() {
    var repetition = configured()
    #expect(repetition.pressed(30, repeats: true) == .start(delay: 0.6, interval: 0.04))
    #expect(repetition.held == 30)
    #expect(repetition.released(30) == .stop)
    #expect(repetition.held == nil)
  }

  @Test("The last key pressed repeats; releasing another one changes nothing")
  func lastKey() {
    var repetition = configured()
    _ = repetition.pressed(30, repeats: true)
    #expect(repetition.pressed(31, repeats: true) != nil)
    #expect(repetition.released(30) == nil)
    #expect(repetition.held == 31)
  }

  @Test("Shift lets another key go on repeating")
  func modifier() {
    var repetition = configured()
    _ = repetition.pressed(30, repeats: true)
    #expect(repetition.pressed(42, repeats: false) == nil)
    #expect(repetition.released(42) == nil)
    #expect(repetition.held == 30)
  }

  @Test("Rate 0 is off, also for a key that is held")
  func off() {
    var repetition = configured()
    _ = repetition.pressed(30, repeats: true)
    #expect(repetition.configure(rate: 0, delay: 600) == .stop)
    #expect(repetition.pressed(30, repeats: true) == nil)
    #expect(repetition.released(30) == nil)
  }

  @Test("No repeat before the compositor says how")
  func unknown() {
    var repetition = KeyRepeat()
    #expect(repetition.pressed(30, repeats: true) == nil)
    #expect(repetition.stop() == nil)
  }
}
