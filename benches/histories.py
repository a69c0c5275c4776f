"""Inputs that grow: histories of descriptor sets, and sources with more and more of one thing. Measures nothing.

Whatever grows, everything is compatible: a newer version only has more fields."""

import shutil

import measure

KINDS = [1, 3, 4, 5, 8, 9, 12, 13, 17, 18]  # FieldDescriptorProto.Type: double, int64, uint64, int32, bool, string, …
OPTIONAL = 1
SCALARS = ["int32", "int64", "bool", "string", "bytes", "double"]


def varint(value):
    """A base-128 number."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def descriptor(at):
    """A FieldDescriptorProto: name, number, label, type."""
    body = text(1, f"field_{at}") + number(3, at) + number(4, OPTIONAL) + number(5, KINDS[at % len(KINDS)])
    return text(2, body)


def version(at, fields):
    """A FileDescriptorSet of one proto3 file with one message: each version adds a field and takes the oldest of the last
    ten away."""
    lasting = fields - 10
    numbers = [*range(1, lasting + 1), *range(lasting + at, fields + at)]
    message = text(1, "Wide") + b"".join(descriptor(number) for number in numbers)
    return text(1, text(1, "wide.proto") + text(2, "history") + text(4, message) + text(12, "proto3"))


def history(versions, fields=200):
    """A directory of versions, and one to propose. Every pair is compared to the end."""
    directory = fresh("history")
    for at in range(1, versions + 1):
        (directory / f"{at}.binpb").write_bytes(version(at, fields))
    proposed = measure.OUT / "growth" / "proposed.binpb"
    proposed.write_bytes(version(versions + 1, fields))
    return str(directory), str(proposed)


def one_message(fields):
    """One message of many fields."""
    return two_versions(lambda more: message("Wide", fields, more))


def many_messages(messages):
    """Messages of five fields that do not know each other."""
    return two_versions(lambda more: "".join(message(f"M{at}", 5, more) for at in range(messages)))


def one_root(messages):
    """Messages of five fields, of which the first reaches all, each two others at most."""

    def body(more):
        for at in range(messages):
            children = [child for child in (2 * at + 1, 2 * at + 2) if child < messages]
            yield message(f"M{at}", 5, more, "".join(f"  M{child} m{child} = {child - 2 * at + 20};\n" for child in children))

    return two_versions(lambda more: "".join(body(more)))


def root(at, more):
    """A root of three messages."""
    inner = message("A", 2, 0) + message("B", 2, more)
    return message(f"R{at}", 2, more, f"{inner}  A a = 21;\n  B b = 22;\n")


def roots_of_a_file(roots):
    """Roots of three messages, all in one file."""
    return two_versions(lambda more: "".join(root(at, more) for at in range(roots)))


def roots_of_files(roots):
    """The same, a file for each root, all of which import one file."""
    folders = []
    for more in (0, 1):
        folder = fresh(f"v{more + 1}")
        (folder / "shared.proto").write_text(head(message("Shared", 5, more)))
        for at in range(roots):
            body = root(at, more).replace("\n}\n", "\n  Shared shared = 23;\n}\n")
            (folder / f"r{at}.proto").write_text(head(body, 'import "shared.proto";\n'))
        folders.append(f"tree:{folder}")
    return tuple(folders)


def two_versions(body):
    """Two sources; the body of the second is asked to have one field more."""
    return tuple(written(fresh(f"v{more + 1}") / "growth.proto", head(body(more))) for more in (0, 1))


def message(name, fields, more, inside=""):
    """The text of a message."""
    lines = "".join(f"  {SCALARS[at % len(SCALARS)]} f{at} = {at};\n" for at in numbers(fields + more))
    return f"message {name} {{\n{inside}{lines}}}\n"


def numbers(fields):
    """Field numbers without those that are reserved for the runtimes, and without those of `inside`."""
    count = (at for at in range(1, fields + 2000) if not 20 <= at < 30 and not 19000 <= at < 20000)
    return [next(count) for _ in range(fields)]


def head(body, imports=""):
    return f'syntax = "proto3";\npackage growth;\n{imports}{body}'


def fresh(name):
    """An empty directory under benches/out/."""
    directory = measure.OUT / "growth" / name
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    return directory


def written(path, text):
    path.write_text(text)
    return str(path)
