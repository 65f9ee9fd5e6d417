# SPDX-License-Identifier: MIT
# Dear ImGui with its backends for SDL 2 and OpenGL 3: the library of the system, or a folder with its sources, of any
# version from 1.86 on. What differs between versions stands in src/app/imgui_host.cpp and src/ui/imgui_input.cpp.
if(PHASEBOX_IMGUI)
  set(backends imgui_impl_opengl3.cpp imgui_impl_sdl2.cpp)
  list(TRANSFORM backends PREPEND ${PHASEBOX_IMGUI}/backends/)
  set(sources imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp)
  list(TRANSFORM sources PREPEND ${PHASEBOX_IMGUI}/)
  add_library(phasebox_imgui STATIC ${sources} ${backends})
  target_include_directories(phasebox_imgui SYSTEM PUBLIC ${PHASEBOX_IMGUI} ${PHASEBOX_IMGUI}/backends)
  target_link_libraries(phasebox_imgui PUBLIC SDL2::SDL2 PRIVATE ${CMAKE_DL_LIBS})
else()
  pkg_check_modules(imgui REQUIRED IMPORTED_TARGET imgui)
  add_library(phasebox_imgui INTERFACE)
  # imgui.pc leaves out SDL, which its backend calls; it must come after libimgui.a on the line.
  target_link_libraries(phasebox_imgui INTERFACE PkgConfig::imgui SDL2::SDL2)
endif()
