package import Configuration

/// The configuration of a kiosk, other than its playlist.
package struct KioskSettings: Equatable, Sendable {
  /// The path of the playlist or of a folder of pictures; `nil` if the command line names it.
  package var content: String?
  /// The time without input after which the kiosk returns to its start, in seconds.
  package var idleTime = 60.0
  /// The type of the carousel for visitors.
  package var carousel: String?
  /// The memory limit for all pictures, in MiB; `nil` for the default.
  package var memory: Int?
  /// The folder of the state; `nil` for that of the user.
  package var stateFolder: String?

  /// The screens.
  package var outputs = OutputSettings()
  /// When the screen rests.
  package var rest = RestSettings()
  /// The languages that visitors choose from. Each visit begins with the first one. Empty for that of the system.
  package var languages: [KioskLanguage] = []
  /// The talking mode; `nil` without one.
  package var speech: SpeechSettings?
  /// The service page; `nil` without one.
  package var service: Service?

  /// The gesture and the PIN of the service page.
  package struct Service: Equatable, Sendable {
    package enum Corner: String, CaseIterable, Sendable {
      case topLeft, topRight, bottomLeft, bottomRight
    }

    package var corner = Corner.topLeft
    /// The time for which a finger rests in the corner, in seconds.
    package var seconds = 4.0
    package var pin: PINHash

    package init(pin: PINHash) { self.pin = pin }

    fileprivate init?(_ object: inout ConfigurationObject) {
      let corner = object.optional("corner")?.choice(Corner.allCases.map { (name: $0.rawValue, value: $0) })
      let seconds = object.optional("seconds")?.number(1...30)
      let pin = object.required("pin")?.parsed(
        as: "the hash of a PIN, which carousel-kiosk --hash-pin prints"
      ) { PINHash($0) }
      guard let pin else { return nil }
      self.init(pin: pin)
      if let corner { self.corner = corner }
      if let seconds { self.seconds = seconds }
    }
  }

  package init() {}

  /// Reads a configuration, which `Documentation/Kiosk.md` describes.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - carousels: The names of the types of carousels.
  /// - Throws: All mistakes in the text.
  package init(_ bytes: [UInt8], carousels: [String]) throws(ConfigurationError) {
    self = try ConfigurationValue.read(bytes, as: "a configuration") { object -> KioskSettings? in
      var settings = KioskSettings()
      settings.content = object.optional("content")?.text()
      if let seconds = object.optional("idleTime")?.number(5...3600) { settings.idleTime = seconds }
      settings.carousel = object.optional("carousel")?.choice(carousels.map { (name: $0, value: $0) })
      settings.languages =
        object.optional("languages")?.list(1...KioskLanguage.allCases.count)?.compactMap { value in
          value.choice(KioskLanguage.allCases.map { (name: $0.rawValue, value: $0) })
        } ?? []
      settings.memory = object.optional("memory")?.integer(32...65_536)
      settings.stateFolder = object.optional("stateFolder")?.parsed(as: "an absolute path") {
        $0.hasPrefix("/") && !$0.utf8.contains(0) ? $0 : nil
      }
      settings.outputs = OutputSettings(&object)
      settings.rest = RestSettings(&object)
      settings.speech = object.optional("speech")?.object("a speech") { SpeechSettings(&$0) } ?? nil
      settings.service = object.optional("service")?.object("a service") { Service(&$0) } ?? nil
      return settings
    }
  }
}
