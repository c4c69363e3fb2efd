import Foundation
import PackagePlugin

/// Generates Swift that contains the source of the gallery's pages, which the gallery shows beside them.
@main struct GallerySources: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let files = (target as? any SourceModuleTarget)?.sourceFiles(withSuffix: "Page.swift").map(\.url) ?? []
    let pages =
      files.filter { $0.deletingLastPathComponent().lastPathComponent == "Pages" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    guard !pages.isEmpty else {
      Diagnostics.error("there is no page (Pages/*Page.swift) in the target \(target.name)")
      return []
    }
    let output = context.pluginWorkDirectoryURL.appending(path: "PageSources.generated.swift")
    return [
      .buildCommand(
        displayName: "Embedding the source of \(pages.count) pages",
        executable: try context.tool(named: "SourceEmbedder").url,
        arguments: [output.path] + pages.map(\.path),
        inputFiles: pages,
        outputFiles: [output])
    ]
  }
}
