import Foundation
import PackagePlugin

/// Puts the texts of Spec/ and Golden/ into the suite as string literals, so that the built command works
/// wherever it is moved to.
@main
struct EmbedGolden: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    let folders = ["Spec", "Golden"].map { root.appending(path: $0) }
    return [
      .buildCommand(
        displayName: "Embedding Spec and Golden",
        executable: try context.tool(named: "EmbedGoldenTool").url,
        arguments: [root.path(), output.path()],
        inputFiles: folders.flatMap(texts(in:)),
        outputFiles: [output]
      )
    ]
  }

  /// The files to embed below a folder, in a fixed order.
  private func texts(in folder: URL) -> [URL] {
    let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = (walk?.allObjects ?? []).compactMap { $0 as? URL }
    return files.filter { ["json", "md"].contains($0.pathExtension) }.sorted {
      $0.path() < $1.path()
    }
  }
}
