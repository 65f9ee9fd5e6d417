# SPDX-License-Identifier: MIT
# Dear ImGui with its backends for SDL 2 and OpenGL 3: the library of the system, the package of vcpkg, or a folder with
# its sources, of any version from 1.86 on. What differs between versions stands in src/app/gl_window.cpp (backends) and in
# src/ui/widgets/dear_imgui.cpp (input, drawing).
if(NOT PHASEBOX_IMGUI)
  pkg_check_modules(system_imgui QUIET IMPORTED_TARGET imgui)
endif()
if(PHASEBOX_IMGUI)
  set(sources imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp backends/imgui_impl_opengl3.cpp)
  if(EXISTS ${PHASEBOX_IMGUI}/backends/imgui_impl_sdl2.cpp)
    list(APPEND sources backends/imgui_impl_sdl2.cpp)
  else()
    list(APPEND sources backends/imgui_impl_sdl.cpp)  # its name up to 1.89.2
  endif()
  list(TRANSFORM sources PREPEND ${PHASEBOX_IMGUI}/)
  add_library(phasebox_imgui STATIC ${sources})
  target_include_directories(phasebox_imgui SYSTEM PUBLIC ${PHASEBOX_IMGUI} ${PHASEBOX_IMGUI}/backends)
  target_link_libraries(phasebox_imgui PUBLIC SDL2::SDL2 PRIVATE ${CMAKE_DL_LIBS})
  target_compile_definitions(phasebox_imgui PUBLIC IMGUI_DISABLE_OBSOLETE_FUNCTIONS)
elseif(system_imgui_FOUND)
  add_library(phasebox_imgui INTERFACE)
  list(TRANSFORM system_imgui_INCLUDE_DIRS APPEND /backends OUTPUT_VARIABLE backends)
  target_include_directories(phasebox_imgui SYSTEM INTERFACE ${backends})
  # imgui.pc leaves out SDL, which its backend calls; it must come after libimgui.a on the line.
  target_link_libraries(phasebox_imgui INTERFACE PkgConfig::system_imgui SDL2::SDL2)
  # No member of a struct depends on it in 1.86, with which the system's library was built.
  target_compile_definitions(phasebox_imgui INTERFACE IMGUI_DISABLE_OBSOLETE_FUNCTIONS)
else()  # that of vcpkg, whose structs have the obsolete members
  find_package(imgui CONFIG REQUIRED)
  add_library(phasebox_imgui INTERFACE)
  target_link_libraries(phasebox_imgui INTERFACE imgui::imgui SDL2::SDL2)
endif()
# Vectors that convert to ours and back; the layout of no struct depends on it.
target_compile_definitions(phasebox_imgui INTERFACE "IMGUI_USER_CONFIG=\"ui/imgui_config.hpp\"")
