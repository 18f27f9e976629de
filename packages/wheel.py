"""Writes wheels of Python: archives that pip unpacks. Each file comes out the same on every machine.

https://packaging.python.org/en/latest/specifications/binary-distribution-format/
"""

import base64
import hashlib
import pathlib
import zipfile


def write(folder, name, version, tag, headers, description, files=()):
    """Writes a wheel into a folder and returns its name.

    The headers are those of METADATA, in pairs, behind the name and the version. Of each file there are the path
    within the wheel, the content and whether it is a program.
    """
    name = name.replace("-", "_")
    info = f"{name}-{version}.dist-info"
    metadata = [("Metadata-Version", "2.4"), ("Name", name.replace("_", "-")), ("Version", version), *headers]
    wheel = [("Wheel-Version", "1.0"), ("Generator", "jvmlint"), ("Root-Is-Purelib", "false")]
    wheel += [("Tag", one) for one in tags(tag)]
    files = [
        *files,
        (f"{info}/METADATA", (fields(metadata) + "\n" + description).encode(), False),
        (f"{info}/WHEEL", fields(wheel).encode(), False),
    ]
    record = "".join(f"{path},{digest(content)},{len(content)}\n" for path, content, _ in files)
    files.append((f"{info}/RECORD", (record + f"{info}/RECORD,,\n").encode(), False))
    target = pathlib.Path(folder, f"{name}-{version}-{tag}.whl")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content, program in files:
            entry = zipfile.ZipInfo(path)  # of 1980: no clock is looked at
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if program else 0o100644) << 16
            archive.writestr(entry, content)
    return target.name


def tags(compressed):
    """A tag that stands for several platforms, as one tag for each."""
    python, abi, platforms = compressed.split("-")
    return [f"{python}-{abi}-{platform}" for platform in platforms.split(".")]


def fields(pairs):
    return "".join(f"{key}: {value}\n" for key, value in pairs)


def digest(content):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
