# SPDX-License-Identifier: MIT
"""What can be said of the recipes without their programs: checks.py files SOURCE, and
checks.py flatpak_names SOURCE PREFIX, which makes of an installed program what a Flatpak would export."""
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

import yaml

MANIFEST = "packaging/flatpak/io.phasebox.Phasebox.yml"

# What our CMake files look for -> the module of the Flatpak that brings it, and its package in Debian.
MODULES = {"CLI11": ("cli11", "libcli11-dev"), "nlohmann_json": ("nlohmann-json", "nlohmann-json3-dev"),
           "fmt": ("fmt", "libfmt-dev"), "stb": ("stb", "libstb-dev"), "HWY": ("highway", "libhwy-dev"),
           "TBB": ("onetbb", "libtbb-dev"), "imgui": ("phasebox", "libimgui-dev")}
FONT = ("wqy-microhei", "fonts-wqy-microhei")
# ... and what the runtime has.
RUNTIME = {"PkgConfig", "ZLIB", "libzstd", "libwebp", "libwebpmux", "GIF", "SDL2", "epoxy"}
VCPKG = {"HWY": "highway", "TBB": "tbb"}

# The properties of flatpak-manifest(5) that we use.
PROPERTIES = {
    "manifest": {"id", "runtime", "runtime-version", "sdk", "command", "rename-desktop-file", "rename-icon",
                 "finish-args", "cleanup", "modules"},
    "module": {"name", "buildsystem", "builddir", "config-opts", "build-commands", "post-install", "sources"},
    "archive": {"type", "url", "sha256", "dest"}, "dir": {"type", "path", "skip"}, "file": {"type", "path"}}


def check(is_so, what):
    if not is_so:
        sys.exit(f"recipes.sh: {what}")


def known(what, kind):
    check(set(what) <= PROPERTIES[kind], f"{MANIFEST}: a {kind} has no {sorted(set(what) - PROPERTIES[kind])}")


def wanted_packages(*files):
    """What these CMake files look for, by the names that they use."""
    text = re.sub("#.*", "", "".join(file.read_text() for file in files))
    names = set(re.findall(r"find_package\((\w+)", text))
    for words in re.findall(r"pkg_check_modules\(\w+ REQUIRED IMPORTED_TARGET ([^)]*)\)", text):
        names |= set(words.split())
    # cmake/library.cmake looks for its packages in a loop.
    names |= set(re.findall(r"^foreach\(optional (\w+)", text, re.M)) | set(re.findall(r"set\(package (\w+)\)", text))
    return names


def check_versions(root):
    version = re.search(r'kVersion = "(.*)"', (root / "src/base/version.hpp").read_text()).group(1)
    port = json.loads((root / "packaging/vcpkg/phasebox/vcpkg.json").read_text())
    check(port["version"] == version, f"vcpkg.json has version {port['version']}, the sources have {version}")
    newest = xml.parse(root / "packaging/phasebox.metainfo.xml").find("releases/release").get("version")
    check(newest == version, f"the metainfo's newest release is {newest}, the sources have {version}")


def check_port(root):
    port = json.loads((root / "packaging/vcpkg/phasebox/vcpkg.json").read_text())
    folder = (root / "packaging/vcpkg/phasebox").name
    check(port["name"] == folder == "phasebox", "the port, its folder and the package have different names")
    tools = {entry["name"] for entry in port["dependencies"] if entry.get("host")}
    check(tools == {"vcpkg-cmake", "vcpkg-cmake-config"}, f"vcpkg.json has the tools {sorted(tools)}")
    found = {name for feature in port["features"].values() for name in feature["dependencies"]}
    wanted = wanted_packages(root / "cmake/library.cmake")
    check(found == {VCPKG.get(name, f"{name}, unknown") for name in wanted}, f"vcpkg.json needs {found}, CMake {wanted}")
    check(set(port["default-features"]) == set(port["features"]), "a feature of vcpkg.json is off, where our build has it on")


def check_options(root):
    """Options that a recipe names are those of our CMake files."""
    cmake = (root / "CMakeLists.txt").read_text()
    options = set(re.findall(r"^(?:option|set)\((PHASEBOX_\w+)", cmake, re.M))
    packages = wanted_packages(root / "CMakeLists.txt", *(root / "cmake").glob("*.cmake"))
    settings = set(re.findall(r'getenv\("(PHASEBOX_\w+)"\)', (root / "src/ui/widgets/style.cpp").read_text()))
    for name in ("packaging/vcpkg/phasebox/portfile.cmake", "conanfile.py", MANIFEST):
        text = (root / name).read_text()
        for option in re.findall(r"\bD?(PHASEBOX_\w+)", text):
            check(option in options | settings, f"{name}: there is no {option}")
        for package in re.findall(r"CMAKE_REQUIRE_FIND_PACKAGE_(\w+)", text):
            check(package in packages, f"{name}: our CMake files look for no {package}")


def check_sources(root, module):
    for source in module["sources"]:
        known(source, source["type"])
        if source["type"] == "archive":
            check(re.fullmatch(r"https://deb\.debian\.org/debian/pool/main/\S+\.orig\.tar\.(gz|xz|bz2)", source["url"]),
                  f"not an archive of Debian's: {source['url']}")
            check(re.fullmatch("[0-9a-f]{64}", source["sha256"]), f"no sum of SHA-256: {source['sha256']}")
        else:
            check((root / MANIFEST).parent.joinpath(source["path"]).exists(), f"{MANIFEST}: there is no {source['path']}")


def check_manifest(root):
    manifest = yaml.safe_load((root / MANIFEST).read_text())
    known(manifest, "manifest")
    check(manifest["id"] == pathlib.Path(MANIFEST).stem, f"{MANIFEST} has the id {manifest['id']}")
    modules = {module["name"]: module for module in manifest["modules"]}
    check(list(modules)[-1] == "phasebox", "phasebox is not the last module")
    for module in modules.values():
        known(module, "module")
        check_sources(root, module)
    wanted = wanted_packages(root / "CMakeLists.txt", *(root / "cmake").glob("*.cmake"))
    check(wanted == set(MODULES) | RUNTIME, f"CMake looks for {sorted(wanted ^ (set(MODULES) | RUNTIME))}, "
          "which neither module nor runtime is known to have, or no longer")
    check(set(modules) == {module for module, _ in MODULES.values()} | {FONT[0], "phasebox"}, "modules are missing, or more")
    check_tested_versions(root, modules)
    sums = [source["sha256"] for module in modules.values() for source in module["sources"] if "sha256" in source]
    check(len(sums) == len(set(sums)) == len(MODULES) + 1, "two archives have one sum, or one is missing")
    allowed = {"--socket=wayland", "--socket=fallback-x11", "--share=ipc", "--device=dri", "--filesystem=home"}
    more = [word for word in manifest["finish-args"] if word not in allowed and not word.startswith("--env=PHASEBOX_")]
    check(not more, f"the sandbox lets through {more}")


def check_tested_versions(root, modules):
    """Archives and ranges of versions agree with what third_party/packages.txt says was tested."""
    rows = [re.split(r" *\| *", line) for line in (root / "third_party/packages.txt").read_text().splitlines() if "|" in line]
    tested = {row[1]: row[2] for row in rows}
    for module, package in [*MODULES.values(), FONT]:
        urls = [source["url"] for source in modules[module]["sources"] if source["type"] == "archive"]
        check(len(urls) == 1 and re.search(rf"[_~]?(git)?{re.escape(tested[package])}\b", urls[0].rsplit("_", 1)[1]),
              f"{MANIFEST}: {package} was tested with {tested[package]}, not with {urls}")
    for name, least in re.findall(r'requires\("(\w+)/\[>=(\S+) ', (root / "conanfile.py").read_text()):
        package = {"highway": "libhwy-dev", "onetbb": "libtbb-dev"}[name]
        check((tested[package] + ".").startswith(least + "."), f"conanfile.py: {name} was tested from {tested[package]} on")


def rename_as_flatpak(manifest, prefix):
    """What flatpak-builder does by its rename properties, and by our commands."""
    name, share = manifest["id"], prefix / "share"
    for command in manifest["modules"][-1]["post-install"]:
        done = subprocess.run(["sh", "-c", command], env={"FLATPAK_DEST": str(prefix), "PATH": "/usr/bin:/bin"})
        check(done.returncode == 0, f"this fails: {command}")
    desktop = share / "applications" / f"{name}.desktop"
    (share / "applications" / manifest["rename-desktop-file"]).rename(desktop)
    icons = [file for file in (share / "icons").rglob("*") if file.stem == manifest["rename-icon"]]
    check(icons, f"there is no icon {manifest['rename-icon']}")
    for file in icons:
        file.rename(file.with_stem(name))
    desktop.write_text(re.sub("(?m)^Icon=.*", f"Icon={name}", desktop.read_text()))
    for file in (share / "metainfo").glob(f"{name}.*"):
        file.write_text(file.read_text().replace(f">{manifest['rename-desktop-file']}<", f">{name}.desktop<"))


def flatpak_names(root, prefix):
    manifest = yaml.safe_load((root / MANIFEST).read_text())
    name, share = manifest["id"], prefix / "share"
    rename_as_flatpak(manifest, prefix)
    exported = [file for folder in ("applications", "icons", "metainfo", "mime/packages")
                for file in (share / folder).rglob("*") if file.is_file()]
    check(len(exported) == 12, f"not twelve files are exported: {[str(file.relative_to(share)) for file in exported]}")
    for file in exported:
        check(file.name.startswith(f"{name}."), f"a Flatpak does not export {file.relative_to(share)}")
    kinds = xml.parse(share / "mime/packages" / f"{name}.xml")
    types = [kind.get("type") for kind in kinds.findall(".//{*}mime-type")]
    check(types, "the program brings no kinds of files")
    for icon in kinds.findall(".//{*}icon"):
        check(icon.get("name") == name, f"a kind of file has the icon {icon.get('name')}")
    entry = (share / "applications" / f"{name}.desktop").read_text()
    for kind in types:
        check(f"{kind};" in entry, f"the program does not open {kind}")
    metainfo = xml.parse(share / "metainfo" / f"{name}.metainfo.xml")
    check(metainfo.findtext("id") == name, f"the metainfo is of {metainfo.findtext('id')}")
    check(metainfo.findtext("launchable") == f"{name}.desktop", f"the metainfo starts {metainfo.findtext('launchable')}")
    check(re.search(r"(?m)^Exec=(\w+)", entry).group(1) == manifest["command"], "the entry starts another command")
    check((prefix / "bin" / manifest["command"]).exists(), f"there is no program {manifest['command']}")


root = pathlib.Path(sys.argv[2])
if sys.argv[1] == "files":
    check_versions(root)
    check_port(root)
    check_options(root)
    check_manifest(root)
else:
    flatpak_names(root, pathlib.Path(sys.argv[3]))
