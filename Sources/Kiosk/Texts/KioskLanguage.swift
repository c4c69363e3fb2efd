/// A language of the texts for visitors.
package enum KioskLanguage: String, CaseIterable, Hashable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case arabic = "ar"

  /// The name of the language in the language itself.
  package var name: String {
    switch self {
    case .english: "English"
    case .german: "Deutsch"
    case .french: "Français"
    case .spanish: "Español"
    case .arabic: "العربية"
    }
  }

  package var isRightToLeft: Bool { self == .arabic }

  /// Returns the language of the system, or else English.
  ///
  /// - Parameter environment: Returns the value of a variable.
  package static func ofSystem(_ environment: (String) -> String?) -> KioskLanguage {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    return locale.flatMap { KioskLanguage(rawValue: String($0.prefix(2))) } ?? .english
  }
}

/// The texts of the program for visitors.
package struct VisitorTexts: Sendable {
  /// The heading above the languages.
  package let language: String
  /// The description of the language that is in use, which a screen reader speaks after its name.
  package let chosen: String
  /// The heading above the pages.
  package let pages: String
  /// The title of the button that leads back to the pictures.
  package let close: String
  /// In place of a picture that cannot be shown.
  package let damaged: String
  /// The name of a picture without a caption, which a screen reader speaks.
  package let picture: String
  /// The name of the row of dots, which a screen reader speaks.
  package let pictures: String
  /// The sentence with which the talking mode invites visitors.
  package let invitation: String
  /// Between the number of a picture and the number of all pictures.
  private let separator: String

  /// The place of a picture among all pictures, such as "3 of 12".
  package func position(_ number: Int, of count: Int) -> String { "\(number) \(separator) \(count)" }

  /// The texts in a language. To add a language, add a case to ``KioskLanguage``.
  package init(in language: KioskLanguage) {
    switch language {
    case .english:
      self.init(
        "Language", "in use", "Information", "Close",
        "This picture cannot be shown.", "Picture", "Pictures",
        "Touch the screen to look at the pictures.", "of")
    case .german:
      self.init(
        "Sprache", "ausgewählt", "Informationen", "Schließen",
        "Dieses Bild kann nicht gezeigt werden.", "Bild", "Bilder",
        "Berühren Sie den Bildschirm, um die Bilder anzusehen.", "von")
    case .french:
      self.init(
        "Langue", "choisie", "Informations", "Fermer",
        "Cette image ne peut pas être affichée.", "Image", "Images",
        "Touchez l’écran pour regarder les images.", "sur")
    case .spanish:
      self.init(
        "Idioma", "elegido", "Información", "Cerrar",
        "No se puede mostrar esta imagen.", "Imagen", "Imágenes",
        "Toque la pantalla para ver las imágenes.", "de")
    case .arabic:
      self.init(
        "اللغة", "المختارة", "معلومات", "إغلاق",
        "لا يمكن عرض هذه الصورة.", "صورة", "الصور",
        "المس الشاشة لمشاهدة الصور.", "من")
    }
  }

  private init(
    _ language: String, _ chosen: String, _ pages: String, _ close: String, _ damaged: String,
    _ picture: String,
    _ pictures: String, _ invitation: String, _ separator: String
  ) {
    (self.language, self.chosen, self.pages) = (language, chosen, pages)
    (self.close, self.damaged) = (close, damaged)
    (self.picture, self.pictures) = (picture, pictures)
    (self.invitation, self.separator) = (invitation, separator)
  }
}
