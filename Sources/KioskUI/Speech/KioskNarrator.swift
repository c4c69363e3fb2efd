internal import CarouselUI
internal import Kiosk
internal import PhotoLibrary

/// Describes the show and the pictures to visitors who do not see them: by announcements for screen readers, and in the talking mode
/// by speech.
@MainActor
final class KioskNarrator {
  /// The talking mode; `nil` if the configuration has none.
  let speech: KioskSpeech?
  private let pages: VisitPages
  private unowned let content: View
  /// The picture and the card that were spoken last in a visit.
  private var spoken: (photo: PhotoID?, isCard: Bool, language: KioskLanguage)?

  init(_ speech: KioskSpeech?, of pages: VisitPages, in content: View) {
    (self.speech, self.pages, self.content) = (speech, pages, content)
    pages.stack.onOpen = { [weak self] in self?.say($0.spokenTexts) }
  }

  /// Whether a visitor uses the carousel.
  var isVisited = false {
    didSet {
      guard isVisited != oldValue else { return }
      spoken = nil
      if !isVisited { isInvitationDue = true }
    }
  }

  /// An item of the show begins to appear.
  func describe(_ text: String) {
    content.announce(text)
    guard let speech else { return }
    say([text, isInvitationDue ? speech.invitation : ""].filter { !$0.isEmpty }.joined(separator: ". "))
    isInvitationDue = false
  }

  /// Whether no item of the show was spoken since the last visit.
  private var isInvitationDue = true

  /// Nothing moves any more. A visitor may have stopped at another picture, which the carousel announces to screen readers.
  func visitorDidStop() {
    let place = (photo: pages.current, isCard: pages.isCardOpen, language: pages.language)
    guard isVisited, !pages.stack.isOpen else { return }
    if let spoken, spoken == place { return }
    spoken = place
    say(pages.spokenText)
  }

  private func say(_ text: String) { speech?.say(text) }
}
