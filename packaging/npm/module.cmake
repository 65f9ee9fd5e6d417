# SPDX-License-Identifier: MIT
# The module of the npm package: NAME.wasm, the C interface for JavaScript, linked from the library's objects.
set(phasebox_npm_source ${CMAKE_CURRENT_LIST_DIR}/wasm.cpp)
function(phasebox_npm_module name)
  add_executable(phasebox_npm ${phasebox_npm_source})
  set_target_properties(phasebox_npm PROPERTIES OUTPUT_NAME ${name} SUFFIX .wasm FOLDER phasebox-rooms)
  target_link_libraries(phasebox_npm PRIVATE phasebox_c phasebox_options)
  target_link_options(phasebox_npm PRIVATE -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all
    -Wl,--export=__stack_pointer -Wl,-z,stack-size=1048576 -Wl,--max-memory=2147483648)
endfunction()
