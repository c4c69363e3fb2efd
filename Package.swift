// swift-tools-version: 6.2
import PackageDescription

/// The compiler settings of all targets: imports are internal, members need an import, and existential types are marked.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// Test modules are compiled without optimization: their optimization took a third of a build. RasterTests and the support
/// modules are optimized, because they loop over pixels; the others use the loops of TestBitmaps. In a release build, test modules are compiled as in a debug build, but
/// without debug information: two files at a time, and after a change only the changed files and those that use their
/// declarations. The compiler then warns that it ignores SwiftPM's -num-threads. A dependent package can use a version of this
/// package, because no product contains a test module.
let unoptimized: [SwiftSetting] = [
  .unsafeFlags(["-Onone"]),
  .unsafeFlags(
    [
      "-gnone", "-no-whole-module-optimization", "-enable-batch-mode", "-incremental", "-j2",
      "-no-emit-module-separately",
    ], .when(configuration: .release)),
]

/// Applications run on the main actor unless they say otherwise.
let app: [SwiftSetting] = house + [.defaultIsolation(MainActor.self)]

func systemLibrary(_ name: String, _ pkgConfig: String, apt package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// The formats that carousel-decoder-extra decodes, each with the modules of its libraries.
///
/// The environment variable SWIFT_CAROUSEL_FORMATS selects some of them, for example `HEIF,SVG` on a system without libjxl.
///
/// They are no traits of their own: SwiftPM 6.3 passes the names of the enabled traits to the compiler in a random order, so
/// with two of them, most changes of a package compile all its modules again.
let extraFormats = [
  ("HEIF", ["CHeif", "CDav1d", "CDe265"]), ("JPEGXL", ["CJXL"]), ("SVG", ["CRSVG", "CFontconfig"]),
  ("RAW", ["CLibRaw"]),
].filter { format, _ in
  Context.environment["SWIFT_CAROUSEL_FORMATS"]?.split(separator: ",").contains { $0 == format } ?? true
}
let ifExtraFormats = TargetDependencyCondition.when(traits: ["ExtraFormats"])
/// The rules of the targets whose code depends on `extraFormats`.
let houseWithFormats =
  house + extraFormats.map { format, _ in .define(format, .when(traits: ["ExtraFormats"])) }

let package = Package(
  name: "swift-carousel",
  products: [
    .library(name: "CarouselUI", targets: ["CarouselUI"]),
    .library(name: "CarouselDescription", targets: ["CarouselDescription"]),
    .library(name: "CarouselEngine", targets: ["CarouselEngine"]),
    .library(name: "DecoderClient", targets: ["DecoderClient", "DecoderProtocol"]),
    .library(name: "HeadlessCompositor", targets: ["HeadlessCompositor"]),
    .library(name: "PhotoLibrary", targets: ["PhotoLibrary"]),
    .library(name: "PhotoViews", targets: ["PhotoViews"]),
    .library(name: "Raster", targets: ["Raster"]),
    .library(name: "RemoteImages", targets: ["RemoteImages"]),
    .executable(name: "carousel-photos", targets: ["carousel-photos"]),
    .executable(name: "carousel-decoder", targets: ["carousel-decoder"]),
    .executable(name: "carousel-decoder-extra", targets: ["carousel-decoder-extra"]),
    .executable(name: "carousel-kiosk", targets: ["carousel-kiosk"]),
    .executable(name: "carousel-gallery", targets: ["carousel-gallery"]),
    .executable(name: "headless-compositor", targets: ["headless-compositor"]),
    .executable(name: "raster-bench", targets: ["raster-bench"]),
  ],
  traits: [
    .default(enabledTraits: ["ExtraFormats"]),
    .trait(
      name: "ExtraFormats",
      description:
        "carousel-decoder-extra decodes HEIC, AVIF, JPEG XL, SVG and camera raw files without a preview. It needs libheif-dev, libdav1d-dev, libde265-dev, libjxl-dev, librsvg2-dev and libraw-dev."
    ),
  ],
  targets: [
    // System libraries and C shims.
    systemLibrary("CWayland", "wayland-client", apt: "libwayland-dev"),
    systemLibrary("CWaylandServer", "wayland-server", apt: "libwayland-dev"),
    systemLibrary("CWaylandCursor", "wayland-cursor", apt: "libwayland-dev"),
    systemLibrary("CXkbCommon", "xkbcommon", apt: "libxkbcommon-dev"),
    systemLibrary("CCairo", "cairo", apt: "libcairo2-dev"),
    systemLibrary("CPango", "pangocairo", apt: "libpango1.0-dev"),
    systemLibrary("CTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev"),
    systemLibrary("CWebP", "libwebpmux", apt: "libwebp-dev"),
    systemLibrary("CLibPNG", "libpng", apt: "libpng-dev"),
    systemLibrary("CWebPDecode", "libwebpdemux", apt: "libwebp-dev"),
    systemLibrary("CLibJPEG", "libjpeg", apt: "libjpeg-dev"),
    systemLibrary("CLibTIFF", "libtiff-4", apt: "libtiff-dev"),
    systemLibrary("CLCMS", "lcms2", apt: "liblcms2-dev"),
    systemLibrary("CHeif", "libheif", apt: "libheif-dev"),
    systemLibrary("CLibRaw", "libraw", apt: "libraw-dev"),
    systemLibrary("CDav1d", "dav1d", apt: "libdav1d-dev"),
    systemLibrary("CDe265", "libde265", apt: "libde265-dev"),
    // The flags in libjxl's pkg-config file are not permitted.
    .systemLibrary(name: "CJXL", path: "Sources/System/CJXL", providers: [.apt(["libjxl-dev"])]),
    systemLibrary("CRSVG", "librsvg-2.0", apt: "librsvg2-dev"),
    systemLibrary("CExif", "libexif", apt: "libexif-dev"),
    systemLibrary("CExempi", "exempi-2.0", apt: "libexempi-dev"),
    systemLibrary("CFontconfig", "fontconfig", apt: "libfontconfig-dev"),
    systemLibrary("CSeccomp", "libseccomp", apt: "libseccomp-dev"),
    systemLibrary("CLibCurl", "libcurl", apt: "libcurl4-openssl-dev"),
    .systemLibrary(name: "CEpoll", path: "Sources/System/CEpoll"),
    .systemLibrary(name: "CTimerFD", path: "Sources/System/CTimerFD"),
    systemLibrary("CQREncode", "libqrencode", apt: "libqrencode-dev"),
    // libcrypt has no pkg-config file on all systems.
    .systemLibrary(name: "CCrypt", path: "Sources/System/CCrypt", providers: [.apt(["libcrypt-dev"])]),
    // giflib has no pkg-config file.
    .systemLibrary(name: "CGIF", path: "Sources/System/CGIF", providers: [.apt(["libgif-dev"])]),
    systemLibrary("CGIO", "gio-unix-2.0", apt: "libglib2.0-dev"),
    .target(name: "CPNG", dependencies: ["CLibPNG"]),
    .target(name: "CImageCodecs", dependencies: ["CLibJPEG", "CLibTIFF"]),
    .target(name: "CSandbox", dependencies: ["CSeccomp", "CSystem"]),
    .target(name: "CCurl", dependencies: ["CLibCurl"]),
    .target(
      name: "CSystem",
      // The folder of the decoders in an installation, such as /usr/libexec/swift-carousel.
      cSettings: Context.environment["SWIFT_CAROUSEL_LIBEXEC"].flatMap { $0.hasPrefix("/") ? $0 : nil }.map {
        [.define("CSYSTEM_LIBEXEC", to: "\"\($0)\"")]
      }),

    // Foundations.
    .target(name: "Geometry", swiftSettings: house),
    .target(name: "Input", swiftSettings: house),
    .target(name: "Threads", dependencies: ["CEpoll"], swiftSettings: house),
    .target(name: "JSON", swiftSettings: house),
    .target(name: "Configuration", dependencies: ["JSON"], swiftSettings: house),
    .target(name: "CommandLineText", dependencies: ["Threads"], swiftSettings: house),
    .target(
      name: "ControlChannel", dependencies: ["CommandLineText", "CSystem", "JSON", "Threads"],
      swiftSettings: house),
    .target(name: "MemoryPressure", dependencies: ["CSystem"], swiftSettings: house),
    .executableTarget(name: "WaylandScanner", swiftSettings: house),
    .plugin(
      name: "WaylandBindings", capability: .buildTool(), dependencies: ["WaylandScanner"]),
    .target(
      name: "WaylandProtocol", dependencies: ["CWayland"], swiftSettings: house,
      plugins: ["WaylandBindings"]),

    // Carousels and pixels, and Wayland. Neither imports the other.
    .target(name: "CarouselEngine", dependencies: ["Geometry"], swiftSettings: house),
    .target(name: "CRasterKernels"),
    .target(name: "Raster", dependencies: ["Geometry", "CRasterKernels", "Threads"], swiftSettings: house),
    .target(
      name: "Drawing", dependencies: ["Geometry", "CCairo", "CPango"], swiftSettings: house),
    .target(
      name: "ImageLoading", dependencies: ["DecoderProtocol", "Drawing", "Geometry", "Threads"],
      swiftSettings: house),
    .target(name: "Views", dependencies: ["Drawing", "Geometry", "Input"], swiftSettings: house),
    .target(
      name: "Controls",
      dependencies: ["DecoderProtocol", "Drawing", "Geometry", "ImageLoading", "Input", "Views"],
      swiftSettings: house),
    .target(
      name: "CarouselViews",
      dependencies: ["CarouselEngine", "Controls", "Drawing", "Geometry", "Input", "Views"],
      swiftSettings: house),
    .target(
      name: "CarouselDescription",
      dependencies: ["CarouselEngine", "CarouselViews", "Controls", "Drawing", "Geometry", "JSON", "Views"],
      swiftSettings: house),
    .target(
      name: "Wayland", dependencies: ["Threads", "WaylandProtocol", "CWayland"], swiftSettings: house,
      plugins: ["WaylandBindings"]),
    .target(
      name: "Windowing",
      dependencies: [
        "CommandLineText", "Wayland", "Geometry", "Input", "CXkbCommon", "CWaylandCursor", "CSystem",
        "MemoryPressure", "Threads",
      ],
      swiftSettings: house),

    .target(
      name: "Accessibility", dependencies: ["Desktop", "Geometry", "Views"], swiftSettings: house),

    // Carousels in Wayland windows.
    .target(
      name: "CarouselUI",
      dependencies: [
        "Accessibility", "CarouselEngine", "CarouselViews", "Controls", "CSystem", "Desktop", "Drawing",
        "Geometry", "Input", "Raster", "Threads", "Views", "Wayland", "Windowing",
      ], swiftSettings: house),

    // Photos, decoders, the desktop and the headless compositor.
    .target(name: "DecoderProtocol", dependencies: ["Geometry"], swiftSettings: house),
    .target(
      name: "PhotoDecoders",
      dependencies: [
        "DecoderProtocol", "Geometry", "CGIF", "CImageCodecs", "CLCMS", "CPNG", "CWebPDecode",
      ], swiftSettings: house),
    .target(
      name: "ExtraDecoders",
      dependencies: ["DecoderProtocol", "Geometry", "PhotoDecoders", "CExif", "CExempi"]
        + extraFormats.flatMap(\.1).map { .target(name: $0, condition: ifExtraFormats) },
      swiftSettings: houseWithFormats),
    .target(
      name: "DecoderHelper",
      dependencies: ["CSandbox", "CSystem", "DecoderProtocol", "PhotoDecoders", "Threads"],
      swiftSettings: house),
    .executableTarget(
      name: "carousel-decoder", dependencies: ["DecoderHelper", "PhotoDecoders"], swiftSettings: house),
    .executableTarget(
      name: "carousel-decoder-extra", dependencies: ["DecoderHelper", "ExtraDecoders", "PhotoDecoders"],
      swiftSettings: house),
    .target(
      name: "DecoderClient",
      // The decoders are built into the folder of each program that decodes pictures.
      dependencies: [
        "DecoderProtocol", "Drawing", "CSystem", "MemoryPressure", "Threads", "carousel-decoder",
        "carousel-decoder-extra",
      ],
      swiftSettings: house),
    .target(
      name: "PhotoLibrary", dependencies: ["CGIO", "CommandLineText", "CSystem", "Threads"],
      swiftSettings: houseWithFormats),
    .target(
      name: "Photos",
      dependencies: [
        "CGIO", "CPNG", "CSystem", "DecoderClient", "DecoderProtocol", "Drawing", "Geometry", "ImageLoading",
        "MemoryPressure", "PhotoLibrary", "Threads",
      ],
      swiftSettings: house),
    .target(name: "Desktop", dependencies: ["CGIO", "Threads"], swiftSettings: house),
    .target(
      name: "PhotoBrowsing", dependencies: ["CarouselEngine", "CommandLineText", "Geometry", "PhotoLibrary"],
      swiftSettings: house),
    .target(
      name: "Kiosk", dependencies: ["CCrypt", "Configuration", "JSON", "Threads"], exclude: ["Schema"],
      swiftSettings: house),
    .target(
      name: "PhotoViews",
      dependencies: [
        "Controls", "DecoderClient", "DecoderProtocol", "Drawing", "Geometry", "ImageLoading", "Threads",
      ],
      swiftSettings: house),
    .target(
      name: "RemoteImages",
      dependencies: [
        "CCurl", "CGIO", "Controls", "CSystem", "DecoderClient", "DecoderProtocol", "Drawing", "Geometry",
        "ImageLoading", "PhotoViews", "Threads",
      ], swiftSettings: house),
    .target(name: "LoopbackServer", dependencies: ["Threads"], swiftSettings: house),
    .target(
      name: "HeadlessCompositor",
      dependencies: ["WaylandProtocol", "CWaylandServer", "CPNG", "CSystem", "Threads"],
      swiftSettings: house, plugins: ["WaylandBindings"]),

    .target(
      name: "HeadlessSession", dependencies: ["CarouselUI", "HeadlessCompositor"], swiftSettings: house),
    .executableTarget(name: "SourceEmbedder", swiftSettings: house),
    .plugin(name: "GallerySources", capability: .buildTool(), dependencies: ["SourceEmbedder"]),
    .target(
      name: "GalleryPages",
      dependencies: [
        "CarouselDescription", "CarouselUI", "LoopbackServer", "PhotoLibrary", "PhotoViews", "RemoteImages",
      ], swiftSettings: app, plugins: ["GallerySources"]),

    .target(
      name: "PhotoBrowserTools",
      dependencies: ["CarouselUI", "HeadlessCompositor", "Raster", "CWebP", "Threads"],
      swiftSettings: app),

    .target(
      name: "PhotoBrowserUI",
      dependencies: [
        "CarouselUI", "CommandLineText", "ControlChannel", "DecoderClient", "DecoderProtocol", "JSON",
        "PhotoBrowsing", "PhotoLibrary",
        "Photos", "PhotoViews", "Threads", "Views",
      ], swiftSettings: house),

    .target(
      name: "KioskUI",
      dependencies: [
        "CQREncode", "CSystem", "CTimerFD", "CarouselDescription", "CarouselUI", "CommandLineText",
        "Configuration", "ControlChannel", "DecoderClient", "DecoderProtocol", "ImageLoading", "JSON",
        "Kiosk", "PhotoBrowserUI", "PhotoBrowsing", "PhotoLibrary", "Photos", "Raster",
        "Threads", "Views",
      ], swiftSettings: house),

    // Applications.
    .executableTarget(
      name: "carousel-gallery",
      dependencies: [
        "CarouselDescription", "CarouselUI", "GalleryPages", "HeadlessCompositor", "HeadlessSession",
      ],
      swiftSettings: app),
    .executableTarget(
      name: "carousel-photos",
      dependencies: [
        "CarouselUI", "CommandLineText", "ControlChannel", "DecoderClient", "DecoderProtocol", "Desktop",
        "PhotoBrowserTools", "PhotoBrowserUI",
        "PhotoBrowsing", "PhotoLibrary", "Photos", "HeadlessCompositor", "HeadlessSession", "CSystem",
        "Threads",
      ],
      swiftSettings: app),
    .executableTarget(
      name: "carousel-kiosk",
      dependencies: [
        "CarouselUI", "CommandLineText", "Configuration", "ControlChannel", "HeadlessCompositor",
        "HeadlessSession", "Kiosk", "KioskUI", "PhotoBrowserUI", "PhotoLibrary", "Photos", "Threads",
      ], swiftSettings: app),
    .executableTarget(
      name: "headless-compositor",
      dependencies: [
        "CommandLineText", "CSystem", "ControlChannel", "Desktop", "HeadlessCompositor", "JSON", "Threads",
      ],
      swiftSettings: app),
    .executableTarget(
      name: "raster-bench", dependencies: ["Raster", "Geometry", "CSystem", "Threads"], swiftSettings: app),

    // Tests.
    .target(name: "TestEnvironment", path: "Tests/TestEnvironment", exclude: ["fonts.conf"]),
    .target(
      name: "TestSupport", dependencies: ["CSystem", "TestEnvironment"], path: "Tests/TestSupport",
      swiftSettings: house),
    .target(
      name: "TestBitmaps", dependencies: ["CCairo", "CTurboJPEG"], path: "Tests/TestBitmaps",
      swiftSettings: house),
    .testTarget(name: "GeometryTests", dependencies: ["Geometry"], swiftSettings: house + unoptimized),
    .testTarget(
      name: "CarouselEngineTests", dependencies: ["CarouselEngine", "Geometry", "TestSupport"],
      exclude: ["Golden/Data", "Features/Journal/Data"], swiftSettings: house + unoptimized),
    .testTarget(
      name: "CommandLineTextTests", dependencies: ["CommandLineText", "TestSupport"],
      swiftSettings: house + unoptimized),
    .testTarget(
      name: "ThreadsTests", dependencies: ["TestSupport", "Threads"], swiftSettings: house + unoptimized),
    .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: house + unoptimized),
    .testTarget(
      name: "ConfigurationTests", dependencies: ["Configuration", "JSON"], swiftSettings: house + unoptimized),
    .testTarget(
      name: "KioskTests", dependencies: ["Configuration", "JSON", "Kiosk", "TestSupport", "Threads"],
      swiftSettings: house + unoptimized),
    .testTarget(
      name: "ControlChannelTests", dependencies: ["ControlChannel", "JSON", "TestSupport", "Threads"],
      swiftSettings: house + unoptimized),
    .testTarget(
      name: "RasterTests", dependencies: ["Raster", "Geometry"], swiftSettings: house),
    .testTarget(
      name: "RasterBenchTests", dependencies: ["raster-bench", "TestSupport"],
      swiftSettings: house + unoptimized),
    .testTarget(
      name: "DrawingTests",
      dependencies: ["CPango", "Drawing", "Geometry", "TestEnvironment", "TestSupport"],
      swiftSettings: house + unoptimized),
    .testTarget(
      name: "CarouselDescriptionTests",
      dependencies: [
        "CarouselDescription", "CarouselViews", "CarouselEngine", "Controls", "Drawing", "Geometry",
        "TestSupport",
        "Views",
      ],
      swiftSettings: house + unoptimized),
    .testTarget(
      name: "ImageLoadingTests", dependencies: ["ImageLoading", "DecoderProtocol", "Drawing", "TestSupport"],
      swiftSettings: house + unoptimized),
    .target(
      name: "ViewFixtures", dependencies: ["Drawing", "Geometry", "Views"], path: "Tests/ViewFixtures",
      swiftSettings: house),
    .target(
      name: "WindowFixtures", dependencies: ["CarouselUI", "Wayland"], path: "Tests/WindowFixtures",
      swiftSettings: house),
    .testTarget(
      name: "ViewsTests", dependencies: ["Views", "Drawing", "Geometry", "TestSupport", "ViewFixtures"],
      swiftSettings: house + unoptimized),
    .testTarget(
      name: "ControlsTests",
      dependencies: ["Controls", "Drawing", "Geometry", "TestSupport", "ViewFixtures", "Views"],
      swiftSettings: house + unoptimized),
    .testTarget(
      name: "CarouselViewsTests",
      dependencies: [
        "CarouselViews", "CarouselEngine", "Controls", "Drawing", "Geometry", "TestSupport", "ViewFixtures",
        "Views",
      ], swiftSettings: house + unoptimized),
    .testTarget(
      name: "WaylandTests",
      dependencies: ["Wayland", "WaylandProtocol", "HeadlessCompositor", "CWayland"],
      swiftSettings: house + unoptimized),
    .testTarget(
      name: "WindowingTests",
      dependencies: [
        "Windowing", "Wayland", "HeadlessCompositor", "Geometry", "CSystem", "MemoryPressure", "TestSupport",
      ],
      swiftSettings: house + unoptimized),
    .testTarget(
      name: "HeadlessCompositorTests",
      dependencies: [
        "ControlChannel", "HeadlessCompositor", "headless-compositor", "JSON", "Wayland", "WaylandProtocol",
        "CSystem", "CWayland", "TestSupport", "Threads",
      ],
      exclude: ["Elements/Clients"], swiftSettings: house + unoptimized),
    .testTarget(
      name: "SoakTests",
      dependencies: [
        "Windowing", "Wayland", "WaylandProtocol", "HeadlessCompositor", "Geometry", "CSystem", "TestSupport",
      ],
      exclude: ["Sanitizers"], swiftSettings: house + unoptimized),
    .target(
      name: "ImageFixtures",
      dependencies: ["CLCMS", "CLibJPEG", "CLibPNG", "CTurboJPEG", "CWebP", "CWebPDecode"],
      path: "Tests/ImageFixtures", exclude: ["Metadata"],
      swiftSettings: house),
    .testTarget(
      name: "PhotoDecodersTests",
      dependencies: [
        "PhotoDecoders", "ExtraDecoders", "DecoderProtocol", "CSandbox", "CSystem", "ImageFixtures",
        "TestSupport",
      ],
      swiftSettings: houseWithFormats + unoptimized),
    .testTarget(
      name: "DecoderClientTests",
      dependencies: [
        "DecoderClient", "CSystem", "DecoderProtocol", "Drawing", "ImageFixtures",
        "carousel-decoder", "carousel-decoder-extra", "TestSupport", "Threads",
      ],
      swiftSettings: houseWithFormats + unoptimized),
    .testTarget(
      name: "PhotosTests",
      dependencies: [
        "Photos", "CarouselEngine", "DecoderClient", "Drawing", "DecoderProtocol", "ImageFixtures",
        "carousel-decoder", "carousel-decoder-extra", "TestSupport", "Threads",
      ], swiftSettings: houseWithFormats + unoptimized),
    .testTarget(
      name: "PhotoLibraryTests", dependencies: ["PhotoLibrary", "CSystem", "TestSupport", "Threads"],
      swiftSettings: house + unoptimized),
    .testTarget(
      name: "PhotoBrowsingTests", dependencies: ["Geometry", "PhotoBrowsing", "PhotoLibrary", "TestSupport"],
      swiftSettings: house + unoptimized),
    .testTarget(
      name: "PhotoViewsTests",
      dependencies: [
        "PhotoViews", "Controls", "Drawing", "Geometry", "ImageFixtures", "Views", "carousel-decoder",
        "TestSupport",
      ], swiftSettings: house + unoptimized),
    .testTarget(
      name: "RemoteImagesTests",
      dependencies: [
        "RemoteImages", "Controls", "DecoderClient", "DecoderProtocol", "Drawing", "Geometry",
        "LoopbackServer", "Threads", "carousel-decoder", "TestSupport",
      ], swiftSettings: house + unoptimized),
    .target(
      name: "BusFixtures", dependencies: ["Desktop"], path: "Tests/BusFixtures", swiftSettings: house),
    .testTarget(
      name: "AccessibilityTests",
      dependencies: [
        "Accessibility", "BusFixtures", "CarouselEngine", "CarouselUI", "CarouselViews", "Controls",
        "Desktop",
        "Drawing", "Geometry", "TestSupport", "ViewFixtures", "Views",
        "carousel-gallery", "carousel-kiosk", "carousel-photos", "headless-compositor",
      ], exclude: ["Scripts"], swiftSettings: house + unoptimized),
    .testTarget(
      name: "DesktopTests",
      dependencies: ["BusFixtures", "Desktop", "CGIO", "CarouselUI", "HeadlessCompositor", "TestSupport"],
      swiftSettings: house + unoptimized),
    .executableTarget(
      name: "window-program", dependencies: ["CarouselUI"], path: "Tests/WindowProgram", swiftSettings: app),
    .testTarget(
      name: "CarouselUITests",
      dependencies: [
        "CarouselUI", "CPNG", "HeadlessCompositor", "MemoryPressure", "Windowing", "Wayland", "Raster",
        "TestBitmaps", "TestSupport", "window-program",
      ],
      exclude: ["Pictures/Data"], swiftSettings: house + unoptimized),
    .testTarget(
      name: "GalleryTests",
      dependencies: [
        "CarouselDescription", "CarouselUI", "GalleryPages", "HeadlessCompositor", "HeadlessSession",
        "TestBitmaps", "TestSupport", "carousel-decoder", "carousel-gallery",
        "LoopbackServer", "RemoteImages", "Threads", "WindowFixtures",
      ], swiftSettings: app + unoptimized),
    .testTarget(
      name: "PhotoBrowserUITests",
      dependencies: [
        "CarouselUI", "ControlChannel", "DecoderClient", "DecoderProtocol", "Drawing", "HeadlessCompositor",
        "HeadlessSession", "ImageFixtures", "JSON", "PhotoBrowserUI", "PhotoBrowsing", "PhotoLibrary",
        "Photos", "TestBitmaps",
        "TestSupport", "Threads",
        "ViewFixtures", "Views", "WindowFixtures", "carousel-decoder",
      ], swiftSettings: house + unoptimized),
    .testTarget(
      name: "KioskUITests",
      dependencies: [
        "CarouselUI", "ControlChannel", "HeadlessCompositor", "HeadlessSession", "ImageFixtures", "JSON",
        "Kiosk", "KioskUI",
        "PhotoBrowserUI", "Photos", "TestBitmaps", "TestSupport", "Threads", "Views", "WindowFixtures",
        "carousel-decoder", "carousel-kiosk",
      ], swiftSettings: house + unoptimized),
    .testTarget(
      name: "PhotoBrowserTests",
      // The programs that the tests start.
      dependencies: [
        "CarouselEngine", "TestBitmaps", "TestSupport", "carousel-kiosk", "carousel-photos",
        "headless-compositor", "raster-bench", "window-program",
      ],
      exclude: ["Injectors"], swiftSettings: house + unoptimized),
  ],
  swiftLanguageModes: [.v6]
)

/// The environment variable SWIFT_CAROUSEL_TESTS, for example `GeometryTests,RasterTests`, reduces the package to these test
/// modules and the targets that they need, so that one module is tested without compiling the others.
if let names = Context.environment["SWIFT_CAROUSEL_TESTS"] {
  var needed: Set<String> = []
  func need(_ name: String) {
    guard let target = package.targets.first(where: { $0.name == name }), needed.insert(name).inserted
    else { return }
    for dependency in target.dependencies {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): need(name)
      default: break
      }
    }
    for case .plugin(let name, _) in target.plugins ?? [] { need(name) }
  }
  for name in names.split(separator: ",") { need(String(name)) }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { product in
    switch product {
    case let library as Product.Library: !library.targets.allSatisfy(needed.contains)
    case let program as Product.Executable: !program.targets.allSatisfy(needed.contains)
    default: true
    }
  }
}
