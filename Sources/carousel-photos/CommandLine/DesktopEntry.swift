import PhotoLibrary

/// The desktop entry of the program, with the media types of the files that the decoders read.
nonisolated enum DesktopEntry {
  /// The output of `--desktop-entry`. Its file is named like the window's application ID: `carousel-photos.desktop`.
  static var text: String {
    """
    [Desktop Entry]
    Type=Application
    Name=Carousel Photos
    GenericName=Photo Viewer
    Comment=Look at photos in a carousel, a grid, or one at a time
    Exec=carousel-photos %F
    Icon=carousel-photos
    Terminal=false
    StartupNotify=true
    Categories=Graphics;Viewer;Photography;2DGraphics;RasterGraphics;
    Keywords=picture;image;photo;slideshow;carousel;
    MimeType=\(PhotoFileName.mediaTypes.map { $0 + ";" }.joined())
    """
  }
}
