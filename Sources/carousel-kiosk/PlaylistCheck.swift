import CommandLineText
import Configuration
import Glibc
import Kiosk
import KioskUI
import PhotoBrowserUI

/// The task `--check`.
enum PlaylistCheck {
  /// Prints the mistakes of a playlist and of its pages, and ends the program if there are any.
  static func run(_ path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    func absolute(_ entry: String) -> String { entry.hasPrefix("/") ? entry : folder + entry }
    let playlist = playlist(path) { entry in access(absolute(entry), F_OK) == 0 }
    let contents = playlist.entries.map(\.content) + (playlist.fallback.map { [$0] } ?? [])
    let pages = contents.compactMap { if case .page(let entry) = $0 { absolute(entry) } else { nil } }
    let kinds = contents.compactMap { content in
      content.path.flatMap { mistake(of: content, at: absolute($0)) }
    }
    let problems = kinds + PageCheck(pages).problems
    for problem in problems { print(problem) }
    if !problems.isEmpty { endProgram(.badData) }
  }

  /// Returns a sentence if a path of the playlist leads to something of another kind than the entry names.
  private static func mistake(of content: PlaylistContent, at path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    if case .folder = content { return kind == S_IFDIR ? nil : "“\(path)” is not a folder." }
    return kind == S_IFREG ? nil : "“\(path)” is not a file."
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
