import HeadlessCompositor

/// A script of input, changes of the desktop, and faults that the protocol permits, in a random order that a seed repeats.
struct Chaos {
  private var random: SeededNumbers
  private let width: Int
  private let height: Int
  private let isVirtual: Bool

  /// - Parameters:
  ///   - seed: Two scripts with the same seed and options are equal.
  ///   - options: The size of the output, and the clock.
  init(seed: UInt64, _ options: Options) {
    random = SeededNumbers(seed: seed)
    width = max(1, Int(Double(options.width) / options.scale))
    height = max(1, Int(Double(options.height) / options.scale))
    isVirtual = options.isVirtualTime
  }

  /// Returns the lines of a script. At its end, the faults are over, and the client must be idle.
  mutating func script(steps: Int) -> [String] {
    var lines = ["expect.window within=30"]
    for _ in 0..<steps {
      lines.append(action())
      if random.once(in: 2) { lines.append(pause(frames: random.whole(1...12))) }
    }
    return lines + Self.repair + [pause(frames: 60), "settle within=20", "expect.no-errors"]
  }

  /// Ends all faults.
  private static let repair = [
    "frames.hold on=false", "configures.hold on=false", "buffers.policy release=when-replaced",
    "buffers.release", "touch.cancel", "seat.devices pointer=true keyboard=true touch=true",
    "output.set scale=1 transform=0", "window.suspend on=false", "window.activate",
  ]

  private func pause(frames: Int) -> String {
    isVirtual ? "advance frames=\(frames)" : "wait milliseconds=\(frames * 16)"
  }

  private mutating func action() -> String {
    switch random.whole(0...9) {
    case 0...2: pointer()
    case 3: touch()
    case 4: keyboard()
    case 5...6: window()
    case 7: desktop()
    default: fault()
    }
  }

  private mutating func point(_ x: String = "x", _ y: String = "y") -> String {
    "\(x)=\(random.whole(0...width - 1)) \(y)=\(random.whole(0...height - 1))"
  }

  private mutating func pointer() -> String {
    switch random.whole(0...7) {
    case 0...1: "pointer.move \(point())"
    case 2...3: "pointer.click \(point())"
    case 4: "pointer.click \(point()) button=\(random.choice(["right", "middle"]))"
    case 5: "pointer.drag \(point()) \(point("to_x", "to_y")) milliseconds=\(random.whole(0...300))"
    case 6: "pointer.wheel notches=\(random.choice(["-3", "-1", "1", "3", "0.25"]))"
    default: "pointer.scroll dy=\(random.whole(-300...300)) milliseconds=\(random.whole(0...200))"
    }
  }

  private mutating func touch() -> String {
    switch random.whole(0...5) {
    case 0...1: "touch.tap \(point())"
    case 2: "touch.drag \(point()) \(point("to_x", "to_y")) milliseconds=\(random.whole(0...300))"
    case 3: "touch.pinch \(point()) from=\(random.whole(20...200)) to=\(random.whole(20...400))"
    case 4: "touch.down \(point()) id=\(random.whole(0...4))"
    default: "touch.cancel"
    }
  }

  private mutating func keyboard() -> String {
    let keys = [
      "a", "space", "tab", "shift+tab", "up", "down", "left", "right", "page-down", "home", "enter",
      "backspace", "delete", "control+c", "control+v", "super",
    ]
    return random.once(in: 4) ? "keyboard.type text=\"Chaos 7!\"" : "keyboard.tap keys=\(random.choice(keys))"
  }

  private mutating func window() -> String {
    switch random.whole(0...9) {
    case 0...2: "window.resize width=\(random.whole(1...width * 2)) height=\(random.whole(1...height * 2))"
    case 3: "window.maximize on=\(random.once(in: 2))"
    case 4: "window.fullscreen on=\(random.once(in: 2))"
    case 5:
      "window.tile edges=\(random.choice(["left+top+bottom", "right", "none"])) width=\(width / 2) height=\(height)"
    case 6: "window.minimize"
    case 7: "window.activate"
    case 8: "window.suspend on=\(random.once(in: 2))"
    default: "window.move x=\(random.whole(-width...width)) y=\(random.whole(-height...height))"
    }
  }

  private mutating func desktop() -> String {
    switch random.whole(0...7) {
    case 0...1: "output.set scale=\(random.choice(["1", "1.25", "1.5", "2", "3"]))"
    case 2: "output.set transform=\(random.whole(0...7))"
    case 3:
      "output.add name=CHAOS-\(random.whole(1...2)) width=\(width) height=\(height) scale=\(random.whole(1...2))"
    case 4: "output.remove output=CHAOS-\(random.whole(1...2))"
    case 5:
      "seat.devices pointer=\(random.once(in: 2)) keyboard=\(random.once(in: 2)) touch=\(random.once(in: 2))"
    case 6: "seat.devices pointer=true keyboard=true touch=true"
    default: random.once(in: 2) ? "seat.add name=chaos" : "seat.remove seat=chaos"
    }
  }

  private mutating func fault() -> String {
    // Clients must work without these globals, and they may disappear at any time.
    let globals = [
      "wp_fractional_scale_manager_v1", "zxdg_decoration_manager_v1", "xdg_activation_v1",
      "zwp_primary_selection_device_manager_v1", "zwp_text_input_manager_v3",
    ]
    return switch random.whole(0...9) {
    case 0:
      "buffers.policy release=\(random.choice(["immediately", "when-replaced", "keeping-two", "manually"]))"
    case 1: "buffers.release"
    case 2: "frames.hold on=\(random.once(in: 2))"
    case 3: "configures.hold on=\(random.once(in: 2))"
    case 4: "configures.repeat"
    case 5: "clipboard.set text=chaos stalled=\(random.once(in: 2))"
    case 6: "global.remove interface=\(random.choice(globals))"
    case 7: "global.restore interface=\(random.choice(globals))"
    case 8: "stall milliseconds=\(random.whole(1...200))"
    default: "pointer.move x=-1 y=-1"
    }
  }
}

/// Random numbers that a seed repeats: SplitMix64.
private struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func once(in count: Int) -> Bool { whole(1...count) == 1 }
  mutating func choice(_ values: [String]) -> String { values[whole(0...values.count - 1)] }
}
