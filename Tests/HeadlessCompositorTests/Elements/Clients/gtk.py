"""A window of GTK with a text field, a button and a label. The argument is the version of GTK."""

import sys

import gi

VERSION = sys.argv[1]
gi.require_version("Gtk", VERSION)
from gi.repository import GLib, Gtk  # noqa: E402

loop = GLib.MainLoop()
window = Gtk.Window(title="Greeting", default_width=300, default_height=200)
entry, button, label = Gtk.Entry(), Gtk.Button(label="Greet"), Gtk.Label(label="Nothing yet")
second = Gtk.Button(label="Clear")
button.connect("clicked", lambda *_: label.set_label(f"Hello {entry.get_text()}"))
second.connect("clicked", lambda *_: label.set_label("Cleared"))
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
for child in (entry, button, second, label):
    box.append(child) if VERSION == "4.0" else box.pack_start(child, False, False, 0)
if VERSION == "4.0":
    window.set_child(box)
    window.connect("close-request", lambda *_: loop.quit())
    window.present()
else:
    window.add(box)
    window.connect("destroy", lambda *_: loop.quit())
    window.show_all()
loop.run()
