import Foundation
import HeadlessCompositor

/// A page of HTML that shows what happened in a run: the requests, the frames after each of them, and the messages between the
/// compositor and its clients.
struct RunReport {
  private struct Step {
    let text: String
    /// The message of a failed request.
    let failure: String?
    /// The time of the compositor's clock since the begin of the run, in milliseconds.
    let milliseconds: Double
    /// The index of the last picture of the request.
    let picture: Int?
    /// The messages of the request.
    let messages: [WireMessage]
    /// The number of further messages.
    let omitted: Int
  }

  /// A picture of the output after a frame.
  private struct Frame {
    let step: Int
    let milliseconds: Double
    let label: String
    let png: String
  }

  /// The largest size of all pictures, in bytes of PNG.
  private static let mostBytes = 64 << 20
  /// The most pictures and messages of one request.
  private static let mostFrames = 30
  private static let mostMessages = 300

  private let title: String
  private let folder: String
  private let begin: UInt64
  private var steps: [Step] = []
  private var frames: [Frame] = []
  private var last: Capture?
  private var size = 0
  /// The number of the first message of the next request.
  private var firstMessage = 0

  /// - Parameters:
  ///   - title: The command of the client.
  ///   - folder: A folder for temporary files.
  ///   - time: The time of the compositor's clock, in nanoseconds.
  init(title: String, folder: String, at time: UInt64) {
    (self.title, self.folder, begin) = (title, folder, time)
  }

  /// Adds a frame that was presented during a request.
  mutating func addFrame(_ compositor: Compositor) {
    guard frames.count(where: { $0.step == steps.count }) < Self.mostFrames else { return }
    addPicture(compositor.capture(includesCursor: true), at: milliseconds(compositor), "")
  }

  /// Adds a request after it was performed.
  ///
  /// - Parameters:
  ///   - failure: The message of a failed request.
  ///   - difference: The picture that marks the pixels in which a picture differs from the expected one.
  mutating func add(
    _ text: String, failure: String? = nil, _ compositor: Compositor, _ log: MessageLog,
    difference: Capture? = nil
  ) {
    let time = milliseconds(compositor)
    addPicture(compositor.capture(includesCursor: true), at: time, "")
    if let difference { addPicture(difference, at: time, "difference") }
    let all = Array(log.messages(from: firstMessage))
    let (messages, omitted) = (all.prefix(Self.mostMessages), max(0, all.count - Self.mostMessages))
    firstMessage = log.total
    steps.append(
      Step(
        text: text, failure: failure, milliseconds: time, picture: frames.indices.last,
        messages: messages.map(\.message), omitted: omitted))
  }

  private func milliseconds(_ compositor: Compositor) -> Double {
    Double(compositor.now - min(begin, compositor.now)) / 1e6
  }

  private mutating func addPicture(_ picture: Capture, at time: Double, _ label: String) {
    guard picture != last, size < Self.mostBytes else { return }
    let path = folder + "/picture.png"
    guard (try? picture.writePNG(to: path)) != nil, let data = FileManager.default.contents(atPath: path)
    else {
      return
    }
    if label.isEmpty { last = picture }
    size += data.count
    frames.append(
      Frame(step: steps.count, milliseconds: time, label: label, png: data.base64EncodedString()))
  }

  /// Writes the page.
  ///
  /// - Throws: `UsageError` if the file cannot be written.
  func write(to path: String, notes: [String]) throws(UsageError) {
    do { try Data(page(notes).utf8).write(to: URL(fileURLWithPath: path)) } catch {
      throw UsageError("--report cannot write \(path): \(error.localizedDescription)")
    }
  }

  private func page(_ notes: [String]) -> String {
    let rows = steps.map { step in
      let failure = step.failure.map { "<div class=message>\(Self.escaped($0))</div>" } ?? ""
      return """
        <li class="\(step.failure == nil ? "ok" : "failed")" data-picture="\(step.picture ?? -1)">\
        <span class=time>\(Self.number(step.milliseconds)) ms</span> <code>\(Self.escaped(step.text))</code>\(failure)</li>
        """
    }
    let strip = frames.map { frame in
      let text = "\(Self.number(frame.milliseconds)) ms \(frame.label)"
      return """
        <figure data-step="\(frame.step)" data-time="\(Self.escaped(text))"><img alt="" src="data:image/png;base64,\(frame.png)">\
        <figcaption>\(Self.escaped(text))</figcaption></figure>
        """
    }
    let list = notes.map { "<p class=message>\(Self.escaped($0))</p>" }
    return Self.head(Self.escaped(title)) + """
      <nav><h1>\(Self.escaped(title))</h1>\(list.joined())<ol>
      \(rows.joined(separator: "\n"))
      </ol></nav><main>
      <label>Frame <input type="range" id="frame" min="0" max="\(max(0, frames.count - 1))"></label> <output id="time"></output>
      <div id="strip">
      \(strip.joined(separator: "\n"))
      </div><img id="picture" alt="The output"></main>
      <aside><h2>Messages</h2><label><input type="checkbox" id="input"> only input</label>
      \(steps.enumerated().map { messages($1, number: $0 + 1) }.joined(separator: "\n"))
      </aside>
      """ + Self.script
  }

  /// The messages of a request, in which a class marks the events of input.
  private func messages(_ step: Step, number: Int) -> String {
    let rows = step.messages.map { message in
      let isInput =
        message.direction == .event
        && ["wl_pointer", "wl_keyboard", "wl_touch", "zwp_tablet"].contains {
          message.interface.hasPrefix($0)
        }
      let kind = isInput ? "input" : message.direction.rawValue
      let time = Double(message.time - min(begin, message.time)) / 1e6
      return
        "<div class=\(kind)><span class=time>\(Self.number(time))</span> \(message.direction == .request ? "→" : "←") \(Self.escaped("\(message)"))</div>"
    }
    let more = step.omitted > 0 ? "<div>and \(step.omitted) more</div>" : ""
    return "<section><h3>\(number). \(Self.escaped(step.text))</h3>\(rows.joined())\(more)</section>"
  }

  private static func number(_ value: Double) -> String { String(format: "%.1f", value) }

  private static func head(_ title: String) -> String {
    """
    <!doctype html><html lang="en"><meta charset="utf-8"><title>\(title)</title><style>
    body{font:14px/1.5 sans-serif;margin:0;display:flex;height:100vh;background:#fff;color:#222}
    nav{width:28%;overflow:auto;padding:1em;box-sizing:border-box}main{flex:1;padding:1em;background:#eee;overflow:auto}
    aside h3{font-size:12px;margin:1em 0 0}aside{width:28%;overflow:auto;padding:1em;box-sizing:border-box;font:12px/1.4 monospace}
    ol{padding-left:2em}li{padding:.2em .5em;cursor:pointer}.current{background:#def}li.failed code{color:#b00}
    .time{color:#777}.message{color:#b00;white-space:pre-wrap}#picture{max-width:100%;border:1px solid #999}
    #strip{display:flex;overflow-x:auto;gap:4px;padding:4px 0}figure{margin:0;padding:4px;cursor:pointer;flex:none}
    figure img{height:70px;border:1px solid #999}figcaption{font-size:11px;color:#555}input[type=range]{width:70%}
    .input{background:#fed}aside.filtered section div:not(.input){display:none}</style>

    """
  }

  private static let script = """
    <script>
    const all=query=>[...document.querySelectorAll(query)],byID=id=>document.getElementById(id);
    const items=all("li"),frames=all("figure"),sections=all("section");
    function showFrame(index){frames.forEach((frame,n)=>frame.classList.toggle("current",n===index));
    const frame=frames[index];if(!frame)return;byID("picture").src=frame.firstElementChild.src;
    byID("frame").value=index;byID("time").textContent=frame.dataset.time;frame.scrollIntoView({block:"nearest",inline:"nearest"})}
    function showStep(index){items.forEach((item,n)=>item.classList.toggle("current",n===index));
    sections.forEach((section,n)=>section.classList.toggle("current",n===index));
      sections[index]?.scrollIntoView({block:"center"});items[index]?.scrollIntoView({block:"nearest"})}
    items.forEach((item,n)=>item.addEventListener("click",()=>{showStep(n);showFrame(Number(item.dataset.picture))}));
    const open=index=>{showFrame(index);showStep(Number(frames[index]?.dataset.step))};
    frames.forEach((frame,n)=>frame.addEventListener("click",()=>open(n)));
    byID("frame").addEventListener("input",event=>open(Number(event.target.value)));
    byID("input").addEventListener("change",event=>document.querySelector("aside").classList.toggle("filtered",event.target.checked));
    const failed=items.findIndex(item=>item.classList.contains("failed")),start=failed<0?items.length-1:failed;
    showStep(start);if(items[start])showFrame(Number(items[start].dataset.picture));
    </script></html>

    """

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: "\"", with: "&quot;")
  }
}
