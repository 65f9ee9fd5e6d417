// SPDX-License-Identifier: MIT
// Small steps common to all that streams instances to OpenGL.
#pragma once
#include <cstddef>

#include <epoxy/gl.h>

namespace phasebox {

/// An attribute of the bound buffer that advances once per instance (`every` 1) or vertex (0).
inline void attribute(GLuint location, GLint size, GLenum type, bool normalized, std::size_t stride,
                      std::size_t offset, GLuint every = 1) {
  glEnableVertexAttribArray(location);
  glVertexAttribDivisor(location, every);
  // What OpenGL wants: an offset, typed as a pointer.
  glVertexAttribPointer(location, size, type, normalized ? GL_TRUE : GL_FALSE,
                        static_cast<GLsizei>(stride), reinterpret_cast<const void*>(offset));
}

/// New storage for the bound buffer: the driver need not wait for the last frame to be done with
/// the old one.
inline void stream(const void* data, std::size_t bytes) {
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_DRAW);
  if (bytes) glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes), data);
}

}  // namespace phasebox
