# SPDX-License-Identifier: MIT
# The library as an overlay port of vcpkg, built from the sources that this file lies in.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

# A feature that was asked for must be found, where our build would go on without it.
vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS
    FEATURES
        simd PHASEBOX_SIMD
        simd CMAKE_REQUIRE_FIND_PACKAGE_HWY
        tbb  PHASEBOX_TBB
        tbb  CMAKE_REQUIRE_FIND_PACKAGE_TBB
)
# C++ is linked statically in any case: libphasebox.so shows its C interface alone.
string(COMPARE EQUAL "${VCPKG_LIBRARY_LINKAGE}" "dynamic" SHARED)

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -DPHASEBOX_LIBRARY_ONLY=ON
        -DPHASEBOX_SHARED=${SHARED}
        ${FEATURE_OPTIONS}
    MAYBE_UNUSED_VARIABLES
        CMAKE_REQUIRE_FIND_PACKAGE_HWY
        CMAKE_REQUIRE_FIND_PACKAGE_TBB
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/phasebox)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE
    "${CURRENT_PACKAGES_DIR}/debug/include"
    "${CURRENT_PACKAGES_DIR}/debug/share"
    "${CURRENT_PACKAGES_DIR}/share/doc"
)
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
