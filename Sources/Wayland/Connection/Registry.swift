/// The globals that the compositor offers. Globals can appear and disappear at any time.
///
/// Wayland: `wl_registry`.
@MainActor
package final class Registry {
  /// One global.
  ///
  /// Wayland: `wl_registry.global`.
  package struct Global: Hashable, Sendable {
    /// The number by which the compositor identifies the global.
    package let name: UInt32
    /// The interface's name, such as `wl_output`.
    package let interface: String
    /// The newest version that the compositor supports.
    package let version: UInt32
  }

  /// The current globals, in the order in which they were announced.
  package private(set) var globals: [Global] = []
  /// Called for each new global.
  ///
  /// Wayland: `wl_registry.global`.
  package var onGlobal: ((Global) -> Void)?
  /// Called for each global that disappears.
  ///
  /// Wayland: `wl_registry.global_remove`.
  package var onGlobalRemove: ((Global) -> Void)?

  private let registry: WlRegistry
  /// Globals that were announced while the socket was full. They are reported when the socket accepts requests again.
  private var unreported: [Global] = []

  /// Requests the globals. They arrive with the next `roundtrip()` or `dispatch()`.
  package init(of connection: Connection) {
    registry = connection.display.getRegistry()
    connection.onDrain = { [weak self] in self?.reportGlobals() }
    registry.onEvent = { [weak self, weak connection] event in
      guard let self else { return }
      switch event {
      case .global(let name, let interface, let version):
        let global = Global(name: name, interface: interface, version: version)
        globals.append(global)
        unreported.append(global)
        if connection?.wantsToWrite != true { reportGlobals() }
      case .globalRemove(let name):
        guard let index = globals.firstIndex(where: { $0.name == name }) else { return }
        let global = globals.remove(at: index)
        if let index = unreported.firstIndex(of: global) {
          unreported.remove(at: index)
        } else {
          onGlobalRemove?(global)
        }
      }
    }
  }

  private func reportGlobals() {
    let globals = unreported
    unreported = []
    for global in globals { onGlobal?(global) }
  }

  /// Binds the first global of `type`, with the newest version in `versions` that both sides support.
  ///
  /// - Throws: `.missing` if the compositor offers no such global; `.versionTooOld` if the global's version is older
  ///   than `versions`.
  ///
  /// Wayland: `wl_registry.bind`.
  package func bind<Object: Proxy>(
    _ type: Object.Type, versions: ClosedRange<UInt32>
  ) throws(ConnectionError) -> Object {
    guard let global = globals.first(where: { $0.interface == type.interfaceName }) else {
      throw .missing(interface: type.interfaceName)
    }
    return try bind(global, as: type, versions: versions)
  }

  /// Binds `global`. Used for interfaces with several globals, such as `wl_output`.
  ///
  /// - Precondition: `type` is the type of the global's interface.
  /// - Throws: `.versionTooOld` if the global's version is older than `versions`.
  ///
  /// Wayland: `wl_registry.bind`.
  package func bind<Object: Proxy>(
    _ global: Global, as type: Object.Type, versions: ClosedRange<UInt32>
  ) throws(ConnectionError) -> Object {
    precondition(global.interface == type.interfaceName, "\(global.interface) is not \(type.interfaceName)")
    guard global.version >= versions.lowerBound else {
      throw .versionTooOld(
        interface: type.interfaceName, required: versions.lowerBound, offered: global.version)
    }
    let version = min(global.version, versions.upperBound, type.newestVersion)
    return registry.bind(name: global.name, type, version: version)
  }

  /// Binds the first global of `type`. Returns nil if the compositor offers no such global or its version is older
  /// than `versions`.
  ///
  /// Wayland: `wl_registry.bind`.
  package func bindIfOffered<Object: Proxy>(_ type: Object.Type, versions: ClosedRange<UInt32>) -> Object? {
    try? bind(type, versions: versions)
  }
}
