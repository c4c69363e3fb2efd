import Testing

/// A compositor on which the stories are run.
enum Stage: String, CaseIterable, CustomTestStringConvertible {
  case headless = "HeadlessCompositor"
  case weston
  case sway
  case kwin = "KWin"

  var testDescription: String { rawValue }

  /// A feature that some of the compositors lack.
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

  /// The state of the compositor when a story begins.
  struct Setup {
    /// Whether the window fills the output. Otherwise it floats and has the size that the program requests.
    var isFilling = true
    var scale = 1.0
    /// Whether the output is turned counterclockwise by 90°.
    var isTurned = false
    /// Whether the compositor draws title bars, if it can draw them.
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

  /// The reason why the compositor lacks a feature; `nil` if the compositor has the feature.
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

  /// The height of the title bar that the program draws itself, in points; 0 if
  /// it draws none by default.
  var titleBarHeight: Int { self == .weston ? 46 : 0 }

  /// The options of the program that make its window fill the output, for a setup with `isFilling`.
  var fillingOptions: [String] {
    switch self {
    case .headless, .kwin: ["--fullscreen"]
    case .weston, .sway: []
    }
  }

  /// Runs `body` with a new compositor in the state `setup`.
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

/// Runs a story on a compositor, and prints its result in a line that `scripts/compositor-table` reads.
///
/// If the compositor lacks a feature, the story is canceled. Swift Testing does not print the reason for one
/// of several test cases, so this function prints it in the form that `scripts/check-skips` reads.
///
/// - Parameters:
///   - story: The name of the story in the table.
///   - stage: The compositor.
///   - setup: The state of the compositor at the beginning.
///   - ability: The feature that the compositor must have; `nil` if it needs none.
///   - body: The test.
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
