# SPDX-License-Identifier: MIT
# The library: base and collide, and the C interface to them, static and shared. oneTBB and Highway are used where they
# are installed; without them there is one thread, and there are vectors of one lane. The answers are the same.
if(PHASEBOX_TBB)
  find_package(Threads QUIET)  # which a static oneTBB names and does not find
endif()
foreach(optional TBB SIMD)
  set(package ${optional})
  if(optional STREQUAL SIMD)
    set(package HWY)
  endif()
  set(PHASEBOX_HAS_${optional} 0)
  if(PHASEBOX_${optional})
    find_package(${package} CONFIG QUIET)
    set(PHASEBOX_HAS_${optional} ${${package}_FOUND})
    if(NOT ${package}_FOUND)
      message(NOTICE "-- Phasebox is built without ${package}, which is not installed: it will be slower")
    endif()
  endif()
endforeach()

# So that one compilation serves the static and the shared library.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
phasebox_layer(base DIR base EXCEPT os)
phasebox_layer(collide DIR collide USES base)
phasebox_layer(c DIR c EXCEPT shared USES collide)
unset(CMAKE_POSITION_INDEPENDENT_CODE)
unset(CMAKE_CXX_VISIBILITY_PRESET)
unset(CMAKE_VISIBILITY_INLINES_HIDDEN)

target_compile_definitions(phasebox_base PRIVATE PHASEBOX_TBB=$<BOOL:${PHASEBOX_HAS_TBB}>)
if(PHASEBOX_HAS_TBB)
  target_link_libraries(phasebox_base PRIVATE TBB::tbb)
endif()
# phasebox_use_vectors(target): its sources that Highway compiles several times find it, or what stands in for it.
function(phasebox_use_vectors target)
  if(PHASEBOX_HAS_SIMD)
    target_link_libraries(${target} PRIVATE hwy::hwy)
  else()
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src/collide/one_lane)
  endif()
endfunction()
phasebox_use_vectors(phasebox_collide)
target_compile_definitions(phasebox_c PRIVATE $<$<BOOL:${WIN32}>:PHASEBOX_EXPORTS>)  # else oneTBB's would be all
include(cmake/public_headers.cmake)
foreach(room base collide c)
  phasebox_public_headers(phasebox_${room})
endforeach()
add_library(phasebox::static ALIAS phasebox_c)

# libphasebox.so: only the C interface is visible, and its operator new is its own, so that a program's allocator can
# serve it (src/c/shared/library_new.cpp); the C++ runtime is therefore in it. Sanitizers want theirs outside.
if(PHASEBOX_SANITIZE OR NOT PHASEBOX_SHARED)
  return()
endif()
add_library(phasebox_shared SHARED ${PROJECT_SOURCE_DIR}/src/c/shared/library_new.cpp $<TARGET_OBJECTS:phasebox_c>)
add_library(phasebox::shared ALIAS phasebox_shared)
set_target_properties(phasebox_shared PROPERTIES OUTPUT_NAME phasebox VERSION ${PROJECT_VERSION} SOVERSION 0
  CXX_VISIBILITY_PRESET hidden LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/c/shared/exported.map)
if(WIN32)  # whatever the compiler
  set_target_properties(phasebox_shared PROPERTIES PREFIX "")
endif()
phasebox_public_headers(phasebox_shared)
target_include_directories(phasebox_shared PRIVATE ${PROJECT_BINARY_DIR}/include/c)
target_link_libraries(phasebox_shared PRIVATE $<BUILD_INTERFACE:phasebox_options> $<BUILD_INTERFACE:phasebox_collide>)
target_link_options(phasebox_shared PRIVATE -static-libstdc++ -static-libgcc $<$<BOOL:${WIN32}>:-static>
  -Wl,--version-script=${PROJECT_SOURCE_DIR}/src/c/shared/exported.map -Wl,--no-undefined)
