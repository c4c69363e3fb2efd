internal import Configuration
internal import Glibc
internal import JSON
internal import Kiosk
internal import PhotoBrowserUI

/// Finds the mistakes of pages without showing them.
@MainActor
package struct PageCheck {
  /// The mistakes, each as a sentence with the path, the line and the column.
  package private(set) var problems: [String] = []
  private var seen: Set<String> = []

  /// Checks the pages of a playlist, in all languages, and the pages that their buttons open.
  ///
  /// - Parameter paths: The paths of the pages.
  package init(_ paths: [String]) {
    var waiting = paths
    while let path = waiting.popLast() {
      let own = KioskLanguage.allCases.map { PageReader.path(path, in: $0) }.filter { access($0, F_OK) == 0 }
      for path in [path] + own where seen.insert(path).inserted { waiting += check(path) }
    }
  }

  /// Checks a page. Returns the pages that it opens.
  private mutating func check(_ path: String) -> [String] {
    do throws(ConfigurationFile.Failure) {
      let bytes = try ConfigurationFile.read(path)
      do { _ = try PageReader.page(bytes, from: path) } catch {
        problems.append(error.reason)
        return []
      }
      return (try? JSONParser.parse(bytes)).map { actions(in: $0, of: path) } ?? []
    } catch {
      problems.append(error.description)
      return []
    }
  }

  private mutating func actions(in node: JSONNode, of path: String) -> [String] {
    switch node.value {
    case .array(let nodes): return nodes.flatMap { actions(in: $0, of: path) }
    case .object(let members):
      return members.flatMap { member -> [String] in
        guard member.key == "action", let text = member.node.text else {
          return actions(in: member.node, of: path)
        }
        return page(opened: text, at: member.node.position, of: path).map { [$0] } ?? []
      }
    default: return []
    }
  }

  /// Returns the page that an action opens.
  private mutating func page(opened text: String, at position: TextPosition, of path: String) -> String? {
    // The values of the items of a carousel are not known here.
    guard !text.contains("{") else { return nil }
    let place = "\(path): line \(position.line), column \(position.column): "
    switch PageAction(text) {
    case .open(let name):
      let opened = PageAction.path(name, from: path)
      if access(opened, F_OK) == 0 { return opened }
      problems.append(place + "“\(name)” does not exist.")
    case nil: problems.append(place + "There is no action “\(text)”. Allowed are \(PageAction.names).")
    case .back, .close: break
    }
    return nil
  }
}
