# SPDX-License-Identifier: MIT
# The library as a package of Conan 2, built from the sources two folders above this file.
import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd, stdcpp_library
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"


class PhaseboxConan(ConanFile):
    name = "phasebox"
    description = "Broadphases for 2D collision detection: boxes in, overlapping pairs out, by thirteen methods"
    license = "MIT"
    topics = ("collision-detection", "broadphase", "game-development", "2d")
    # Also with `shared` the C++ libraries are static: libphasebox.so has the C interface alone.
    package_type = "unknown"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "simd": [True, False], "tbb": [True, False]}
    default_options = {"shared": False, "simd": True, "tbb": True}
    _sources = ("CMakeLists.txt", "LICENSE", "cmake/*", "packaging/*.cmake", "packaging/changelog.in",
                "packaging/copyright", "src/base/*", "src/c/*", "src/collide/*")

    @property
    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self._root, "src", "base", "version.hpp"))
        self.version = re.search(r'kVersion = "(.*)"', text).group(1)

    def export_sources(self):
        for pattern in self._sources:
            copy(self, pattern, src=self._root, dst=self.export_sources_folder)

    def requirements(self):
        if self.options.simd:
            self.requires("highway/[>=1.0.3 <2]")
        if self.options.tbb:
            self.requires("onetbb/[>=2021.8 <2024]")

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("phasebox is built on Linux only")
        check_min_cppstd(self, 20)

    def layout(self):
        self.folders.root = os.path.join("..", "..")
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["PHASEBOX_LIBRARY_ONLY"] = True
        toolchain.cache_variables["PHASEBOX_SHARED"] = bool(self.options.shared)
        toolchain.cache_variables["PHASEBOX_SIMD"] = bool(self.options.simd)
        toolchain.cache_variables["PHASEBOX_TBB"] = bool(self.options.tbb)
        # What was asked for must be found, where our build would go on without it.
        if self.options.simd:
            toolchain.cache_variables["CMAKE_REQUIRE_FIND_PACKAGE_HWY"] = True
        if self.options.tbb:
            toolchain.cache_variables["CMAKE_REQUIRE_FIND_PACKAGE_TBB"] = True
        toolchain.generate()
        # The names that our CMake files use, which are those of the libraries' own packages.
        dependencies = CMakeDeps(self)
        dependencies.set_property("highway", "cmake_file_name", "HWY")
        dependencies.set_property("highway::hwy", "cmake_target_name", "hwy::hwy")
        dependencies.set_property("onetbb", "cmake_file_name", "TBB")
        dependencies.set_property("onetbb::libtbb", "cmake_target_name", "TBB::tbb")
        dependencies.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        # Conan writes its own, from package_info.
        for folder in ("lib/cmake", "lib/pkgconfig", "share"):
            rmdir(self, os.path.join(self.package_folder, folder))

    def _component(self, name, library, requires):
        component = self.cpp_info.components[name]
        component.set_property("cmake_target_name", f"phasebox::{name}")
        component.libs = [library]
        component.requires = requires
        return component

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "phasebox")
        threads = ["onetbb::libtbb"] if self.options.tbb else []
        vectors = ["highway::hwy"] if self.options.simd else []
        base = self._component("base", "phasebox_base", threads)
        base.system_libs = ["m", "pthread"]
        self._component("collide", "phasebox_collide", ["base"] + vectors)
        if self.options.shared:
            interface = self._component("shared", "phasebox", threads + vectors)
        else:
            interface = self._component("static", "phasebox", ["collide"])
            interface.system_libs = [stdcpp_library(self)]  # for programs in C
        interface.set_property("pkg_config_name", "phasebox")
