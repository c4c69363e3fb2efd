import Testing

/// A compositor that the stories are played on.
enum Stage: String, CaseIterable, CustomTestStringConvertible {
  case headless = "HeadlessCompositor"
  case weston
  case sway
  case kwin = "KWin"

  var testDescription: String { rawValue }

  /// Something that not every compositor can do.
  enum Ability {
    case maximize
    case fractionalScale
    case outputChange
    case outputUnplugging
    case closing
    /// The compositor moves and resizes a window when its title bar asks for it.
    case interactiveMove
    /// The compositor leaves the title bar to the program.
    case ownTitleBar
    /// A program on this machine can drag a file over the window.
    case fileDrag
  }

  /// What the stage is like when a story begins.
  struct Setup {
    /// Whether the window fills the output. Otherwise it floats and has the size that it asks for.
    var isFilling = true
    var scale = 1.0
    /// Whether the output is turned a quarter counter-clockwise.
    var isTurned = false
    /// Whether the compositor draws title bars, if it can.
    var drawsTitleBars = true
  }

  /// The size of the output, in pixels.
  static let size = (width: 1024, height: 768)

  /// The reason why the compositor cannot run on this machine; `nil` if it can.
  var missing: String? {
    switch self {
    case .headless: nil
    case .weston: Requirement.weston.missing
    case .sway: Requirement.sway.missing
    case .kwin: Requirement.kwin.missing
    }
  }

  /// The reason why the compositor cannot do something; `nil` if it can.
  func obstacle(to ability: Ability) -> String? {
    switch (ability, self) {
    case (.maximize, .sway): "sway tiles windows and has no maximized state"
    case (.fractionalScale, .weston), (.fractionalScale, .sway):
      "\(rawValue) offers no wp_fractional_scale_manager_v1"
    case (.outputChange, .weston): "weston's headless output has the scale and transform of its start"
    case (.outputUnplugging, .weston), (.outputUnplugging, .kwin):
      "the headless output of \(rawValue) cannot be unplugged"
    case (.closing, .weston): "weston's bindings kill a client instead of closing its window"
    case (.interactiveMove, .headless):
      "HeadlessCompositor counts the requests to move and resize a window and does not perform them"
    case (.ownTitleBar, .sway), (.ownTitleBar, .kwin), (.interactiveMove, .sway), (.interactiveMove, .kwin):
      "\(rawValue) draws the title bars itself"
    case (.fileDrag, .weston), (.fileDrag, .sway), (.fileDrag, .kwin):
      "no tool on this machine drags a file over a window of \(rawValue)"
    default: nil
    }
  }

  /// The height of the title bar that the program draws itself, in points.
  var titleBarHeight: Int { self == .weston ? 46 : 0 }

  /// The options with which the program fills the output in a setup with `isFilling`.
  var fillingOptions: [String] {
    switch self {
    case .headless, .kwin: ["--fullscreen"]
    case .weston, .sway: []
    }
  }

  /// Runs `body` with a compositor in its initial state.
  func withSession(_ setup: Setup, _ body: (any UserSession) throws -> Void) throws {
    let (width, height) = Self.size
    switch self {
    case .headless:
      let options = setup.drawsTitleBars ? [] : ["--without", "zxdg_decoration_manager_v1"]
      try withHeadless(width: width, height: height, scale: setup.scale, options: options) { session in
        if setup.isTurned { try session.changeOutput(.turned(true)) }
        try body(session)
      }
    case .weston:
      let options =
        (setup.scale == 1 ? [] : ["--scale=\(Int(setup.scale))"])
        + (setup.isTurned ? ["--transform=rotate-90"] : [])
      try withWeston(
        width: width / Int(setup.scale), height: height / Int(setup.scale),
        shell: setup.isFilling ? .kiosk : .desktop, options: options, body)
    case .sway:
      let floating = setup.isFilling ? [] : ["for_window [app_id=carousel-photos] floating enable"]
      let output =
        ["output HEADLESS-1 scale \(setup.scale)"]
        + (setup.isTurned ? ["output HEADLESS-1 transform 90"] : [])
      try withSway(
        width: width, height: height, configuration: ["default_border none"] + floating + output, body)
    case .kwin:
      try withKWin(width: width, height: height) { session in
        if setup.scale != 1 { try session.changeOutput(.scale(setup.scale)) }
        if setup.isTurned { try session.changeOutput(.turned(true)) }
        try body(session)
      }
    }
  }
}

/// Plays a story on a stage, and prints its result in one line, which `scripts/compositor-table` reads.
///
/// A story that the stage cannot show is canceled. Swift Testing does not print the reason for a single test case, so it is
/// printed here, in the form that `scripts/check-skips` reads.
///
/// - Parameters:
///   - story: Its name in the table.
///   - stage: The compositor.
///   - setup: The state of the stage at the beginning.
///   - ability: What the compositor must be able to do.
///   - body: The story.
func play(
  _ story: String, on stage: Stage, _ setup: Stage.Setup = Stage.Setup(),
  needing ability: Stage.Ability? = nil,
  _ body: (any UserSession) throws -> Void
) throws {
  if let reason = stage.missing ?? ability.flatMap({ stage.obstacle(to: $0) }) {
    print("➜ Test \"\(story), on \(stage.rawValue)\" skipped: \"\(reason)\"")
    try Test.cancel(Comment(rawValue: reason))
  }
  try stage.withSession(setup, body)
  print("✔ Story \"\(story), on \(stage.rawValue)\" ended.")
}
