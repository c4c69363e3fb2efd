import Foundation
import LoopbackServer
import RemoteImages
import Testing

/// Redirects, addresses, and the texts of errors.
struct RedirectTests {
  /// Loads a picture that redirects to `target` in each form of redirect.
  private func redirect(_ target: String) throws -> [Outcome] {
    try ["301 Moved", "302 Found", "303 Other", "307 Temporary", "308 Permanent"].map { status in
      let stage = try RemoteStage { request, connection in
        if request.path == "/end" { return connection.respond("200 OK", [], pixmap(8)) }
        connection.respond(status, target.isEmpty ? [] : ["Location: \(target)"])
      }
      return stage.load(stage.fetcher())
    }
  }

  @Test("A redirect is followed, to an absolute or a relative address")
  func followed() throws {
    #expect(try redirect("/end") == Array(repeating: .picture(width: 8), count: 5))
    #expect(try redirect("x/../end") == Array(repeating: .picture(width: 8), count: 5))
  }

  @Test(
    "A redirect to another scheme is refused",
    arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "dict://h/x", "FILE:///etc/passwd"])
  func otherScheme(target: String) throws {
    let scheme = String(target.prefix { $0 != ":" }).lowercased()
    let expected = Outcome.failure(.unsupportedScheme(scheme, isRedirect: true))
    #expect(try redirect(target).allSatisfy { $0 == expected })
  }

  @Test(
    "A redirect without a valid target is refused",
    arguments: ["", "http://", "http://[::1", "http://a:99999999/"])
  func invalid(target: String) throws {
    #expect(try redirect(target).allSatisfy { $0 == .failure(.invalidRedirect) })
  }

  @Test(
    "A server on the internet cannot redirect to this computer, not by a name either",
    arguments: ["127.0.0.1", "localhost", "127.1"])
  func local(host: String) throws {
    let target = try RemoteStage { $1.respond("200 OK", ["Cache-Control: max-age=100"], pixmap(9)) }
    let stage = try RemoteStage {
      $1.respond("302 Found", ["Location: http://\(host):\(target.server.port)/"])
    }
    let (port, targetPort) = (stage.server.port, target.server.port)
    let fetcher = stage.fetcher { $0.scope = { $1 == port ? .global : AddressScope($0) } }
    #expect(stage.load(fetcher) == .failure(.localRedirect))
    #expect(target.received.isEmpty)
    // The user may enter such an address, and a local server may redirect to another.
    #expect(Pending(fetcher, "http://\(host):\(targetPort)/").outcome == .picture(width: 9))
    // Its picture is now cached, but not for a server on the internet.
    #expect(stage.load(fetcher) == .failure(.localRedirect))
    #expect(stage.load(stage.fetcher()) == .picture(width: 9))
  }

  @Test(
    "With a proxy, a redirect to a local number and each direct connection are checked, too",
    arguments: ["http://127.0.0.1:9/", "http://localhost:9/", "http://10.0.0.1/", "http://[fd00::1]/"])
  func proxy(target: String) throws {
    let proxy = try RemoteStage { $1.respond("200 OK", [], pixmap(9)) }
    let stage = try RemoteStage { $1.respond("302 Found", ["Location: \(target)"]) }
    let port = stage.server.port
    let proxyAddress = proxy.server.address("")
    for scheme in ["http", "https"] {
      let fetcher = stage.fetcher {
        $0.scope = { $1 == port ? .global : AddressScope($0) }
        $0.proxy = { $0 == scheme ? proxyAddress : nil }
      }
      #expect(stage.load(fetcher) == .failure(.localRedirect))
    }
    #expect(proxy.received.isEmpty)
  }

  @Test("A redirect to a name is sent to the proxy, which finds the address")
  func proxiedName() throws {
    let proxy = try RemoteStage { $1.respond("200 OK", [], pixmap(9)) }
    let stage = try RemoteStage { $1.respond("302 Found", ["Location: http://pictures.invalid/a"]) }
    let port = stage.server.port
    let proxyAddress = proxy.server.address("")
    let fetcher = stage.fetcher {
      $0.scope = { $1 == port ? .global : AddressScope($0) }
      $0.proxy = { _ in proxyAddress }
    }
    #expect(stage.load(fetcher) == .picture(width: 9))
    #expect(proxy.received.count == 1)
  }

  @Test("A redirect to a local server is refused on a connection that is open already, too")
  func localConnection() throws {
    let keepsOpen = "Connection: keep-alive"
    let target = try RemoteStage { _, connection in
      connection.send("HTTP/1.1 200 OK\r\n\(keepsOpen)\r\nContent-Length: 1\r\n\r\nx")
      connection.waitForEnd()
    }
    let (address, targetPort) = (target.server.address("/a"), target.server.port)
    let stage = try RemoteStage { $1.respond("302 Found", ["Location: \(address)"]) }
    let port = stage.server.port
    let fetcher = stage.fetcher { $0.scope = { $1 == port ? .global : .local } }
    guard case .failure(.undecodable) = Pending(fetcher, target.server.address("/b")).outcome else {
      Issue.record("the server sends no picture")
      return
    }
    #expect(stage.load(fetcher) == .failure(.localRedirect))
    #expect(target.received.count == 1)
    #expect(targetPort != port)
  }

  @Test(
    "Addresses of this computer, of local networks and of special use are local",
    arguments: [
      ("127.0.0.1", true), ("127.255.0.9", true), ("10.0.0.1", true), ("172.16.0.1", true),
      ("172.32.0.1", false), ("172.15.0.1", false), ("192.168.1.1", true), ("192.169.1.1", false),
      ("169.254.169.254", true), ("100.64.0.1", true), ("100.128.0.1", false), ("0.0.0.0", true),
      ("224.0.0.1", true), ("255.255.255.255", true), ("192.0.2.1", true), ("8.8.8.8", false), ("::1", true),
      ("::", true), ("fe80::1", true), ("fe80::1%eth0", true), ("fd00::1", true), ("fec0::1", true),
      ("ff02::1", true), ("::ffff:127.0.0.1", true), ("::ffff:8.8.8.8", false), ("::127.0.0.1", true),
      ("64:ff9b::10.0.0.1", true), ("64:ff9b::8.8.8.8", false), ("2002:a00:1::", true),
      ("2002:808:808::", false), ("2001:db8::1", true), ("2606:4700::1111", false), ("example.org", true),
      ("", true),
    ])
  func scope(address: String, isLocal: Bool) {
    #expect((AddressScope(address) == .local) == isLocal)
  }

  @Test("A loop of redirects ends at the limit")
  func loop() throws {
    let stage = try RemoteStage { $1.respond("302 Found", ["Location: \($0.path)x"]) }
    #expect(stage.load(stage.fetcher()) == .failure(.tooManyRedirects(limit: 5)))
    #expect(stage.received.count == 6)
    #expect(stage.load(stage.fetcher { $0.limits.redirects = 0 }) == .failure(.tooManyRedirects(limit: 0)))
  }

  @Test("Credentials are sent to their own server only, and appear in no text")
  func credentials() throws {
    let other = try RemoteStage { $1.respond("200 OK", [], pixmap(5)) }
    let target = other.server.address("/")
    let stage = try RemoteStage { request, connection in
      switch request.path {
      case "/same": connection.respond("302 Found", ["Location: /picture"])
      case "/away": connection.respond("302 Found", ["Location: \(target)"])
      case "/picture": connection.respond("200 OK", [], pixmap(6))
      default: connection.respond("404 Not Found")
      }
    }
    let base = "http://tom:s%65cret@127.0.0.1:\(stage.server.port)"
    let fetcher = stage.fetcher()
    #expect(Pending(fetcher, base + "/same").outcome == .picture(width: 6))
    #expect(stage.received.allSatisfy { $0.fields["authorization"] == "Basic dG9tOnNlY3JldA==" })
    #expect(Pending(fetcher, base + "/away").outcome == .picture(width: 5))
    #expect(other.received.map { $0.fields["authorization"] } == [nil])
    guard case .failure(let error) = try Pending(fetcher, base + "/no?token=xyzzy#part").wait() else {
      Issue.record("there is no such picture")
      return
    }
    let source = RemoteImageSource(base + "/no?token=xyzzy", fetcher: fetcher)
    for text in [
      "\(error)", String(reflecting: error), "\(source)", String(reflecting: source), source.identity,
    ] {
      for secret in ["tom", "s%65cret", "secret", "xyzzy"] { #expect(!text.contains(secret), "\(text)") }
    }
    #expect(error.description.contains("http://127.0.0.1:\(stage.server.port)/no?…"))
  }

  @Test(
    "A text that is no address is refused without a request",
    arguments: [
      "", "x", "http:", "http://", "https://[1", "http://a b/", "//host/x", "http://\u{202E}gnp.a/",
      "http://a:b:c/",
      "http://a\0b/", "http://host:70000/",
    ])
  func invalidAddress(text: String) throws {
    let stage = try RemoteStage { _, _ in }
    #expect(Pending(stage.fetcher(), text).outcome == .failure(.invalidAddress))
    let long = "http://h/" + String(repeating: "x", count: 20_000)
    #expect(Pending(stage.fetcher(), long).outcome == .failure(.invalidAddress))
  }

  @Test(
    "An address with another scheme is refused",
    arguments: ["file:///etc/passwd", "ftp://h/x", "gopher://h/x"])
  func otherAddress(text: String) throws {
    let stage = try RemoteStage { _, _ in }
    let scheme = String(text.prefix { $0 != ":" })
    #expect(Pending(stage.fetcher(), text).outcome == .failure(.unsupportedScheme(scheme, isRedirect: false)))
  }

  @Test("Sources of the same address have the same identity; other credentials have another")
  func identity() {
    func identity(_ text: String) -> String { RemoteImageSource(text).identity }
    #expect(identity("http://h/a.png") == identity("HTTP://h/a.png#x"))
    #expect(identity("http://h/a.png") != identity("https://h/a.png"))
    #expect(identity("http://h/a.png") != identity("http://u:p@h/a.png"))
    #expect(identity("nonsense") != identity("other nonsense"))
  }

  @Test(
    "A server with https: is verified, and neither falls back to http: nor redirects there unless allowed")
  func secure() throws {
    let plain = try RemoteStage { $1.respond("200 OK", [], pixmap(7)) }
    let secure = try SecureServer(
      response: "HTTP/1.1 302 Found\r\nLocation: \(plain.server.address("/"))\r\n\r\n")
    let address = "https://localhost:\(secure.port)/response"
    let untrusted = Pending(plain.fetcher(), address).outcome
    guard case .failure(.insecureConnection) = untrusted else {
      Issue.record("\(untrusted)")
      return
    }
    let trusting = plain.fetcher { $0.certificateFile = secure.certificate }
    #expect(Pending(trusting, address).outcome == .failure(.insecureRedirect))
    #expect(plain.received.isEmpty)
    let lenient = plain.fetcher {
      $0.certificateFile = secure.certificate
      $0.allowsInsecureRedirects = true
    }
    #expect(Pending(lenient, address).outcome == .picture(width: 7))
    // A server that does not speak TLS.
    let wrong = Pending(trusting, "https://localhost:\(plain.server.port)/").outcome
    guard case .failure(.insecureConnection) = wrong else {
      Issue.record("\(wrong)")
      return
    }
  }
}

/// The program `openssl` as a server with a certificate of its own, which sends one response.
private final class SecureServer {
  let port: Int
  let certificate: String
  private let process = Process()
  private let folder = FileManager.default.temporaryDirectory.appending(path: "secure-\(UUID().uuidString)")

  init(response: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(response.utf8).write(to: folder.appending(path: "response"))
    certificate = folder.appending(path: "certificate.pem").path
    try run(
      [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days",
      ]
        + [
          "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", "key.pem",
          "-out",
        ]
        + [certificate], in: folder)
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", "key.pem", "-HTTP",
    ]
    process.currentDirectoryURL = folder
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.contains("ACCEPT 127.0.0.1:") || text.last != "\n" {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    port = text.split(separator: ":").last.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
  }

  deinit {
    process.terminate()
    try? FileManager.default.removeItem(at: folder)
  }
}
