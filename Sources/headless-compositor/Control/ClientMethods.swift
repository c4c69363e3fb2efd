import ControlChannel
import HeadlessCompositor
import JSON

extension CompositorControl {
  static let pidParameter = ControlParameter.optional(
    "pid", .integer(1...Int(Int32.max)), "the ID of its process; not needed if all clients are of one process"
  )

  /// Returns the clients of the process that a request names, or of the only one.
  func clients(_ arguments: ControlArguments) throws(ControlError) -> [Client] {
    let ids = Set(compositor.clients.map { Int($0.processID) })
    guard let id = arguments.integer("pid") ?? (ids.count == 1 ? ids.first : nil) else {
      throw ControlError(
        .failed,
        ids.isEmpty
          ? "There is no client." : "There are clients of \(ids.count) processes; “pid” selects one.")
    }
    guard ids.contains(id) else {
      throw Self.unknown("client with the process ID", "\(id)", ids.sorted().map { "\($0)" })
    }
    return compositor.clients.filter { Int($0.processID) == id }
  }

  var clientMethods: [ControlMethod] {
    [
      ControlMethod(
        "client.disconnect", "Disconnects a client, as a crash of the compositor does.",
        [Self.pidParameter]
      ) { [self] arguments throws(ControlError) in
        for client in try clients(arguments) { client.disconnect() }
        return [:]
      },
      ControlMethod(
        "global.remove", "Removes a global, as a compositor does at run time.",
        [.required("interface", .text, "such as wl_seat")]
      ) { [compositor] arguments throws(ControlError) in
        let name = arguments.text("interface") ?? ""
        guard compositor.removeGlobal(name, isAnnounced: true) else {
          throw ControlError(.failed, "There is no global “\(name)”.")
        }
        return [:]
      },
      ControlMethod(
        "global.restore", "Advertises a removed global again.",
        [
          .required("interface", .text, "such as wl_seat"),
          .optional("version", .integer(1...100), "the former one by default"),
        ]
      ) { [compositor] arguments throws(ControlError) in
        let (name, version) = (arguments.text("interface") ?? "", arguments.integer("version"))
        guard let newest = Compositor.Configuration.supportedGlobals[name] else {
          throw ControlError(.failed, "This compositor has no global “\(name)”.")
        }
        guard version ?? 1 <= Int(newest) else {
          throw ControlError(.failed, "\(name) has the versions 1 to \(newest).")
        }
        compositor.restoreGlobal(name, version: version.map { Int32($0) })
        return [:]
      },
      ControlMethod("session.unlock", "Ends the lock of the session, whose client may have ended.") {
        [compositor] _ in
        compositor.unlockSession()
        return [:]
      },
    ]
  }
}
