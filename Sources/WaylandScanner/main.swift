import Foundation

/// Generates Swift from Wayland protocol files.
///
///     WaylandScanner tables|client|server OUTPUT-FOLDER FILE.xml…
do {
  try Scan(arguments: Array(CommandLine.arguments.dropFirst())).run()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
