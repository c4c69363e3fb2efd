import Configuration
import Kiosk
import TestSupport
import Testing

@Suite("The PIN of the service page")
struct PINTests {
  @Test("A PIN has its hash, and each hash has a salt of its own", .proves("D097"))
  func hash() throws {
    let first = try #require(PINHash(of: "2718"))
    let second = try #require(PINHash(of: "2718"))
    #expect(first != second && first.matches("2718") && second.matches("2718"))
    #expect(!first.matches("2719") && !first.matches("") && !first.matches("27180"))
    #expect(PINHash(first.description) == first)
    // openssl passwd -6 -salt kiosk 2718
    let known =
      "$6$kiosk$HTaXkUPuznTkHGT3q8zObKyL2J8lYJrWVnZVmqS1pOJE9YOpBvFvNfOeDbv2dyDrUj1tt3NCD/c7I4Z4y5V1o."
    #expect(PINHash(known)?.matches("0000") == false)
  }

  @Test(
    "A text that is no hash with a salt is refused",
    arguments: ["", "2718", "$1$salt$short", "plain text of forty characters or more ....."])
  func noHash(text: String) { #expect(PINHash(text) == nil) }

  @Test("After three wrong PINs, the wait doubles with each further one up to an hour", .proves("D097"))
  func waits() {
    var pins = PINGuard()
    var (now, waits) = (1_800_000_000, [Int]())
    for _ in 0..<14 {
      pins.beginTry(at: now)
      waits.append(pins.waiting(at: now))
      now += waits.last ?? 0
      #expect(pins.waiting(at: now) == 0)
    }
    #expect(waits == [0, 0, 15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600])
    pins.succeed()
    pins.beginTry(at: now)
    #expect(pins.waiting(at: now) == 0)
  }

  @Test(
    "The wait survives a restart; a clock that was set back does not prolong it; a damaged file gives no free tries",
    .proves("D097"))
  func restart() {
    var pins = PINGuard()
    let now = 1_800_000_000
    for _ in 0..<5 { pins.beginTry(at: now) }
    let restarted = PINGuard(fileContent: pins.fileContent)
    #expect(restarted == pins && restarted.waiting(at: now + 20) == 40)
    #expect(restarted.waiting(at: now - 31_536_000) == 60)
    for content in ["", "{}", #"{"failures":-1,"end":0}"#, #"{"failures":1e9,"end":0}"#] {
      var damaged = PINGuard(fileContent: Array(content.utf8))
      damaged.beginTry(at: now)
      #expect(damaged.waiting(at: now) == 15)
    }
  }

  @Test("A configuration states all of its mistakes, also those of the service")
  func configuration() throws {
    let hash = try #require(PINHash(of: "2718"))
    let text = """
      {
        "content": "show.json", "idleTime": 30, "carousel": "rotary", "memory": 300, "stateFolder": "/var/lib/kiosk",
        "service": { "corner": "bottomRight", "seconds": 3, "pin": "\(hash.description)" }
      }
      """
    let settings = try KioskSettings(Array(text.utf8), carousels: ["rotary"])
    var expected = KioskSettings()
    (expected.content, expected.idleTime, expected.carousel) = ("show.json", 30, "rotary")
    (expected.memory, expected.stateFolder) = (300, "/var/lib/kiosk")
    var service = KioskSettings.Service(pin: hash)
    (service.corner, service.seconds) = (.bottomRight, 3)
    expected.service = service
    expected.outputs.usesLayer = true
    #expect(settings == expected)
    let wrong =
      #"{"idleTime": 1, "stateFolder": "kiosk", "service": {"corner": "left", "pin": "2718"}, "x": 0}"#
    #expect {
      try KioskSettings(Array(wrong.utf8), carousels: ["rotary"])
    } throws: { error in
      (error as? ConfigurationError)?.problems.map(\.path) == [
        "idleTime", "stateFolder", "service.corner", "service.pin", "x",
      ]
    }
  }
}
