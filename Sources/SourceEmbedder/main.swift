import Foundation

// Usage: SourceEmbedder OUTPUT FILE...
// Writes a Swift file with a dictionary from the names of the files, without ".swift", to their texts.

let arguments = CommandLine.arguments.dropFirst()
guard let output = arguments.first else {
  FileHandle.standardError.write(Data("usage: SourceEmbedder OUTPUT FILE...\n".utf8))
  exit(64)
}
do {
  var text = "/// The source of the pages, by the names of their files.\nnonisolated enum PageSources {\n"
  text += "  static let texts: [String: String] = [\n"
  for path in arguments.dropFirst() {
    let url = URL(filePath: path)
    let source = try String(contentsOf: url, encoding: .utf8)
    text += "    \"\(url.deletingPathExtension().lastPathComponent)\": ####\"\"\"\n\(source)\n\"\"\"####,\n"
  }
  text += "  ]\n}\n"
  try Data(text.utf8).write(to: URL(filePath: output))
} catch {
  FileHandle.standardError.write(Data("SourceEmbedder: \(error)\n".utf8))
  exit(74)
}
