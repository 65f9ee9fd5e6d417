// SPDX-License-Identifier: MIT
// What view/gl needs of libepoxy: in a page, WebGL 2, which gl.js offers by the names of OpenGL
// ES 3.0.
#pragma once
#include <GLES3/gl3.h>

inline int epoxy_gl_version() { return 33; }  // what view/gl needs of it is in WebGL 2
inline bool epoxy_is_desktop_gl() { return true; }
