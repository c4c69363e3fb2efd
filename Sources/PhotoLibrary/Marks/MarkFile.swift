/// The file that stores the marks of a program, in the user's state folder (`XDG_STATE_HOME`). Only the user
/// can read it.
package struct MarkFile: Sendable {
  private let file: StateFile

  /// The path of the file.
  package var path: [UInt8] { file.path }

  /// Creates a description of the file at a path.
  package init(path: [UInt8]) { file = StateFile(path: path) }

  /// Returns the file that the XDG base directory specification gives to a program; `nil` if the environment
  /// variables name no home folder.
  package static func ofUser(program: String) -> MarkFile? {
    ofUser(program: program, environment: StateFile.variable)
  }

  /// - Parameter environment: Returns the value of a variable as bytes.
  package static func ofUser(program: String, environment: (String) -> [UInt8]?) -> MarkFile? {
    StateFile.ofUser(program: program, name: "marks", environment: environment).map {
      MarkFile(path: $0.path)
    }
  }

  /// Reads the marks. If the file does not exist, there are no marks.
  ///
  /// - Throws: ``FileOperationError``.
  package func read() throws(FileOperationError) -> PhotoMarks {
    guard let bytes = try file.read() else { return PhotoMarks() }
    guard let marks = PhotoMarks(fileContent: bytes) else {
      throw .notMarks(path: LibraryProblem.shown(path))
    }
    return marks
  }

  /// Writes the marks. The file is replaced in one step, so that the previous file survives if the program is
  /// interrupted.
  ///
  /// - Parameter photos: The photos of the library.
  /// - Throws: ``FileOperationError``.
  package func write(_ marks: PhotoMarks, of photos: [LibraryPhoto]) throws(FileOperationError) {
    try file.write(marks.fileContent(photos))
  }
}
