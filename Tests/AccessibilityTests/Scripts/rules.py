"""The rules that every window follows."""

import re

# Roles of objects that need no name.
NAMELESS = {"panel", "label", "heading", "animation", "menu", "scroll pane", "tool tip", "grouping", "frame", "application"}


def violations(program, least_target=24):
    """Returns sentences about objects that break a rule.

    least_target: the smallest width and height of an object with actions, in points; by default that of WCAG 2.2, 2.5.8
    """
    found = []
    for read in program.walk():
        found += [f"{rule}: {read.line}" for rule in _violations_of_object(read, least_target)]
    focused = sum("focused" in read.states for read in program.walk())
    if focused > 1:
        found.append(f"{focused} objects have the focus")
    return found


def _violations_of_object(read, least_target):
    if read.role in ("invalid", "unknown"):
        yield "no role"
    # A scroll pane that is no stop of the focus has actions while its content is larger.
    is_stop = "focusable" in read.states or read.actions and read.role != "scroll pane"
    if not read.name and (read.role not in NAMELESS or is_stop):
        yield "no name"
    if any(not name for name in read.actions):
        yield "an action without a name"
    for index, child in enumerate(read.children):
        if not child.knows_parent:
            yield f"the child {index} has another parent or index"
    if read.role == "application":
        return
    _, _, width, height = read.bounds
    is_showing = "showing" in read.states
    # The items of a carousel turn, and may be seen from the side: it also has actions for the next and the previous one.
    is_flat = not _is_in_carousel(read)
    if is_showing and is_flat and (width <= 0 or height <= 0):
        yield f"empty bounds {width} × {height}"
    # The action of a label is to copy its text.
    is_target = read.actions and read.role not in ("label", "list", "list box", "panel") and "enabled" in read.states
    if is_target and is_flat and is_showing and min(width, height) < least_target:
        yield f"a target of {width} × {height}"
    yield from _order(read)
    positions = [int(child.attributes.get("posinset", 0)) for child in read.children if child.role == "list item"]
    if positions != sorted(set(positions)):
        yield f"the positions {positions}"


def _is_in_carousel(read):
    around = read.parent
    while around and around.attributes.get("roledescription") != "carousel":
        around = around.parent
    return around is not None


def _order(read):
    """Children that are one above the other are read from top to bottom. Items follow their positions."""
    for first, second in zip(read.children, read.children[1:]):
        upper, lower = first.bounds, second.bounds
        overlaps = lower[0] < upper[0] + upper[2] and upper[0] < lower[0] + lower[2]
        is_above = lower[1] + lower[3] <= upper[1]
        if overlaps and is_above and not {"frame", "list item"} & {first.role, second.role}:
            yield f"it is read before what is above it, {first.line}, in"


def show(page, program, least_target=24, prints=True):
    """Prints the violations on a page, and its objects unless `prints` is false."""
    found = violations(program, least_target)
    print(f"page {page}: {len(found)} violations", flush=True)
    for violation in found:
        print(f"  {violation}")
    if prints:
        print("\n".join("  " + _without_machine(text) for text in program.lines()))


def _without_machine(text):
    """Replaces the parts that depend on the run and the machine: the temporary folder, times, the sizes of compressed files, and
    whether texts in its fonts fit into a scroll pane."""
    text = text.replace("scroll pane [next, previous]", "scroll pane")
    text = re.sub(r"[^“]*/accessibility-[^/”]*", "FOLDER", text)
    return re.sub(r"\d+ bytes", "N bytes", re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "TIME", text))
