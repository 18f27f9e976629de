#!/usr/bin/env python3
"""Makes the packages of PyPI and npm that hold the program, of what goreleaser has built:

    packages/build.py DIST FOLDER [SYSTEM/ARCHITECTURE ...]

DIST is goreleaser's folder. FOLDER gets a wheel and a package of npm for each platform, or for those that are named as
linux/amd64 is, and the package of npm that starts the one of its platform. Installing them fetches nothing else.
"""

import gzip
import io
import json
import pathlib
import re
import sys
import tarfile

import wheel

ROOT = pathlib.Path(__file__).parent.parent
HOME = "https://github.com/jvmlint/jvmlint"
SUMMARY = "Static linter and advisor for JVM flags"

# For each platform of Go the tag of its wheels, and os and cpu as npm has them. The program is linked statically, and
# so runs with any C library. Go 1.26 needs macOS 12.
PLATFORMS = {
    ("linux", "amd64"): ("manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64", "linux", "x64"),
    ("linux", "arm64"): ("manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64", "linux", "arm64"),
    ("darwin", "amd64"): ("macosx_12_0_x86_64", "darwin", "x64"),
    ("darwin", "arm64"): ("macosx_12_0_arm64", "darwin", "arm64"),
    ("windows", "amd64"): ("win_amd64", "win32", "x64"),
    ("windows", "arm64"): ("win_arm64", "win32", "arm64"),
}


def main(dist, folder, *wanted):
    platforms = [tuple(platform.split("/")) for platform in wanted] or list(PLATFORMS)
    folder.mkdir(parents=True, exist_ok=True)
    version = json.loads((dist / "metadata.json").read_text())["version"]
    artifacts = json.loads((dist / "artifacts.json").read_text())
    programs = {(a["goos"], a["goarch"]): dist.parent / a["path"] for a in artifacts if a["type"] == "Binary"}
    if missing := set(platforms) - programs.keys():
        sys.exit(f"build.py: {dist} lacks the program of {sorted(missing)}")
    licences = {"LICENSE": ROOT / "LICENSE", "THIRD_PARTY_NOTICES": ROOT / "build/THIRD_PARTY_NOTICES"}
    licences = {name: path.read_bytes() for name, path in licences.items()}
    for platform in platforms:
        tag, os, cpu = PLATFORMS[platform]
        program = programs[platform].read_bytes()
        name = programs[platform].name
        make_wheel(folder, version, tag, name, program, licences)
        package = f"@jvmlint/{os}-{cpu}"
        described = {"description": f"The program jvmlint for {os} on {cpu}", "os": [os], "cpu": [cpu]}
        make_npm(folder, package, version, described, {name: program, **licences}, programs=[name])
    make_starter(folder, version)


def make_wheel(folder, version, tag, name, program, licences):
    version = python_version(version)
    inside = f"jvmlint-{version}"
    headers = [
        ("Summary", SUMMARY),
        ("License-Expression", "Apache-2.0"),
        *(("License-File", licence) for licence in licences),
        ("Project-URL", f"Source, {HOME}"),
        ("Project-URL", f"Documentation, {HOME}/blob/main/docs/README.md"),
        ("Description-Content-Type", "text/markdown"),
    ]
    files = [(f"{inside}.data/scripts/{name}", program, True)]
    files += [(f"{inside}.dist-info/licenses/{licence}", text, False) for licence, text in licences.items()]
    print(wheel.write(folder, "jvmlint", version, f"py3-none-{tag}", headers, readme(), files))


def python_version(version):
    """A version as Python writes it: a snapshot of goreleaser is one of development."""
    if not re.fullmatch(r"\d+\.\d+\.\d+(-next)?", version):
        sys.exit(f"build.py: {version} is no release, as 1.2.3 is")
    return version.replace("-next", ".dev0")


def make_starter(folder, version):
    """The package of npm that people name: it asks for those of all platforms, and npm takes the one that fits."""
    described = {
        "description": SUMMARY,
        "bin": {"jvmlint": "jvmlint.js"},
        "engines": {"node": ">=18"},
        "optionalDependencies": {f"@jvmlint/{os}-{cpu}": version for _, os, cpu in PLATFORMS.values()},
    }
    files = {"jvmlint.js": (ROOT / "packages/npm/jvmlint.js").read_bytes(), "README.md": readme().encode()}
    files["LICENSE"] = (ROOT / "LICENSE").read_bytes()
    make_npm(folder, "jvmlint", version, described, files, programs=["jvmlint.js"])


def make_npm(folder, name, version, described, files, programs):
    described = {"name": name, "version": version, **described, "license": "Apache-2.0", "homepage": HOME}
    described["repository"] = {"type": "git", "url": f"git+{HOME}.git"}
    files = {"package.json": json.dumps(described, indent=2).encode() + b"\n", **files}
    target = folder / f"{name.replace('@', '').replace('/', '-')}-{version}.tgz"
    with open(target, "wb") as out, gzip.GzipFile("", "wb", fileobj=out, mtime=0) as zipped:
        with tarfile.open(fileobj=zipped, mode="w") as archive:
            for path, content in files.items():
                entry = tarfile.TarInfo(f"package/{path}")
                entry.size, entry.mode = len(content), 0o755 if path in programs else 0o644
                archive.addfile(entry, io.BytesIO(content))
    print(target.name)


def readme():
    """The README, whose links lead to the repository."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    text = re.sub(r'(<img src=")(?!https?:)', rf"\1{HOME}/raw/main/", text)
    return re.sub(r"\]\((?!https?:|#)", f"]({HOME}/blob/main/", text)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), *sys.argv[3:])
