internal import Glibc
internal import Kiosk

extension KioskSettings {
  /// The languages for visitors, at least one.
  var visitorLanguages: [KioskLanguage] {
    languages.isEmpty ? [.ofSystem { name in getenv(name).map { String(cString: $0) } }] : languages
  }
}
