internal import CarouselUI

/// The dialog for a desktop that has no dialog for folders: it names the other ways to open one, and lists the folders that were
/// opened before.
@MainActor
enum FolderHelp {
  /// - Parameters:
  ///   - recent: The folders that were opened before.
  ///   - open: Called with the path of a folder that the user has chosen, after the dialog was closed.
  static func makeDialog(
    recent: [RecentFolder], open: @escaping ([UInt8]) -> Void
  ) -> DialogView {
    var rows: [View] = [
      ThemedLabel(
        "This desktop cannot show a dialog for folders. Drop a folder on this window, or start the program with the path of a folder:"
      ),
      ThemedLabel("carousel-photos FOLDER", role: .button),
    ]
    weak var shown: DialogView?
    if !recent.isEmpty {
      let list = recent.map { folder in
        RecentFolderRow(folder) {
          shown?.close()
          open(folder.path)
        }
      }
      let heading = ThemedLabel("Recent folders", role: .button)
      heading.accessibilityRole = .heading
      rows += [
        heading,
        CardView(StackView(.vertical, spacing: 0, list), insets: EdgeInsets(6)),
      ]
    }
    let dialog = DialogView("Open a folder", content: FittingColumn(StackView(.vertical, spacing: 16, rows)))
    dialog.hasCloseButton = true
    shown = dialog
    return dialog
  }
}

/// A column of views with the height of its content, which scrolls if it is higher than its place.
private final class FittingColumn: ScrollView {
  private let rows: StackView
  private static let widest = 420.0  // points

  init(_ rows: StackView) {
    self.rows = rows
    super.init(rows)
  }

  override func sizeThatFits(_ size: Size) -> Size {
    let width = min(size.width, Self.widest)
    let height = rows.fittingSize(in: Size(width: width, height: .infinity)).height
    return Size(width: width, height: min(height, size.height))
  }
}
