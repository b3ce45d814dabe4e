import Foundation
import PackagePlugin

/// Puts texts into a module as string literals, so that the built command works wherever it is moved to: Spec/ and
/// Golden/ into the suite, what was observed into the module that is about it, the skeletons into the command, and the folder `Assets` into any other module.
@main
struct EmbedGolden: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    let package = context.package.directoryURL
    let (root, names) =
      switch target.name {
      case "Touchstone": (package, ["Spec", "Golden"])
      case "TouchstoneObserved": (package, ["Golden/observed"])
      case "TouchstoneCommand": (package, ["Examples/skeletons", "Examples/table-skeletons"])
      default: (target.directoryURL, ["Assets"])
      }
    return [
      .buildCommand(
        displayName: "Embedding \(names.joined(separator: " and "))",
        executable: try context.tool(named: "EmbedGoldenTool").url,
        arguments: [root.path(), output.path()] + names + commit(for: target),
        inputFiles: names.flatMap { texts(in: root.appending(path: $0)) },
        outputFiles: [output]
      )
    ]
  }

  /// The commit that the command says it was made from, if the one who builds it says so.
  private func commit(for target: any Target) -> [String] {
    guard target.name == "TouchstoneCommand" else { return [] }
    return ProcessInfo.processInfo.environment["TOUCHSTONE_COMMIT"].map { ["commit=\($0)"] } ?? []
  }

  /// The files to embed below a folder, in a fixed order; hidden ones, such as builds of a skeleton, stay out.
  private func texts(in folder: URL) -> [URL] {
    let walk = FileManager.default.enumerator(
      at: folder,
      includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles
    )
    let files = (walk?.allObjects ?? []).compactMap { $0 as? URL }
    let kinds = [
      "css", "go", "gz", "js", "json", "md", "mjs", "mod", "mts", "py", "swift",
    ]
    return files.filter { kinds.contains($0.pathExtension) }.sorted { $0.path() < $1.path() }
  }
}
