"""What pip builds of this repository: a wheel without files that asks for the wheel of jvmlint of the same version.

pre-commit installs a hook in Python with `pip install .` in a clone. A program that pip had to build with others would
make everybody wait for those: this one needs none. packages/build.py makes the wheels that hold jvmlint.
"""

import pathlib
import re

import wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    project = pathlib.Path("pyproject.toml").read_text(encoding="utf-8")
    keys = ('name = "(.+)"', 'version = "(.+)"', r'dependencies = \["(.+)"\]')
    name, version, program = (re.search(f"^{key}$", project, re.MULTILINE)[1] for key in keys)
    headers = [("Summary", "The pre-commit hooks of jvmlint"), ("Requires-Dist", program)]
    return wheel.write(wheel_directory, name, version, "py3-none-any", headers, "")
