import CarouselEngine
import CarouselViews
import Controls
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Movements of pointers and fingers between two frames")
@MainActor
struct MotionTests {
  let log = EventLog()
  let root = ProbeView("root", Rect(x: 0, y: 0, width: 400, height: 300))
  let view: ProbeView
  let tree: ViewTree

  init() {
    view = ProbeView("view", Rect(x: 0, y: 0, width: 400, height: 300), log: log)
    root.addSubview(view)
    tree = ViewTree(root: root)
    tree.prepareFrame(at: .at(0))
    view.onBegan = { _ in .tracking }
  }

  private func point(_ x: Double, id: Int = 1, at time: Double) -> InputPoint {
    InputPoint(id: id, at: Point(x: x, y: 100), time: .at(time))
  }

  @Test("A view receives one movement of a contact a frame, with the positions and times of all")
  func coalesced() {
    var locations: [(location: Point, timestamp: Timestamp)] = []
    view.onMoved = {
      locations = $0.coalescedLocations(in: self.view)
      #expect($0.location(in: self.view) == locations.last?.location)
      return .tracking
    }
    tree.handle(.pointer(.pressed(.primary), point(0, at: 1)))
    tree.prepareFrame(at: .at(1))
    tree.handle(.pointer(.moved, point(1, at: 1.001)))
    _ = log.take()
    for step in 2...17 { tree.handle(.pointer(.moved, point(Double(step), at: 1 + Double(step) * 0.001))) }
    #expect(log.take() == [])
    tree.prepareFrame(at: .at(1.018))
    #expect(log.take() == ["view moved"])
    #expect(locations.map(\.location.x) == (2...17).map { Double($0) })
    #expect(locations.map(\.timestamp) == (2...17).map { .at(1 + Double($0) * 0.001) })
  }

  @Test("The pointer hovers once a frame, at its latest position")
  func hover() {
    for step in 1...17 { tree.handle(.pointer(.moved, point(Double(step), at: 1 + Double(step) * 0.001))) }
    view.hoverPlaces = []
    tree.prepareFrame(at: .at(1.018))
    #expect(view.hoverPlaces == [Point(x: 17, y: 100)])
  }

  @Test(
    "The first movement after a rest is delivered at once; without a frame, a timer delivers the next ones")
  func timer() {
    var timers: [(seconds: Double, action: @MainActor () -> Void)] = []
    tree.startTimer = { seconds, _, action in
      timers.append((seconds, action))
      return NoTimer()
    }
    tree.handle(.pointer(.moved, point(1, at: 1)))
    tree.prepareFrame(at: .at(1))
    tree.handle(.pointer(.moved, point(2, at: 2)))
    #expect(view.hoverPlaces.last?.x == 2 && timers.isEmpty)
    for step in 3...8 { tree.handle(.pointer(.moved, point(Double(step), at: 2 + Double(step) * 0.001))) }
    #expect(view.hoverPlaces.last?.x == 2 && timers.count == 1)
    #expect(timers[0].seconds <= 1 / 60)
    timers[0].action()
    #expect(view.hoverPlaces.last?.x == 8)
  }

  @Test("Without a frame, a timer also delivers the movements of a contact")
  func contactTimer() {
    var actions: [@MainActor () -> Void] = []
    tree.startTimer = { _, _, action in
      actions.append(action)
      return NoTimer()
    }
    tree.handle(.touch(.began, point(0, at: 1)))
    tree.prepareFrame(at: .at(1))
    tree.handle(.touch(.moved, point(1, at: 1.1)))
    root.setNeedsAnimation()
    _ = log.take()
    tree.handle(.touch(.moved, point(2, at: 1.101)))
    tree.handle(.touch(.moved, point(3, at: 1.102)))
    #expect(log.take() == [] && actions.count == 1)
    actions[0]()
    #expect(log.take() == ["view moved"])
  }

  @Test("A drag scrolls a scroll view by the same distance, delivered one by one or once a frame")
  func scrollView() {
    func offset(framePerMovement: Bool) -> Double {
      let scroll = ScrollView(View(size: Size(width: 400, height: 3000)), size: Size(width: 400, height: 300))
      scroll.content?.preferredSize = Size(width: 400, height: 3000)
      let tree = ViewTree(root: scroll)
      tree.prepareFrame(at: .at(0))
      func input(_ y: Double, _ time: Double) -> InputPoint {
        InputPoint(id: 1, at: Point(x: 100, y: y), time: .at(time))
      }
      tree.handle(.touch(.began, input(250, 1)))
      tree.prepareFrame(at: .at(1))
      for step in 1...10 {
        tree.handle(.touch(.moved, input(250 - Double(step) * 10, 1 + Double(step) * 0.001)))
        if framePerMovement { tree.prepareFrame(at: .at(1 + Double(step) * 0.001)) }
      }
      tree.prepareFrame(at: .at(1.02))
      return scroll.contentOffset.y
    }
    #expect(offset(framePerMovement: true) == 90 && offset(framePerMovement: false) == 90)
  }

  @Test("A movement of a contact requests a frame")
  func requestsFrame() {
    tree.handle(.touch(.began, point(0, at: 1)))
    tree.prepareFrame(at: .at(1))
    tree.handle(.touch(.moved, point(1, at: 1.001)))
    tree.prepareFrame(at: .at(1.002))
    var requestCount = 0
    tree.onNeedsFrame = { requestCount += 1 }
    tree.handle(.touch(.moved, point(2, at: 1.003)))
    #expect(requestCount > 0)
  }

  @Test(
    "Any other event is preceded by the movements that wait, also those of other devices, in the order of their beginnings"
  )
  func order() {
    var places: [Double] = []
    view.onMoved = {
      places.append($0.location(in: self.view).x)
      return .tracking
    }
    for id in [1, 2] { tree.handle(.touch(.began, point(0, id: id, at: 1))) }
    _ = log.take()
    for step in 1...3 {
      for id in [2, 1] {
        tree.handle(.touch(.moved, point(Double(10 * id + step), id: id, at: 1 + Double(step) * 0.001)))
      }
    }
    tree.handle(.touch(.ended, point(13, id: 1, at: 1.004)))
    #expect(log.take().suffix(3) == ["view moved", "view moved", "view ended"])
    #expect(places.suffix(2) == [13, 23])
  }

  @Test("Ten thousand movements in one batch need few events, and none is lost")
  func manyMovements() {
    var positions = 0
    view.onMoved = {
      positions += $0.coalescedLocations(in: self.view).count
      return .tracking
    }
    tree.handle(.touch(.began, point(0, at: 1)))
    tree.prepareFrame(at: .at(1))
    _ = log.take()
    for step in 1...10_000 {
      tree.handle(.touch(.moved, point(Double(step % 400), at: 1 + Double(step) * 1e-7)))
    }
    tree.prepareFrame(at: .at(1.1))
    #expect(positions == 10_000 && log.take().count < 20)
  }

  @Test("A flick of a carousel is the same whether the movements are delivered one by one or once a frame")
  func flick() {
    func offsets(framesPerMovement: Bool) -> [Double] {
      let carousel = CarouselView(size: Size(width: 400, height: 300))
      let source = FlickSource()
      carousel.carousel.dataSource = source
      let tree = ViewTree(root: carousel)
      tree.prepareFrame(at: .at(0))
      tree.handle(.touch(.began, point(300, at: 1)))
      var offsets: [Double] = []
      for frame in 1...6 {
        for step in 0..<8 {
          let time = 1 + (Double(frame) * 8 + Double(step)) * 0.002
          // With these positions and widths the offsets have no rounding errors.
          let place = 300 - Double(frame * 8 + step) * Double(frame) * 0.5
          tree.handle(.touch(.moved, point(place, at: time)))
          // A frame at the time of the movement delivers it, and advances nothing else.
          if framesPerMovement { tree.prepareFrame(at: .at(time)) }
        }
        tree.prepareFrame(at: .at(1 + (Double(frame) * 8 + 7) * 0.002))
        offsets.append(carousel.carousel.scrollOffset)
      }
      tree.handle(.touch(.ended, point(135, at: 1.112)))
      for frame in 0..<60 {
        tree.prepareFrame(at: .at(1.12 + Double(frame) / 60))
        offsets.append(carousel.carousel.scrollOffset)
      }
      withExtendedLifetime(source) {}
      return offsets
    }
    let single = offsets(framesPerMovement: true)
    #expect(single == offsets(framesPerMovement: false))
    #expect((single.last ?? 0) > 1)
  }

  @Test("A mouse that sends 1,000 positions a second scrolls a carousel once a frame")
  func scrolls() {
    let carousel = CarouselView(size: Size(width: 400, height: 300))
    let (source, delegate) = (FlickSource(), ScrollCounter())
    carousel.carousel.dataSource = source
    carousel.carousel.delegate = delegate
    let tree = ViewTree(root: carousel)
    tree.prepareFrame(at: .at(0))
    tree.handle(.pointer(.pressed(.primary), point(300, at: 1)))
    for frame in 1...20 {
      for step in 1...10 {
        let moved = Double(10 * (frame - 1) + step)
        tree.handle(.pointer(.moved, point(300 - moved, at: 1 + moved * 0.001)))
      }
      tree.prepareFrame(at: .at(1 + Double(10 * frame) * 0.001 + 0.0005))
    }
    #expect(delegate.count > 15 && delegate.count <= 21)
    #expect(carousel.carousel.scrollOffset > 1)
    withExtendedLifetime((source, delegate)) {}
  }
}

@MainActor
private final class ScrollCounter: CarouselDelegate {
  var count = 0
  func carouselDidScroll(_ carousel: Carousel) { count += 1 }
}

@MainActor
private final class NoTimer: ViewTimer {
  func cancel() {}
}

private final class FlickSource: CarouselDataSource {
  func numberOfItems(in carousel: Carousel) -> Int { 50 }
  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView { View(size: Size(width: 128, height: 100)) }
}
