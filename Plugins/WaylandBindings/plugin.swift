import Foundation
import PackagePlugin

/// Generates Swift from `protocols/*.xml`. The target that uses the plugin selects the kind of output.
@main struct WaylandBindings: BuildToolPlugin {
  /// WaylandScanner's first argument for each target.
  private static let outputs = [
    "WaylandProtocol": "tables", "Wayland": "client", "HeadlessCompositor": "server",
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let kind = Self.outputs[target.name] else {
      Diagnostics.error(
        "WaylandBindings has no output for the target \(target.name), only for \(Self.outputs.keys.sorted()); add it to `outputs`"
      )
      return []
    }
    let folder = context.package.directoryURL.appending(path: "protocols")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "xml" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    guard !files.isEmpty else {
      Diagnostics.error("there is no protocol file (*.xml) in \(folder.path)")
      return []
    }
    let perFile = files.map { $0.deletingPathExtension().lastPathComponent }
    let names =
      switch kind {
      case "tables": ["Interfaces"]
      case "server": ["WireResource"] + perFile
      default: perFile
      }
    let output = context.pluginWorkDirectoryURL
    return [
      .buildCommand(
        displayName: "Generating Wayland \(kind) for \(target.name)",
        executable: try context.tool(named: "WaylandScanner").url,
        arguments: [kind, output.path] + files.map(\.path),
        inputFiles: files,
        outputFiles: names.map { output.appending(path: "\($0).generated.swift") })
    ]
  }
}
