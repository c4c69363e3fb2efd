import Foundation
import PackagePlugin

/// Turns `protocols/*.xml` into Swift; which side of it depends on the target it is applied to.
@main struct WaylandBindings: BuildToolPlugin {
  /// What a target gets.
  private static let sides = [
    "WaylandProtocol": "tables", "Wayland": "client", "HeadlessCompositor": "server",
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let side = Self.sides[target.name] else {
      Diagnostics.error(
        "WaylandBindings does not know what \(target.name) needs; it serves \(Self.sides.keys.sorted())")
      return []
    }
    let folder = context.package.directoryURL.appending(path: "protocols")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "xml" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    guard !files.isEmpty else {
      Diagnostics.error("\(folder.path) holds no .xml file")
      return []
    }
    let perFile = files.map { $0.deletingPathExtension().lastPathComponent }
    let names =
      switch side {
      case "tables": ["Interfaces"]
      case "server": ["WireResource"] + perFile
      default: perFile
      }
    let output = context.pluginWorkDirectoryURL
    return [
      .buildCommand(
        displayName: "Generating Wayland \(side) for \(target.name)",
        executable: try context.tool(named: "WaylandScanner").url,
        arguments: [side, output.path] + files.map(\.path),
        inputFiles: files,
        outputFiles: names.map { output.appending(path: "\($0).generated.swift") })
    ]
  }
}
