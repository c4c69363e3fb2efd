"""Writes a script for `headless-compositor run` from what a person does.

    headless-compositor-record --output test.txt -- CLIENT [ARGUMENT]…
    python3 -m headless_compositor_record --output test.txt -- CLIENT [ARGUMENT]…

The program prints the address of a page for a browser on this machine. The page shows the client; the mouse and the keyboard act on
it. The button “Check” adds an expectation of the present picture, which is written beside the script. The script is complete when the
client has ended, or after Ctrl-C.
"""

import argparse
import http.server
import json
import os
import re
import secrets
import sys
import threading
import time

from headless_compositor import Compositor, ControlError

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Recorder</title><style>
body{font:14px sans-serif;margin:1em}img{border:1px solid #999;cursor:crosshair;user-select:none}pre{background:#eee;padding:1em}</style>
<button id="check">Check the picture</button> <span id="state"></span><br><img id="output" alt="The output" draggable="false" tabindex="0">
<pre id="script"></pre><script>
const image=document.getElementById("output"),key=location.hash.slice(1);let down=null,text="";
async function send(action){const reply=await fetch("/act?key="+key,{method:"POST",body:JSON.stringify(action)});
const state=await reply.json();document.getElementById("script").textContent=state.script.join("\\n");
document.getElementById("state").textContent=state.message;refresh()}
function refresh(){image.src="/picture?key="+key+"&"+Date.now()}
const point=event=>({x:Math.round(event.offsetX),y:Math.round(event.offsetY)});
image.addEventListener("mousedown",event=>{event.preventDefault();image.focus();down={...point(event),at:Date.now()}});
image.addEventListener("mouseup",event=>{if(!down)return;const end=point(event),moved=Math.hypot(end.x-down.x,end.y-down.y);
send(moved<4?{kind:"click",x:down.x,y:down.y,button:event.button}:{kind:"drag",x:down.x,y:down.y,to_x:end.x,to_y:end.y,milliseconds:Date.now()-down.at});down=null});
image.addEventListener("contextmenu",event=>event.preventDefault());
image.addEventListener("wheel",event=>{event.preventDefault();send({kind:"wheel",...point(event),notches:Math.sign(event.deltaY)})},{passive:false});
image.addEventListener("keydown",event=>{if(["Shift","Control","Alt","Meta"].includes(event.key))return;event.preventDefault();
send({kind:"key",key:event.key,control:event.ctrlKey,alt:event.altKey,shift:event.shiftKey})});
document.getElementById("check").addEventListener("click",()=>send({kind:"check"}));setInterval(refresh,500);refresh();
</script></html>"""

_KEYS = {"Escape": "escape", "Enter": "enter", "Tab": "tab", "Backspace": "backspace", "Delete": "delete", "Home": "home", "End": "end",
         "PageUp": "page-up", "PageDown": "page-down", "ArrowUp": "up", "ArrowDown": "down", "ArrowLeft": "left",
         "ArrowRight": "right", "Insert": "insert", " ": "space"} | {f"F{number}": f"f{number}" for number in range(1, 13)}
_BUTTONS = {0: "left", 1: "middle", 2: "right"}


class Recorder:
    """Performs what a person does, and collects it as lines of a script."""

    def __init__(self, compositor, path):
        self.compositor, self.path = compositor, path
        self.lines = []
        self.message = ""
        self._checks = 0
        self._lock = threading.Lock()

    def perform(self, line):
        """Performs a line of a script and adds it, followed by frames in which the client draws."""
        method, *words = re.findall(r'(?:[^\s"]|"(?:\\.|[^"\\])*")+', line)
        parameters = dict(word.split("=", 1) for word in words)
        values = {name: json.loads(value) if value[:1] == '"' else value for name, value in parameters.items()}
        self.compositor.call(method, **values)
        self.lines.append(line)

    def act(self, action):
        with self._lock:
            self.message = ""
            try:
                for line in self.requests(action):
                    self.perform(line)
                if action["kind"] != "check":
                    self.perform("advance frames=5")
            except ControlError as error:
                self.message = str(error)
            self.save()
            return {"script": self.lines[-30:], "message": self.message}

    def requests(self, action):
        """The lines of a script for an action of the page."""
        kind = action["kind"]
        numbers = {name: int(value) for name, value in action.items() if isinstance(value, (int, float)) and not isinstance(value, bool)}
        if kind == "click":
            button = _BUTTONS.get(numbers.get("button", 0), "left")
            return [f"pointer.click x={numbers['x']} y={numbers['y']}" + ("" if button == "left" else f" button={button}")]
        if kind == "drag":
            duration = min(max(numbers["milliseconds"], 50), 5000)
            return [f"pointer.drag x={numbers['x']} y={numbers['y']} to_x={numbers['to_x']} to_y={numbers['to_y']} milliseconds={duration}"]
        if kind == "wheel":
            return [f"pointer.move x={numbers['x']} y={numbers['y']}", f"pointer.wheel notches={numbers['notches']}"]
        if kind == "check":
            self._checks += 1
            name = f"{os.path.splitext(self.path)[0]}-{self._checks}.png"
            self.compositor.capture(path=name)
            return [f"expect.picture path={json.dumps(name, ensure_ascii=False)}"]
        return self.key(action)

    @staticmethod
    def key(action):
        name = _KEYS.get(action["key"])
        modifiers = [word for word in ("control", "alt") if action.get(word)]
        if name is None and len(action["key"]) == 1 and not modifiers:
            return [f"keyboard.type text={json.dumps(action['key'], ensure_ascii=False)}"]
        if name is None and not re.fullmatch(r"[a-z0-9]", action["key"].lower()):
            return []
        modifiers += ["shift"] if action.get("shift") else []
        return [f"keyboard.tap keys={'+'.join(modifiers + [name or action['key'].lower()])}"]

    def save(self):
        with open(self.path, "w") as file:
            file.write("\n".join(self.lines) + "\n")


def serve(recorder, key):
    """Starts the server of the page on this machine, and returns it."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def permitted(self):
            # Another page in the browser must not control the client.
            if f"key={key}" in self.path or self.path == "/":
                return True
            self.send_error(403)
            return False

        def reply(self, kind, content):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def do_GET(self):
            if not self.permitted():
                return
            if self.path == "/":
                return self.reply("text/html; charset=utf-8", _PAGE.encode())
            with recorder._lock:
                path = os.path.join(recorder.compositor.environment["XDG_RUNTIME_DIR"], "picture.png")
                recorder.compositor.capture(path=path)
                with open(path, "rb") as file:
                    content = file.read()
            self.reply("image/png", content)

        def do_POST(self):
            if not self.permitted():
                return
            size = min(int(self.headers.get("Content-Length", 0)), 65536)
            try:
                state = recorder.act(json.loads(self.rfile.read(size)))
            except (ValueError, KeyError, TypeError):
                return self.send_error(400)
            self.reply("application/json", json.dumps(state).encode())

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def main(arguments=None):
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--output", default="recorded.txt")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("client", nargs="+")
    options = parser.parse_args(arguments)
    width, height = (int(part) for part in options.size.split("x"))
    with Compositor(width=width, height=height) as compositor:
        client = compositor.start(*options.client)
        recorder = Recorder(compositor, options.output)
        recorder.perform("expect.window within=30")
        recorder.perform("advance frames=10")
        key = secrets.token_urlsafe(12)
        server = serve(recorder, key)
        print(f"Open http://127.0.0.1:{server.server_address[1]}/#{key} in a browser on this machine; Ctrl-C ends.", flush=True)
        try:
            while client.poll() is None:
                time.sleep(0.2)
        except KeyboardInterrupt:
            pass
        server.shutdown()
        recorder.save()
        print(f"{len(recorder.lines)} lines in {options.output}")


if __name__ == "__main__":
    sys.exit(main())
