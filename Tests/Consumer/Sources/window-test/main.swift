// A window with a carousel is tested in one process: on a headless compositor, on virtual time.
import CarouselUI
import HeadlessCompositor

struct Card: Identifiable { let id: Int }
let colors = [Color(hex: 0xd02020), Color(hex: 0x20a030), Color(hex: 0x2840d0)]

var configuration = Compositor.Configuration(width: 640, height: 360)
configuration.windowSize = .output
let compositor = try Compositor(configuration)
let scheduler = ManualScheduler(runsBackgroundWork: true)
let system = try WindowSystem(
  descriptor: compositor.connect(), clock: { scheduler.now }, scheduler: scheduler)
compositor.dispatchClients = {
  scheduler.advance(to: Double(compositor.now) / 1e9)
  system.dispatch()
  scheduler.poll()  // the pipes of the clipboard and of drops
}
let size = Size(width: 640, height: 360)
let window = try CarouselWindow(title: "Cards", size: size, in: system)
window.carousel.setItems((0..<9).map(Card.init)) { card, _ in
  let size = Size(width: 240, height: 180)
  return LabelView("", size: size, background: colors[card.id % 3])
}

/// Runs frames until nothing moves and everything in the window is painted.
@MainActor func settle() -> Bool {
  compositor.run { window.isSettled && window.window.isAtRest }
}

var isSettled = settle()
precondition(isSettled && compositor.capture()[320, 180] == 0xffd0_2020)

if let card = window.carousel.currentItemView as? LabelView {
  card.background = Color(hex: 0x804000)
  isSettled = settle()
  precondition(isSettled && compositor.capture()[320, 180] == 0xff80_4000)
}

let touch = compositor.seat.touch
touch.down(at: (400, 180))
for step in 1...5 {
  compositor.run(frames: 1)
  touch.move(to: (400 - Double(step) * 30, 180))
}
compositor.run(frames: 15)  // After a rest, the release is not a flick.
touch.up()
isSettled = settle()
precondition(isSettled && window.carousel.currentIndex == 1)
precondition(compositor.capture()[320, 180] == 0xff20_a030)

window.carousel.autoplayInterval = 3
compositor.run(frames: 1)  // The interval begins with the next frame.
compositor.advance(by: 3_000_000_000)
isSettled = settle()
precondition(isSettled && window.carousel.currentIndex == 2)
precondition(compositor.protocolErrors.isEmpty)
