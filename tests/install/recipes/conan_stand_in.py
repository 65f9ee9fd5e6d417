# SPDX-License-Identifier: MIT
"""As much of Conan 2 as our recipe asks for: runs it from export to package_info, with real builds, and refuses what
Conan would refuse. conan_stand_in.py CONANFILE WORK CXX [OPTION=True|False ...]; the last line is the flags with which
a program in C++ is linked."""
import collections
import fnmatch
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import types

# Packages of Conan Center that the recipe may name: component, library, and what its property may be set to.
OTHERS = {"highway": {"hwy": "hwy"}, "onetbb": {"libtbb": "tbb"}}


def check(is_so, what):
    if not is_so:
        sys.exit(f"conanfile.py: {what}")


class ConanFile:
    pass


class InvalidConfiguration(Exception):
    pass


class Toolchain:
    def __init__(self, recipe):
        self.recipe, self.cache_variables = recipe, {}

    def generate(self):
        self.recipe.toolchain = self.cache_variables


class Dependencies:
    def __init__(self, recipe):
        self.recipe, self.names = recipe, []

    def set_property(self, dependency, key, value):
        package, _, component = dependency.partition("::")
        check(package in OTHERS and (not component or component in OTHERS[package]), f"no package has {dependency}")
        check(key in ("cmake_file_name", "cmake_target_name"), f"there is no property {key}")
        self.names.append((key, value))

    def generate(self):
        self.recipe.names = self.names


class Build:
    def __init__(self, recipe):
        self.recipe = recipe

    def run(self, *words):
        done = subprocess.run(["cmake", *words], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        check(done.returncode == 0, done.stdout)
        return done.stdout

    def configure(self):
        recipe = self.recipe
        said = self.run("-S", recipe.source_folder, "-B", recipe.build_folder, "-G", "Ninja",
                        "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O0", f"-DCMAKE_CXX_COMPILER={recipe.compiler}",
                        *(f"-D{key}={'ON' if value else 'OFF'}" for key, value in recipe.toolchain.items()))
        unused = re.search(r"variables were not used by the project:\s+(PHASEBOX_\w+)", said)
        check(not unused, f"our CMake files do not know {unused and unused.group(1)}")

    def build(self):
        self.run("--build", self.recipe.build_folder)

    def install(self):
        self.run("--install", self.recipe.build_folder, "--prefix", self.recipe.package_folder)
        text = (pathlib.Path(self.recipe.package_folder) / "lib/cmake/phasebox/phasebox-targets.cmake").read_text()
        self.recipe.exported = set(re.findall(r"^add_library\(phasebox::(\w+)", text, re.M))


class Info:
    """What consumers are told, of the package or of one of its components."""

    def __init__(self):
        self.properties, self.libs, self.requires, self.system_libs = {}, [], [], []
        self.components = None

    def set_property(self, key, value):
        check(key in ("cmake_file_name", "cmake_target_name", "cmake_target_aliases", "pkg_config_name"),
              f"there is no property {key}")
        self.properties[key] = value


def copy(recipe, pattern, src, dst):
    found = [file for file in pathlib.Path(src).iterdir() if fnmatch.fnmatch(file.name, pattern)]
    pathlib.Path(dst).mkdir(parents=True, exist_ok=True)
    for file in found:
        shutil.copy(file, dst)


def layout(recipe):
    recipe.build_folder = os.path.join(recipe.source_folder, "build")


def module(name, **members):
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(members)


def load_recipe(conanfile):
    module("conan", ConanFile=ConanFile)
    module("conan.errors", ConanInvalidConfiguration=InvalidConfiguration)
    module("conan.tools")
    module("conan.tools.build", check_min_cppstd=lambda recipe, least: check(least == 20, "the library is C++20"),
           stdcpp_library=lambda recipe: "stdc++")
    module("conan.tools.cmake", CMake=Build, CMakeDeps=Dependencies, CMakeToolchain=Toolchain, cmake_layout=layout)
    module("conan.tools.files", copy=copy, load=lambda recipe, path: pathlib.Path(path).read_text(),
           rmdir=lambda recipe, path: shutil.rmtree(path, ignore_errors=True))
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("conanfile", conanfile)
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    kinds = [kind for kind in vars(recipe).values() if isinstance(kind, type) and issubclass(kind, ConanFile)]
    return [kind for kind in kinds if kind is not ConanFile][0]()


# The files that the recipe exports, and no others.
def export(recipe, root, to):
    for pattern in recipe.exports_sources:
        folder = root / pattern.partition("*")[0].rpartition("/")[0]
        found = [file for file in (folder.rglob("*") if "*" in pattern else [root / pattern])
                 if file.is_file() and fnmatch.fnmatch(str(file.relative_to(root)), pattern)]
        check(found, f"exports_sources names {pattern}, which there is not")
        for file in found:
            target = to / file.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)


def check_requirements(recipe, wanted):
    asked = []
    recipe.requires = asked.append
    recipe.requirements()
    check({name.split("/")[0] for name in asked} == wanted, f"with {vars(recipe.options)} it requires {asked}")


# The names in our CMake files are those that the recipe gives to its dependencies.
def check_names(recipe, root):
    text = re.sub("#.*", "", (root / "cmake/library.cmake").read_text())
    for key, value in recipe.names:
        if key == "cmake_file_name":
            check(re.search(rf"\b{value}\b", text), f"cmake/library.cmake looks for no {value}")
        else:
            check(re.search(rf"target_link_libraries\(.* {value}\)", text), f"cmake/library.cmake links no {value}")
    check(len(recipe.names) == 4, "a dependency lacks its name for CMake")


def check_components(recipe, root, wanted):
    lib = pathlib.Path(recipe.package_folder) / "lib"
    components = recipe.cpp_info.components
    described = set(components)
    check(recipe.cpp_info.properties.get("cmake_file_name") == "phasebox", "find_package(phasebox) would not find it")
    check(described == recipe.exported - ({"static"} if recipe.options.shared else set()),
          f"components are {sorted(described)}, our package has {sorted(recipe.exported)}")
    aliases = [alias for info in components.values() for alias in info.properties.get("cmake_target_aliases", [])]
    config = (root / "cmake/phasebox-config.cmake.in").read_text()
    check(aliases == re.findall(r"add_library\((\S+) ALIAS", config), f"other aliases than ours: {aliases}")
    for name, info in components.items():
        check(info.properties.get("cmake_target_name") == f"phasebox::{name}", f"{name} has another name than ours")
        for library in info.libs:
            check((lib / f"lib{library}.{'so' if name == 'shared' else 'a'}").exists(), f"there is no library {library}")
        for other in info.requires:
            package, _, part = other.partition("::")
            check(part in OTHERS[package] and package in wanted if part else package in components,
                  f"{name} requires {other}")


# The words of a compiler's line for a component, what it requires behind it.
def flags(recipe, name):
    info = recipe.cpp_info.components[name]
    words = [f"-l{library}" for library in info.libs]
    for other in info.requires:
        package, _, part = other.partition("::")
        words += [f"-l{OTHERS[package][part]}"] if part else flags(recipe, package)
    return words + [f"-l{library}" for library in info.system_libs]


def main(conanfile, work, compiler, *options):
    root, work = pathlib.Path(conanfile).resolve().parent, pathlib.Path(work)
    recipe = load_recipe(conanfile)
    recipe.compiler = compiler
    recipe.recipe_folder, recipe.source_folder = str(root), str(work / "source")
    recipe.package_folder = str(work / "package")
    chosen = dict(recipe.default_options, **{key: value == "True" for key, value in (o.split("=") for o in options)})
    check(set(chosen) == set(recipe.options), "options and their defaults differ")
    recipe.options = types.SimpleNamespace(**chosen)
    recipe.settings = types.SimpleNamespace(os="Linux")
    wanted = {name for name, is_on in (("highway", chosen["simd"]), ("onetbb", chosen["tbb"])) if is_on}

    recipe.set_version()
    export(recipe, root, work / "source")
    check_requirements(recipe, wanted)
    recipe.validate()
    recipe.layout()
    recipe.generate()
    check_names(recipe, root)
    recipe.build()
    recipe.package()
    recipe.cpp_info = Info()
    recipe.cpp_info.components = collections.defaultdict(Info)
    recipe.package_info()
    check_components(recipe, root, wanted)
    check((work / "package/licenses/LICENSE").exists(), "the license is not in the package")
    check({file.name for file in (work / "package").iterdir()} == {"include", "lib", "licenses"}, "other folders than Conan's")
    print(recipe.version)
    print(*flags(recipe, "collide"))


main(*sys.argv[1:])
