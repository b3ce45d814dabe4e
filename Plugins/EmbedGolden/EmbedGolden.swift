import Foundation
import PackagePlugin

/// Puts the texts of Spec/, Golden/ and Examples/skeletons/ into the suite as string literals, so that the built
/// command works wherever it is moved to.
@main
struct EmbedGolden: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    let folders = ["Spec", "Golden", "Examples/skeletons"].map { root.appending(path: $0) }
    return [
      .buildCommand(
        displayName: "Embedding Spec, Golden and the skeletons",
        executable: try context.tool(named: "EmbedGoldenTool").url,
        arguments: [root.path(), output.path()],
        inputFiles: folders.flatMap(texts(in:)),
        outputFiles: [output]
      )
    ]
  }

  /// The files to embed below a folder, in a fixed order; hidden ones, such as builds of a skeleton, stay out.
  private func texts(in folder: URL) -> [URL] {
    let walk = FileManager.default.enumerator(
      at: folder,
      includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles
    )
    let files = (walk?.allObjects ?? []).compactMap { $0 as? URL }
    let kinds = ["json", "md", "mjs", "py", "swift"]
    return files.filter { kinds.contains($0.pathExtension) }.sorted { $0.path() < $1.path() }
  }
}
