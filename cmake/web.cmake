# SPDX-License-Identifier: MIT
# The page for browsers: what takes the place of the system's libraries, what is left out, and the module itself.
# Headers come from the system one by one: its own, such as those of its C library, are for another machine.
set(CMAKE_CXX_FLAGS_RELEASE "-Os -DNDEBUG")
set(PHASEBOX_TBB OFF)
set(PHASEBOX_SHARED OFF)
set(HWY_DIR ${PROJECT_SOURCE_DIR}/packaging/npm)
set(system ${PROJECT_SOURCE_DIR}/packaging/web/system)
add_compile_options(-fno-exceptions -fno-rtti -msimd128)
add_compile_definitions(_WASI_EMULATED_PROCESS_CLOCKS _WASI_EMULATED_SIGNAL)
include_directories(SYSTEM ${system}/libcxx)

set(folder ${CMAKE_BINARY_DIR}/libraries)
file(MAKE_DIRECTORY ${folder})
foreach(name fmt nlohmann stb fast_float GLES3 KHR)
  file(CREATE_LINK /usr/include/${name} ${folder}/${name} SYMBOLIC)
endforeach()
foreach(name fmt::fmt nlohmann_json::nlohmann_json PkgConfig::stb ZLIB::ZLIB PkgConfig::zstd PkgConfig::webp
        PkgConfig::epoxy)
  add_library(${name} INTERFACE IMPORTED)
endforeach()
target_include_directories(fmt::fmt INTERFACE ${folder})
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
target_include_directories(nlohmann_json::nlohmann_json INTERFACE ${folder})
target_include_directories(PkgConfig::stb INTERFACE ${folder}/stb)
target_include_directories(PkgConfig::epoxy INTERFACE ${system} ${folder})

set(sources imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp backends/imgui_impl_opengl3.cpp)
list(TRANSFORM sources PREPEND ${PHASEBOX_IMGUI}/)
add_library(phasebox_imgui STATIC ${sources})
target_include_directories(phasebox_imgui SYSTEM PUBLIC ${PHASEBOX_IMGUI} ${PHASEBOX_IMGUI}/backends
                                                PRIVATE ${folder})
target_compile_definitions(phasebox_imgui
  INTERFACE "IMGUI_USER_CONFIG=\"ui/imgui_config.hpp\""
  PUBLIC IMGUI_DISABLE_OBSOLETE_FUNCTIONS IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS
  PRIVATE IMGUI_IMPL_OPENGL_ES3)

file(STRINGS /usr/include/GLES3/gl3.h names REGEX "GL_APIENTRY gl")  # which page/gl.js offers
list(TRANSFORM names REPLACE ".*GL_APIENTRY (gl[A-Za-z0-9]+) .*" "\\1")
list(JOIN names "\n" names)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/gl.txt CONTENT "${names}\n" @ONLY)

function(phasebox_web)
  phasebox_layer(web DIR web USES host PRIVATE phasebox_imgui PkgConfig::epoxy fmt::fmt)
  add_executable(phasebox_page $<TARGET_OBJECTS:phasebox_web> ${system}/libraries.cpp ${system}/file_operations.cpp)
  set_target_properties(phasebox_page PROPERTIES OUTPUT_NAME phasebox SUFFIX .wasm)
  target_link_libraries(phasebox_page PRIVATE phasebox_web phasebox_options hwy::hwy PkgConfig::stb wasi-emulated-process-clocks)
  target_link_options(phasebox_page PRIVATE -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all
    -Wl,--allow-undefined-file=${CMAKE_BINARY_DIR}/gl.txt -Wl,--export=malloc -Wl,-z,stack-size=4194304 -Wl,--max-memory=4294967296)
  if(PHASEBOX_TESTS)  # linked from the page's objects, so that these are compiled once
    include(packaging/npm/module.cmake)
    phasebox_npm_module(phasebox_npm)
    add_executable(phasebox_golden tests/web/golden.cpp ${system}/libraries.cpp)
    set_target_properties(phasebox_golden PROPERTIES SUFFIX .wasm)
    target_include_directories(phasebox_golden PRIVATE tests)
    target_link_libraries(phasebox_golden PRIVATE phasebox_io hwy::hwy PkgConfig::stb wasi-emulated-process-clocks)
    target_link_options(phasebox_golden PRIVATE -Wl,-z,stack-size=1048576)
  endif()
endfunction()
