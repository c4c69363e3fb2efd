public import Geometry

extension LayoutDirection {
  /// The direction of a language, as a locale such as "ar_EG.UTF-8" or "he" names it.
  ///
  /// GTK: `gtk_get_locale_direction`.
  public init(ofLocale locale: String) {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let script = locale.split(separator: "@", maxSplits: 1).dropFirst().first ?? ""
    let language = name.prefix { $0 != "_" && $0 != "-" }.lowercased()
    let isRightToLeft =
      Self.rightToLeftPlaces.contains(String(name))
      || Self.rightToLeftLanguages.contains(language)
        && !Self.leftToRightScripts.contains(script.lowercased())
    self = isRightToLeft ? .rightToLeft : .leftToRight
  }

  /// The direction of the language of the session: that of the first variable of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not
  /// empty.
  ///
  /// - Parameter variable: Returns the value of a variable of the environment; `nil` if it is not set.
  public init(ofSession variable: (String) -> String?) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    self.init(ofLocale: names.compactMap(variable).first { !$0.isEmpty } ?? "")
  }

  /// The languages of ISO 639 that are written from right to left.
  private static let rightToLeftLanguages: Set<String> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
  /// The territories in which other languages are written from right to left.
  private static let rightToLeftPlaces: Set<String> = ["az_IR", "pa_PK"]
  /// The scripts of locales that are written from left to right in spite of their language.
  private static let leftToRightScripts: Set<String> = ["devanagari", "latin", "cyrillic"]
}
