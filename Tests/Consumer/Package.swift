// swift-tools-version: 6.2
import PackageDescription

// A package that uses the products like an application. `cards` shows a carousel, and `look` tests it. `readme` is
// the Swift example of README.md, which scripts/test-consumer extracts. `cookbook`, `toolbar`, `viewer`, `layer-clock` and
// `two-screens` contain the examples of the article "Cookbook"; `viewer-visit` tests `viewer`. Each of the other examples shows one entry point and checks its results.
let examples = [
  "options", "phase", "events", "set-items", "handle-presses", "no-item", "remove-item",
  "fluid", "journal", "stack", "reorder", "virtual-time", "staircase",
]
// The code of articles that need a window or several products. getting-started, own-window and loading are only
// compiled.
let articles = [
  "getting-started", "own-window", "own-view", "draw-scene", "window-test", "controls", "effects", "pictures",
  "described", "loading",
]
let package = Package(
  name: "consumer",
  dependencies: [.package(name: "swift-carousel", path: "../..")],
  targets: [
    .executableTarget(
      name: "cards", dependencies: [.product(name: "CarouselUI", package: "swift-carousel")]),
    .executableTarget(
      name: "readme", dependencies: [.product(name: "CarouselUI", package: "swift-carousel")]),
    .executableTarget(
      name: "layer-clock", dependencies: [.product(name: "CarouselUI", package: "swift-carousel")]),
    .executableTarget(
      name: "two-screens", dependencies: [.product(name: "CarouselUI", package: "swift-carousel")]),
    .executableTarget(
      name: "viewer",
      dependencies: ["CarouselUI", "PhotoLibrary", "PhotoViews"].map {
        .product(name: $0, package: "swift-carousel")
      }),
    .executableTarget(
      name: "viewer-visit",
      dependencies: ["CarouselUI", "HeadlessCompositor"].map { .product(name: $0, package: "swift-carousel") }
    ),
    .executableTarget(
      name: "toolbar", dependencies: [.product(name: "CarouselUI", package: "swift-carousel")]),
    .executableTarget(
      name: "cookbook",
      dependencies: ["CarouselUI", "HeadlessCompositor"].map { .product(name: $0, package: "swift-carousel") }
    ),
    .executableTarget(
      name: "look", dependencies: [.product(name: "HeadlessCompositor", package: "swift-carousel")]),
  ]
    + examples.map {
      .executableTarget(
        name: $0, dependencies: [.product(name: "CarouselEngine", package: "swift-carousel")])
    }
    + articles.map {
      .executableTarget(
        name: $0,
        dependencies: [
          "CarouselDescription", "CarouselUI", "DecoderClient", "HeadlessCompositor", "PhotoViews", "Raster",
          "RemoteImages",
        ].map { .product(name: $0, package: "swift-carousel") })
    },
  swiftLanguageModes: [.v6]
)
