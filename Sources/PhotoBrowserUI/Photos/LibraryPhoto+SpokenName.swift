import CommandLineText
package import PhotoLibrary

extension LibraryPhoto {
  /// The name of the file, and the day on which the photo was taken if the library knows it, for a screen reader.
  package var spokenName: String {
    let name = DisplayText.printable(photo.name)
    guard metadata?.taken != nil, let time = PhotoTime(self, prefersTaken: true), let date = FileDate(time)
    else {
      return name
    }
    return "\(name), taken on \(date.dayTitle)"
  }
}
