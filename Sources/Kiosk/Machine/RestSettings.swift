internal import Configuration

/// When the screen of a kiosk rests.
package struct RestSettings: Equatable, Sendable {
  /// The times at which the screen is on, and the commands that turn it off and on where the compositor cannot.
  package struct Power: Equatable, Sendable {
    /// The days and times at which the screen is on.
    package var airTime = AirTime()
    /// The programs with their arguments; empty without one.
    package var offCommand: [String] = []
    package var onCommand: [String] = []
    /// The time for which the screen is on after a touch at another time, in seconds.
    package var wakeTime = 300.0

    package init() {}

    fileprivate init(_ object: inout ConfigurationObject) {
      airTime = AirTime(&object)
      offCommand = object.optional("offCommand")?.command() ?? []
      onCommand = object.optional("onCommand")?.command() ?? []
      if object.has("offCommand") != object.has("onCommand") {
        object.report("“offCommand” and “onCommand” belong together.")
      }
      if let seconds = object.optional("wakeTime")?.number(10...86_400) { wakeTime = seconds }
    }
  }

  /// A picture that spares the screen while no visitor is there.
  package struct Saver: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
      /// The show goes on, darker.
      case dim
      /// The screen is black.
      case blank
      /// The time of the day on black, at changing places.
      case clock
    }

    package var kind: Kind
    /// The time without input after which it begins, in seconds.
    package var delay = 1800.0
    /// The days and times at which it may begin.
    package var airTime = AirTime()

    package init(_ kind: Kind) { self.kind = kind }

    fileprivate init?(_ object: inout ConfigurationObject) {
      let kind = object.required("kind")?.choice(Kind.allCases.map { (name: $0.rawValue, value: $0) })
      let delay = object.optional("delay")?.number(10...86_400)
      airTime = AirTime(&object)
      guard let kind else { return nil }
      self.kind = kind
      if let delay { self.delay = delay }
    }
  }

  /// The power of the screen; `nil` if it is always on.
  package var power: Power?
  /// The saver; `nil` without one.
  package var saver: Saver?
  /// Whether the show moves by a pixel each minute, so that no edge stays at the same place for hours.
  package var shiftsPixels = false

  package init() {}

  /// Reads the members of the configuration.
  init(_ object: inout ConfigurationObject) {
    power = object.optional("power")?.object("the power of the screen") { Power(&$0) }
    saver = object.optional("saver")?.object("a saver") { Saver(&$0) } ?? nil
    shiftsPixels = object.optional("pixelShift")?.flag() ?? false
  }
}
