# SPDX-License-Identifier: MIT
# How a layer is built: its own target, its own include root, strict warnings.

add_library(phasebox_options INTERFACE)
if(MSVC)  # as vcpkg uses it; not tested
  target_compile_options(phasebox_options INTERFACE /W4 /utf-8 /permissive- /bigobj /FI${PROJECT_SOURCE_DIR}/cmake/msvc.h)
  target_compile_definitions(phasebox_options INTERFACE NOMINMAX)  # mingw-w64 says so itself
else()
  target_compile_options(phasebox_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
    -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion
    $<$<BOOL:${PHASEBOX_WERROR}>:-Werror>
    $<$<BOOL:${PHASEBOX_WEB}>:-Wno-shorten-64-to-32>  # sizes of 32 bits: what is counted in 64 fits where memory does
    # GCC 12 at -O3 takes "text" + std::string for an overlapping copy (its bug 105651).
    $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    # GCC spills vectors to stacks that Windows aligns to 16 bytes (its bug 54412).
    $<$<AND:$<BOOL:${MINGW}>,$<CXX_COMPILER_ID:GNU>>:-Wa,-muse-unaligned-vector-move>
    $<$<BOOL:${in_game}>:-fno-fast-math>  # a game's own option would let boxes be NaN
    -ffp-contract=off)  # the state hash must not depend on whether the machine has fused multiply-add
endif()
if(CMAKE_SIZEOF_VOID_P EQUAL 4 AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(i[3-6]86|x86_64|AMD64)$")
  target_compile_options(phasebox_options INTERFACE -msse2 -mfpmath=sse)  # ... or rounds to 80 bits first
endif()
if(PHASEBOX_SANITIZE)
  target_compile_options(phasebox_options INTERFACE
    -fsanitize=${PHASEBOX_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(phasebox_options INTERFACE -fsanitize=${PHASEBOX_SANITIZE})
  target_sources(phasebox_options INTERFACE
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${PROJECT_SOURCE_DIR}/cmake/sanitizer_keeps_libraries.cpp>)
endif()
if(PHASEBOX_SANITIZE MATCHES address)  # as GCC says it
  target_compile_options(phasebox_options INTERFACE
    $<$<CXX_COMPILER_ID:Clang>:-U__SANITIZE_ADDRESS__ -D__SANITIZE_ADDRESS__=1>)
endif()
if(PHASEBOX_FUZZ)  # a fuzzer sees which branches its input takes
  target_compile_options(phasebox_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(PHASEBOX_SANITIZE STREQUAL thread)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/base/parallel.cpp PROPERTIES
    COMPILE_OPTIONS "-fno-sanitize=thread;-DPHASEBOX_TSAN=1")
endif()

# phasebox_together(target [number]): the sources of a target are compiled several at a time, which parses their headers
# once: a full build takes half the time. Apart stay those that define an entry of a registry (each has its own kRows),
# those that Highway compiles several times, those whose Impl holds types of their own, those that replace operator new,
# those that see the macros of X11, and those with options of their own. CMake's own unity builds name the sources by absolute path, which a compiler cache
# takes for other sources in every clone.
#
# The more at a time, the less all of them cost, and the more must be compiled after a change of one. The number is 8 by
# default. Tests have 16: nothing of them is optimized, so what they include is nearly all of their cost (those of the
# window take 36 s of processor time in place of 50). The module for browsers is made from nothing more often than after
# a change: with 32 it takes 198 s in place of 259.
function(phasebox_together target)
  set(at_a_time 8)
  if(PHASEBOX_WEB)
    set(at_a_time 32)
  elseif(ARGC GREATER 1)
    set(at_a_time ${ARGV1})
  endif()
  if(NOT PHASEBOX_UNITY)
    return()
  endif()
  set(folder ${PROJECT_BINARY_DIR}/together)
  get_target_property(sources ${target} SOURCES)
  set(kept)
  set(number 0)
  set(text)
  set(in_text 0)
  foreach(source IN LISTS sources)
    file(STRINGS ${source} apart LIMIT_COUNT 1 REGEX
         "HWY_TARGET_INCLUDE|^extern const [A-Za-z]+Entry |^struct [A-Za-z]+::Impl|^#include .base/replaced_new|^#include .SDL_syswm")
    get_source_file_property(options ${source} COMPILE_OPTIONS)
    if(apart OR options)
      list(APPEND kept ${source})
    else()
      file(RELATIVE_PATH relative ${folder} ${source})
      string(APPEND text "#include \"${relative}\"\n")
      math(EXPR in_text "${in_text} + 1")
      if(in_text EQUAL at_a_time)
        phasebox_write_together(${target})
      endif()
    endif()
  endforeach()
  if(in_text GREATER 0)
    phasebox_write_together(${target})
  endif()
  set_target_properties(${target} PROPERTIES SOURCES "${kept}")
endfunction()

# The text so far becomes the next file of the target.
macro(phasebox_write_together target)
  set(file ${folder}/${target}_${number}.cpp)
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
  list(APPEND kept ${file})
  math(EXPR number "${number} + 1")
  set(text)
  set(in_text 0)
endmacro()

# phasebox_layer(NAME DIR folder [EXCEPT names...] [USES layers...] [PRIVATE libraries...])
#
# Sources are found by looking (adding an algorithm needs no line here). The include root of a layer
# is a folder that holds a link to it and nothing else, so a header of a layer that is not in USES
# cannot be found by the compiler.
set(other_systems windows|wgl|wasi)
if(WIN32)
  set(other_systems posix|egl|wasi)
elseif(PHASEBOX_WEB)  # whose C library has files as POSIX has
  set(other_systems windows|wgl|egl)
endif()
function(phasebox_layer name)
  cmake_parse_arguments(arg "" "DIR" "EXCEPT;USES;PRIVATE" ${ARGN})
  set(folder ${PROJECT_SOURCE_DIR}/src/${arg_DIR})
  set(root ${PROJECT_BINARY_DIR}/include/${name})
  get_filename_component(parent ${root}/${arg_DIR} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${folder} ${root}/${arg_DIR} SYMBOLIC)

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  foreach(except IN LISTS arg_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "^${folder}/${except}(/|\\.)")
  endforeach()
  list(FILTER sources EXCLUDE REGEX "_(${other_systems})[.]cpp$")
  add_library(phasebox_${name} STATIC ${sources})
  add_library(phasebox::${name} ALIAS phasebox_${name})
  target_include_directories(phasebox_${name} PUBLIC
    $<BUILD_INTERFACE:$<$<STREQUAL:$<TARGET_PROPERTY:FOLDER>,${CMAKE_FOLDER}>:${root}>>)
  target_compile_features(phasebox_${name} PUBLIC cxx_std_20)
  list(TRANSFORM arg_USES PREPEND phasebox_)
  target_link_libraries(phasebox_${name} PUBLIC ${arg_USES}
                        PRIVATE $<BUILD_INTERFACE:phasebox_options> ${arg_PRIVATE})
  if(NOT PHASEBOX_WEB AND NOT name MATCHES "^(base|collide|c|world)$")  # what runs for each pair of each frame is in these
    target_compile_options(phasebox_${name} PRIVATE $<$<CONFIG:Release>:-O2>)
  endif()
  phasebox_together(phasebox_${name})
endfunction()

# phasebox_embed(target name [BY_PATH] globs...): the files become `phasebox::embedded_<name>()`, see
# src/io/files/embedded.hpp; BY_PATH: named by their paths in the project. A glob may be a full path.
function(phasebox_embed target name)
  cmake_parse_arguments(arg "BY_PATH" "" "" ${ARGN})
  list(TRANSFORM arg_UNPARSED_ARGUMENTS PREPEND ${PROJECT_SOURCE_DIR}/ REGEX "^[^/]")
  file(GLOB files CONFIGURE_DEPENDS ${arg_UNPARSED_ARGUMENTS})
  set(root $<$<BOOL:${arg_BY_PATH}>:${PROJECT_SOURCE_DIR}>)
  set(output ${PROJECT_BINARY_DIR}/embedded_${name}.cpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DFILES=${files}" -DNAME=${name} -DOUTPUT=${output} -DROOT=${root}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
