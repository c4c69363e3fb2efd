import Foundation

/// One run: which side to write, where, from which files.
struct Scan {
  enum Side: String { case tables, client, server }

  var side: Side
  var folder: URL
  var files: [String]

  struct UsageError: Error, CustomStringConvertible {
    var description: String { "usage: WaylandScanner tables|client|server OUTPUT-FOLDER FILE.xml…" }
  }

  init(arguments: [String]) throws {
    guard arguments.count > 2, let side = Side(rawValue: arguments[0]) else { throw UsageError() }
    self.side = side
    folder = URL(fileURLWithPath: arguments[1])
    files = Array(arguments[2...])
  }

  func run() throws {
    let documents = try files.map(ProtocolParser.parse(path:))
    var interfaces: [String: Interface] = [:]
    for document in documents {
      for interface in document.interfaces {
        guard interfaces.updateValue(interface, forKey: interface.name) == nil else {
          throw ScanError(
            file: document.name + ".xml", line: 1, reason: "\(interface.name) is described twice")
        }
      }
    }
    switch side {
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
    // A file with a new date would have all modules above built again.
    guard (try? Data(contentsOf: file)) != data else { return }
    try data.write(to: file, options: .atomic)
  }
}
