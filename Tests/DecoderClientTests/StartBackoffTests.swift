import DecoderClient
import Testing

/// The pauses after failed starts of helpers.
struct StartBackoffTests {
  @Test("After a failed start no new start is tried during a pause; the pause doubles with each failure")
  func pauses() {
    var backoff = StartBackoff()
    #expect(backoff.failure(at: 0) == nil)
    var (time, pause) = (100.0, StartBackoff.firstPause)
    for _ in 0..<10 {
      backoff.fail(.missing(path: "a"), at: time)
      #expect(backoff.failure(at: time) == .missing(path: "a"))
      #expect(backoff.failure(at: time + pause * 0.99) == .missing(path: "a"))
      time += pause
      #expect(backoff.failure(at: time) == nil)
      pause = min(pause * 2, StartBackoff.longestPause)
    }
    #expect(pause == StartBackoff.longestPause)
    backoff.succeed()
    backoff.fail(.missing(path: "b"), at: time)
    #expect(backoff.failure(at: time + StartBackoff.firstPause) == nil)
  }
}
