"""Swift as text: string literals, code without comments, and code without comments and literals."""
import re

START = re.compile(r'//[^\n]*|/\*.*?\*/|#*"', re.S)


def skip_string(text, start, code=None):
    """Returns the end of the string literal at `start`, and its words with an ellipsis for each interpolation.

    The interpolations are appended to `code`.
    """
    hashes = 0
    while text[start + hashes] == "#":
        hashes += 1
    place = start + hashes
    quote = '"""' if text.startswith('"""', place) else '"'
    end, escape, place, words = quote + "#" * hashes, "\\" + "#" * hashes, place + len(quote), []
    while place < len(text) and not text.startswith(end, place):
        if text.startswith(escape + "(", place):
            depth, place = 1, place + len(escape) + 1
            begin = place
            while place < len(text) and depth:
                if text[place] == '"':
                    place, _ = skip_string(text, place)
                    continue
                depth += {"(": 1, ")": -1}.get(text[place], 0)
                place += 1
            words.append("…")
            if code is not None:
                code.append(text[begin:place - 1])
        elif text.startswith(escape, place):
            words.append("\n" if text[place + len(escape):place + len(escape) + 1] == "n" else "")
            place += len(escape) + 1
        elif text[place] == "\n" and len(quote) == 1:
            break
        else:
            words.append(text[place])
            place += 1
    return place + len(end), "".join(words)


def code_of(text):
    """The code without comments and string literals. Each line keeps its number, and interpolations are kept."""
    parts, place = [], 0
    while match := START.search(text, place):
        parts.append(text[place:match.start()])
        end, code = match.end(), []
        if match[0].endswith('"') and not match[0].startswith("/"):
            end, _ = skip_string(text, match.start(), code)
        lines = text.count("\n", match.start(), end)
        inner = " ".join(code_of(part).replace("\n", " ") for part in code)
        parts.append(f'"" ({inner}) ' + "\n" * lines if code else '""' + "\n" * lines)
        place = end
    return "".join(parts) + text[place:]


def without_comments(text):
    """The text without comments. Each line keeps its number."""
    parts, place = [], 0
    while match := START.search(text, place):
        end = match.end() if match[0].startswith("/") else skip_string(text, match.start())[0]
        parts += [text[place:match.start()], "\n" * match[0].count("\n") if match[0].startswith("/") else text[match.start():end]]
        place = end
    return "".join(parts) + text[place:]
