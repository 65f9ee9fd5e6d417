# SPDX-License-Identifier: MIT
# phasebox_for_browsers: builds the page, and what its tests and those of the npm package run, with everything else. It
# is there where the compiler for WebAssembly and its libraries are (third_party/install.sh wasm web), and where the
# sources of Dear ImGui are or can be fetched; without it those tests are skipped. Its build is one of its own, in
# build/web, because it has another compiler.
set(needed /usr/bin/clang++-19 /usr/bin/wasm-ld-19 /usr/bin/hb-subset /usr/include/wasm32-wasi/stdlib.h
    /usr/lib/llvm-19/include/wasm32-wasi/c++/v1/vector /usr/include/GLES3/gl3.h /usr/include/fast_float/fast_float.h
    /usr/share/fonts/opentype/inter/Inter-Regular.otf /usr/share/fonts/truetype/wqy/wqy-microhei.ttc)
foreach(file IN LISTS needed)
  if(NOT EXISTS ${file})
    message(NOTICE "-- The page and the npm module are not built: there is no ${file}")
    return()
  endif()
endforeach()
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/third_party/sources.sh imgui ${PROJECT_SOURCE_DIR}/build/web/imgui
                TIMEOUT 300 RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
if(failed)
  message(NOTICE "-- The page and the npm module are not built: the sources of Dear ImGui cannot be fetched")
  return()
endif()
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
add_custom_target(phasebox_for_browsers ALL
  COMMAND ${CMAKE_COMMAND} -E env PHASEBOX_SKIP_INSTALL=1 CMAKE_BUILD_PARALLEL_LEVEL=${cores}
          ${PROJECT_SOURCE_DIR}/packaging/web/build.sh --tests VERBATIM)
