// swift-tools-version: 6.2
import PackageDescription

// A package that uses the products like an application. `cards` shows a carousel, and `look` tests it. `readme`
// and `toolbar` are the Swift examples of README.md, which scripts/test-consumer extracts. `cookbook` contains
// the examples of the article "Cookbook". Each of the other examples shows one entry point and checks its
// results.
let examples = [
  "options", "phase", "events", "await-scroll", "set-items", "handle-presses", "no-item", "remove-item",
  "fluid", "journal", "stack", "reorder", "virtual-time", "staircase",
]
// The code of articles that need a window or several products. getting-started, own-window and loading are only
// compiled.
let articles = [
  "getting-started", "own-window", "own-view", "draw-scene", "window-test", "controls", "effects", "pictures",
  "described", "loading",
]
// scripts/test-consumer names the traits whose libraries are installed; by default all are enabled.
let traits: Set<Package.Dependency.Trait> =
  Context.environment["CAROUSEL_TRAITS"].map { names in
    Set(names.split(separator: ",").map { .trait(name: String($0)) })
  } ?? [.defaults]
let package = Package(
  name: "consumer",
  dependencies: [.package(name: "swift-carousel", path: "../..", traits: traits)],
  targets: [
    .executableTarget(
      name: "cards", dependencies: [.product(name: "CarouselUI", package: "swift-carousel")]),
    .executableTarget(
      name: "readme", dependencies: [.product(name: "CarouselUI", package: "swift-carousel")]),
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
          "CarouselDescription", "CarouselUI", "HeadlessCompositor", "PhotoLoading", "PhotoViews", "Raster",
          "RemoteImages",
        ].map { .product(name: $0, package: "swift-carousel") })
    },
  swiftLanguageModes: [.v6]
)
