// swift-tools-version: 6.2
import PackageDescription

// Layouts as an application writes them: they use only the public protocol `CarouselLayout`. One test suite covers
// these layouts and the built-in types. See scripts/test-layouts.
let settings: [SwiftSetting] = ["InternalImportsByDefault", "MemberImportVisibility", "ExistentialAny"].map {
  .enableUpcomingFeature($0)
}
let engine = Target.Dependency.product(name: "CarouselEngine", package: "swift-carousel")

let package = Package(
  name: "layouts",
  dependencies: [.package(name: "swift-carousel", path: "../..")],
  targets: [
    .target(name: "ExtraLayouts", dependencies: [engine], swiftSettings: settings),
    .testTarget(
      name: "ExtraLayoutsTests", dependencies: ["ExtraLayouts", engine], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
