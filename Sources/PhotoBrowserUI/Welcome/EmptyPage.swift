/// The page of a window without photos.
package enum EmptyPage: Equatable {
  /// The folders are still read.
  case looking
  /// The user's Pictures folder has no photos.
  case welcome
  /// No photo can be shown, for this reason.
  case problem(String)

  /// The name in the log of states.
  var name: String {
    switch self {
    case .looking: "looking"
    case .welcome: "welcome"
    case .problem: "problem"
    }
  }

  var title: String {
    switch self {
    case .looking: "Looking for photos…"
    case .welcome: "Welcome"
    case .problem: "No photos"
    }
  }

  /// A sentence that states the problem and the remedy; `nil` while the user only waits.
  var sentence: String? {
    switch self {
    case .looking: nil
    case .welcome: "Your Pictures folder has no photos. Open another folder, or drop one here."
    case .problem(let text): text
    }
  }
}
