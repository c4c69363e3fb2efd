public import Geometry

extension LayoutDirection {
  /// The direction of a language, as a locale such as "ar_EG.UTF-8" or "he" names it.
  ///
  /// GTK: `gtk_get_locale_direction`.
  public init(ofLocale locale: String) {
    let language = locale.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }.lowercased()
    self = Self.rightToLeftLanguages.contains(language) ? .rightToLeft : .leftToRight
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
}
