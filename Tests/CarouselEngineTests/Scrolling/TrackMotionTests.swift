import CarouselEngine
import TestSupport
import Testing

/// Tests that a motion over items of different widths has the same path on the screen as over items of equal
/// width.
struct TrackMotionTests {
  private static let widths = [50.0, 400, 90, 700, 200, 20, 310, 200, 60, 500, 120, 80]
  private static let rule = TrackRule(.line(share: 1), itemWidth: 200, spacing: 1)

  private func scroller(wraps: Bool, at offset: Double = 0) throws -> Scroller {
    var scroller = Scroller()
    scroller.setRow(ItemRow(count: Self.widths.count, wraps: wraps))
    scroller.resolve(
      track: ItemTrack(widths: Self.widths, wraps: wraps, rule: Self.rule), at: .at(Timestamp(seconds: 0)))
    scroller.jump(to: offset, at: .at(Timestamp(seconds: 0)))
    return scroller
  }

  /// Returns the scroller's position on the track at each frame, in nominal pitches. On a ring the positions
  /// continue beyond the last item without a jump.
  private func places(_ scroller: Scroller, seconds: Double, rate: Double) throws -> [Double] {
    var scroller = scroller
    let track = try #require(scroller.geometry.track)
    var places = [track.place(at: scroller.offset)]
    for step in 1...Int(seconds * rate) {
      scroller.advance(to: Timestamp(seconds: 1 + Double(step) / rate))
      #expect(scroller.currentIndex == scroller.row.index(Int(scroller.offset.rounded())))
      var place = track.place(at: scroller.offset)
      if scroller.row.wraps {
        place += ((places[step - 1] - place) / track.length).rounded() * track.length
      }
      places.append(place)
    }
    return places
  }

  @Test(
    "With items of different widths, the deceleration of a flick is constant, even from the last item of a ring to the first, and the flick stops on an item",
    .proves("D021"),
    arguments: [false, true])
  func flick(wraps: Bool) throws {
    var scroller = try scroller(wraps: wraps, at: wraps ? 9 : 1)
    scroller.beginDrag(translation: 0)
    scroller.drag(translation: -1, speed: -3000, itemWidth: 200, at: Timestamp(seconds: 1))
    scroller.endDrag(at: Timestamp(seconds: 1))
    #expect(scroller.isDecelerating)
    let places = try places(scroller, seconds: 1, rate: 240)
    let speeds = zip(places.dropFirst(), places).map { ($0 - $1) * 240 }
    #expect(near(speeds[0], 15, within: 0.1))
    // Constant deceleration: the loss of speed in each frame is the same.
    let moving = speeds.prefix { $0 > 0.3 }
    let losses = zip(moving, moving.dropFirst()).map { $0 - $1 }
    let mean = losses.reduce(0, +) / Double(losses.count)
    for loss in losses.dropLast() { #expect(near(loss, mean, within: 1e-6)) }
    var end = scroller
    for step in 1...600 { end.advance(to: Timestamp(seconds: 1 + Double(step) / 60)) }
    #expect(end.isIdle && end.offset == end.offset.rounded())
  }

  @Test("An animated scroll eases along the track and ends exactly at its target", .proves("D021"))
  func scroll() throws {
    var scroller = try scroller(wraps: true, at: 10)
    scroller.scroll(byItems: 5, duration: 0.4, at: .at(Timestamp(seconds: 1)))
    let places = try places(scroller, seconds: 0.4, rate: 240)
    let whole = places[places.count - 1] - places[0]
    for (step, place) in places.enumerated() {
      let time = Double(step) / 96
      #expect(near((place - places[0]) / whole, EaseInOut.progress(at: time), within: 1e-9))
    }
    for step in 1...60 { scroller.advance(to: Timestamp(seconds: 1 + Double(step) / 60)) }
    #expect(scroller.isIdle && scroller.offset == 3)
  }

  @Test(
    "Over items of different widths, autoscroll has a constant speed in nominal widths per second",
    .proves("D021", "Y35"))
  func autoscroll() throws {
    var scroller = try scroller(wraps: true)
    scroller.advance(to: Timestamp(seconds: 1))
    scroller.setAutoscroll(1.5, at: .at(Timestamp(seconds: 1)))
    let places = try places(scroller, seconds: 20, rate: 60)
    for (next, place) in zip(places.dropFirst(2), places.dropFirst()) {
      #expect(near((next - place) * 60, 1.5, within: 1e-6))
    }
  }

  @Test("With paging a flick ends on the next item, whatever its width", .proves("D021", "Y06"))
  func paging() throws {
    var scroller = try scroller(wraps: false, at: 2)
    scroller.settings.isPagingEnabled = true
    scroller.beginDrag(translation: 0)
    scroller.drag(translation: -30, speed: -2000, itemWidth: 200, at: Timestamp(seconds: 1))
    scroller.endDrag(at: Timestamp(seconds: 1))
    for step in 1...600 { scroller.advance(to: Timestamp(seconds: 1 + Double(step) / 60)) }
    #expect(scroller.isIdle && scroller.offset == 3)
  }

  @Test("If the item counts of a track and of the carousel differ, the track is ignored", .proves("D021"))
  func foreignTrack() throws {
    var scroller = try scroller(wraps: false, at: 3)
    scroller.setRow(ItemRow(count: 4, wraps: false))
    scroller.beginDrag(translation: 0)
    scroller.drag(translation: 100, speed: 0, itemWidth: 200, at: Timestamp(seconds: 1))
    #expect(scroller.offset == 2.5)
  }
}
