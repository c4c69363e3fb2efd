import Configuration
import Glibc
import Kiosk
import PhotoBrowserUI

/// The task `--check`.
enum PlaylistCheck {
  /// Prints the mistakes of a playlist, and ends the program.
  static func run(_ path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    do {
      let bytes = try ConfigurationFile.read(path)
      _ = try Playlist(bytes, transitions: SlideshowTransition.named.map(\.name)) { entry in
        access(entry.hasPrefix("/") ? entry : folder + entry, F_OK) == 0
      }
    } catch let error as ConfigurationError {
      for problem in error.problems { print("\(path): \(problem)") }
      if error.omittedCount > 0 { print("\(path): \(error.omittedCount) more") }
      exit(ExitCode.badData.rawValue)
    } catch {
      quit(.noInput, "\(error)")
    }
  }
}
