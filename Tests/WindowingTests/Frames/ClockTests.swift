import Testing
import Windowing

struct ClockTests {
  @Test("The differences between frame times are equal even if the process wakes at irregular times")
  func evenSteps() {
    var clock = FrameClock()
    let refresh = 1.0 / 60
    var times: [Double] = []
    for (frame, delay) in [0.001, 0.004, 0.0005, 0.009].enumerated() {
      let shown = 10 + Double(frame) * refresh
      clock.presented(at: shown, interval: refresh)
      times.append(clock.frameTime(now: shown + delay, callback: UInt32(1000 * (shown + delay))))
    }
    for (earlier, later) in zip(times, times.dropFirst()) { #expect(abs(later - earlier - refresh) < 1e-9) }
    #expect(times[0] > 10)
  }

  @Test("The first frame after a pause gets the current time, and frame times never decrease")
  func rest() {
    var clock = FrameClock()
    clock.presented(at: 10, interval: 1.0 / 60)
    #expect(clock.frameTime(now: 15, callback: nil) == 15)
    #expect(clock.frameTime(now: 14.9, callback: 14_900) == 15)
  }

  @Test(
    "If no presentation times are known, frame times advance by the differences of the callbacks' timestamps")
  func callback() {
    var clock = FrameClock()
    #expect(clock.frameTime(now: 20, callback: nil) == 20)
    #expect(clock.frameTime(now: 20.018, callback: 4_294_967_290) == 20.018)
    // The process wakes late, and the callback's timestamp has wrapped.
    #expect(abs(clock.frameTime(now: 20.040, callback: 10) - 20.034) < 1e-9)
    #expect(abs(clock.frameTime(now: 20.051, callback: 27) - 20.051) < 1e-9)
    // The process was stopped for a second, so the callback's timestamp is too old.
    #expect(clock.frameTime(now: 21.2, callback: 44) == 21.2)
    #expect(clock.refreshInterval == nil)
  }

  @Test("If a device uses the window system's clock, event times are exact, even if the timestamps wrap")
  func sameClock() {
    var clock = EventClock()
    let wrap = 4_294_967.296
    #expect(abs(clock.seconds(at: 4_294_967_290, now: wrap - 0.001) - (wrap - 0.006)) < 1e-6)
    #expect(abs(clock.seconds(at: 4, now: wrap + 0.010) - (wrap + 0.004)) < 1e-6)
  }

  @Test(
    "If a device uses another clock, its first event gets the current time, and the intervals between events are kept"
  )
  func otherClock() {
    var clock = EventClock()
    #expect(clock.seconds(at: 4_294_967_290, now: 100) == 100)
    #expect(abs(clock.seconds(at: 10, now: 100.5) - 100.016) < 1e-9)
    #expect(abs(clock.seconds(at: 26, now: 100.5) - 100.032) < 1e-9)
  }

  @Test("If a second device has another clock, its events get times close to the current time")
  func secondBase() {
    var clock = EventClock()
    #expect(clock.seconds(at: 5_000_000, now: 5000) == 5000)
    // A touchpad with its own clock sends events through the same wl_pointer.
    #expect(clock.seconds(at: 70_000_000, now: 5001) == 5001)
    #expect(abs(clock.seconds(at: 70_000_016, now: 5001.02) - 5001.016) < 1e-9)
    // The mouse sends events again.
    #expect(clock.seconds(at: 5_001_500, now: 5001.5) == 5001.5)
    #expect(abs(clock.seconds(at: 5_001_508, now: 5001.51) - 5001.508) < 1e-9)
  }

  @Test("If events have waited in the socket while the process was stopped, they keep their times")
  func stopped() {
    var clock = EventClock()
    _ = clock.seconds(at: 5_000_000, now: 5000)
    #expect(abs(clock.seconds(at: 5_001_000, now: 5061) - 5001) < 1e-9)
    #expect(abs(clock.seconds(at: 5_060_000, now: 5061) - 5060) < 1e-9)
  }

  @Test("If a device uses the window system's clock, its first event may be old, but is never in the future")
  func firstEvent() {
    var old = EventClock()
    #expect(old.seconds(at: 91_000, now: 100) == 91)
    var future = EventClock()
    #expect(future.seconds(at: 102_000, now: 100) == 100)
  }
}
