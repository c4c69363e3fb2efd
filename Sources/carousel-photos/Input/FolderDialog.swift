import CarouselUI
import Desktop
import FoundationEssentials
import PhotoLibrary

/// The dialog of the desktop that lets the user choose a folder of photos.
final class FolderDialog {
  private var isShown = false

  /// Shows the dialog, unless it is shown already.
  ///
  /// - Parameters:
  ///   - onChoice: Called with the path of the folder.
  ///   - onFailure: Called with the reason if the desktop cannot show the dialog.
  func show(onChoice: @escaping ([UInt8]) -> Void, onFailure: @escaping (PortalError) -> Void) {
    guard !isShown else { return }
    isShown = true
    Task {
      defer { isShown = false }
      do throws(PortalError) {
        let chooser = FileChooser(bus: SessionBus())
        guard case .chosen(let folders) = try await chooser.openFolder(title: "Open Folder"),
          let path = folders.first?.path(percentEncoded: false)
        else { return }
        onChoice(Array(path.utf8))
      } catch {
        onFailure(error)
      }
    }
  }
}
