import Foundation
import HeadlessCompositor

/// A page of HTML that shows what happened in a run: the requests, and the picture after each of them.
struct RunReport {
  private struct Step {
    let text: String
    /// The message of a failed request.
    let failure: String?
    /// The time of the compositor's clock since the begin of the run, in milliseconds.
    let milliseconds: Double
    /// The index of the picture after the request.
    let picture: Int?
  }

  /// The largest size of all pictures, in bytes of PNG.
  private static let mostBytes = 64 << 20

  private let title: String
  private let folder: String
  private let begin: UInt64
  private var steps: [Step] = []
  private var pictures: [String] = []
  private var last: Capture?
  private var size = 0

  /// - Parameters:
  ///   - title: The command of the client.
  ///   - folder: A folder for temporary files.
  ///   - time: The time of the compositor's clock, in nanoseconds.
  init(title: String, folder: String, at time: UInt64) {
    (self.title, self.folder, begin) = (title, folder, time)
  }

  /// Adds a request after it was performed.
  mutating func add(_ text: String, failure: String? = nil, _ compositor: Compositor) {
    let time = Double(compositor.now - min(begin, compositor.now)) / 1e6
    addPicture(compositor.capture(includesCursor: true))
    let index = pictures.isEmpty ? nil : pictures.count - 1
    steps.append(Step(text: text, failure: failure, milliseconds: time, picture: index))
  }

  private mutating func addPicture(_ picture: Capture) {
    guard picture != last, size < Self.mostBytes else { return }
    let path = folder + "/picture.png"
    guard (try? picture.writePNG(to: path)) != nil, let data = FileManager.default.contents(atPath: path)
    else {
      return
    }
    last = picture
    size += data.count
    pictures.append(data.base64EncodedString())
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
      let time = String(format: "%.1f", step.milliseconds)
      return """
        <li class="\(step.failure == nil ? "ok" : "failed")" data-picture="\(step.picture ?? -1)">\
        <span class=time>\(time) ms</span> <code>\(Self.escaped(step.text))</code>\(failure)</li>
        """
    }
    let images = pictures.map { "<img hidden alt=\"\" src=\"data:image/png;base64,\($0)\">" }
    let list = notes.map { "<p class=message>\(Self.escaped($0))</p>" }
    return """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>\(Self.escaped(title))</title><style>
      body{font:14px/1.5 sans-serif;margin:0;display:flex;height:100vh;background:#fff;color:#222}
      nav{width:38%;overflow:auto;padding:1em;box-sizing:border-box}main{flex:1;padding:1em;background:#eee;overflow:auto}
      ol{padding-left:2em}li{padding:.2em .5em;cursor:pointer}li.current{background:#def}li.failed code{color:#b00}
      .time{color:#777}.message{color:#b00;white-space:pre-wrap}img{max-width:100%;border:1px solid #999}
      input{width:100%}</style>
      <nav><h1>\(Self.escaped(title))</h1>\(list.joined())<ol>
      \(rows.joined(separator: "\n"))
      </ol></nav><main><input type="range" id="step" min="0" max="\(max(0, steps.count - 1))" aria-label="Step">
      \(images.joined(separator: "\n"))
      </main><script>
      const items=[...document.querySelectorAll("li")],images=[...document.querySelectorAll("img")];
      const range=document.getElementById("step");
      function show(index){items.forEach((item,n)=>item.classList.toggle("current",n===index));
      const picture=items[index]?Number(items[index].dataset.picture):-1;
      images.forEach((image,n)=>image.hidden=n!==picture);range.value=index;
      items[index]?.scrollIntoView({block:"nearest"})}
      items.forEach((item,n)=>item.addEventListener("click",()=>show(n)));
      range.addEventListener("input",()=>show(Number(range.value)));
      const failed=items.findIndex(item=>item.classList.contains("failed"));
      show(failed<0?items.length-1:failed);
      </script></html>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: "\"", with: "&quot;")
  }
}
