import Foundation

/// One run of the program. It reads protocol files and writes one kind of Swift file for each.
struct Scan {
  /// The kind of files to write.
  enum Output: String { case tables, client, server }

  var output: Output
  /// The folder to which the Swift files are written.
  var folder: URL
  /// Paths of the protocol files.
  var files: [String]

  struct UsageError: Error, CustomStringConvertible {
    var description: String { "usage: WaylandScanner tables|client|server OUTPUT-FOLDER FILE.xml…" }
  }

  /// Parses the command line, without the program's name.
  ///
  /// - Throws: `UsageError` if an argument is missing or the kind of output is unknown.
  init(arguments: [String]) throws {
    guard arguments.count > 2, let output = Output(rawValue: arguments[0]) else { throw UsageError() }
    self.output = output
    folder = URL(fileURLWithPath: arguments[1])
    files = Array(arguments[2...])
  }

  /// Reads all protocol files, then writes the Swift files.
  ///
  /// - Throws: `ScanError` if a protocol file cannot be used; Foundation's error if an output file cannot be written.
  func run() throws {
    let documents = try files.map(ProtocolParser.parse(path:))
    var interfaces: [String: Interface] = [:]
    for document in documents {
      for interface in document.interfaces {
        guard interfaces.updateValue(interface, forKey: interface.name) == nil else {
          throw ScanError(
            file: document.name + ".xml", line: 1,
            reason: "the interface \(interface.name) is described twice")
        }
      }
    }
    switch output {
    case .tables:
      try write(TableEmitter.emit(documents), to: "Interfaces")
    case .client:
      for document in documents {
        try write(ClientEmitter(interfaces: interfaces).emit(document), to: document.name)
      }
    case .server:
      try write(ServerPrelude.text, to: "WireResource")
      for document in documents {
        try write(ServerEmitter(interfaces: interfaces).emit(document), to: document.name)
      }
    }
  }

  private func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent("\(name).generated.swift")
    let data = Data(text.utf8)
    // Do not write a file that has not changed: a new modification date would rebuild every module that depends on it.
    guard (try? Data(contentsOf: file)) != data else { return }
    try data.write(to: file, options: .atomic)
  }
}

/// An error that states why a protocol file cannot be used, with the file and the line.
struct ScanError: Error, CustomStringConvertible {
  var file: String
  var line: Int
  var reason: String

  /// The error in the format of compiler errors, so that IDEs link it to the line.
  var description: String { "\(file):\(line): error: \(reason)" }
}
