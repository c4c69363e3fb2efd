/// A text of a playlist for visitors, in one or several languages.
package struct LocalizedText: Hashable, Sendable {
  private let texts: [KioskLanguage: String]
  /// The text in the languages that have no text of their own.
  private let other: String

  /// Creates a text that is the same in all languages.
  package init(_ text: String) { (texts, other) = ([:], text) }

  /// Creates a text in several languages. A language without a text has that of the first one in the order of ``KioskLanguage``;
  /// `nil` without any text.
  package init?(_ texts: [KioskLanguage: String]) {
    guard let first = KioskLanguage.allCases.lazy.compactMap({ texts[$0] }).first else { return nil }
    (self.texts, other) = (texts, first)
  }

  package func text(in language: KioskLanguage) -> String { texts[language] ?? other }
}
