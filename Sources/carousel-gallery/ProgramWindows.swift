import CarouselDescription
import CarouselUI
import GalleryPages

/// An object that owns a window of the program.
protocol ProgramWindow {
  var ui: CarouselWindow { get }
}

/// The window of the gallery.
final class GalleryWindow: ProgramWindow {
  let ui: CarouselWindow
  let gallery: GalleryView

  /// Opens the window, by default in the user's session.
  init(_ options: GalleryOptions, in system: WindowSystem? = nil) throws(ConnectionError) {
    RemotePictures.chosen = options.addresses
    ui = try CarouselWindow(
      title: "Carousel Gallery", appID: "carousel-gallery", size: options.size ?? GalleryOptions.usualSize,
      in: system)
    gallery = GalleryView(showing: options.page)
    gallery.onColorsChange = { [weak ui] in ui?.themeColors = $0 }
    gallery.choose(
      dark: options.theme == .dark, highContrast: options.theme == .contrast,
      rightToLeft: options.isRightToLeft)
    ui.contentView = gallery
  }
}

/// The window that shows a description in a file.
final class DescribedWindow: ProgramWindow {
  let ui: CarouselWindow
  private let file: DescribedFile
  /// The colors of the command line; `nil` for those of the description.
  private let chosenColors: ThemeColors?

  /// Opens the window, by default in the user's session. The file was read before.
  init(_ file: DescribedFile, _ options: GalleryOptions, in system: WindowSystem? = nil)
    throws(ConnectionError)
  {
    self.file = file
    chosenColors =
      switch options.theme {
      case .light: .light
      case .dark: .dark
      case .contrast: .highContrastLight
      case nil: nil
      }
    let size = options.size ?? file.description?.size ?? GalleryOptions.usualSize
    ui = try CarouselWindow(title: file.path, appID: "carousel-gallery", size: size, in: system)
    if options.isRightToLeft { file.view.layoutDirection = .rightToLeft }
    ui.contentView = file.view
    apply()
    file.onUpdate = { [weak self] in self?.apply() }
    file.follow()
  }

  /// Gives the window the title and the colors of the description. The rest of the theme is that of the window.
  private func apply() {
    ui.window.title = file.description?.title ?? file.path
    ui.themeColors = chosenColors ?? file.description?.theme?.colors
    file.description?.view.theme = nil
  }
}
