internal import CommandLineText
internal import PhotoBrowsing
package import PhotoLibrary

extension LibraryPhoto {
  /// The name of the file for a screen reader.
  var printableName: String { DisplayText.printable(photo.name) }

  /// The name of the file, and the day on which the photo was taken if the library knows it, for a screen reader.
  package var spokenName: String {
    ([printableName] + [spokenDay()].compactMap { $0 }).joined(separator: ", ")
  }

  /// The day on which the photo was taken; `nil` if it is not known.
  ///
  /// - Parameter seconds: The time that its file states, in seconds since 1970; `nil` if the file was not read.
  func spokenDay(_ seconds: Int64? = nil) -> String? {
    guard let taken = metadata?.taken ?? seconds, let date = FileDate(PhotoTime(taken: taken)) else {
      return nil
    }
    return "taken on \(date.dayTitle)"
  }
}
