import Configuration
import Glibc
import Kiosk
import PhotoBrowserUI

/// The task `--check`.
enum PlaylistCheck {
  /// Prints the mistakes of a playlist, and ends the program if there are any.
  static func run(_ path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    _ = playlist(path) { entry in access(entry.hasPrefix("/") ? entry : folder + entry, F_OK) == 0 }
  }

  /// Returns a playlist. If it has mistakes, they are printed, and the program ends.
  ///
  /// - Parameter exists: Returns whether a path of the playlist is there. A missing one is a mistake.
  static func playlist(_ path: String, exists: @escaping (String) -> Bool) -> Playlist {
    do {
      return try Playlist(
        try ConfigurationFile.read(path), transitions: SlideshowTransition.named.map(\.name), exists: exists)
    } catch let error as ConfigurationError {
      for problem in error.problems { print("\(path): \(problem)") }
      if error.omittedCount > 0 { print("\(path): \(error.omittedCount) more") }
      endProgram(.badData)
    } catch {
      quit(.noInput, "\(error)")
    }
  }
}
