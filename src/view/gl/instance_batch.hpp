// SPDX-License-Identifier: MIT
// Instances of one type in a buffer, drawn by instanced calls.
#pragma once
#include <cstddef>
#include <span>

#include <epoxy/gl.h>

#include "view/gl/gl_objects.hpp"

namespace phasebox {

/// A vertex attribute: the values in a vertex or an instance that a shader reads at a location.
/// Bytes are colors, which the shader sees as 0 to 1.
struct GlField {
  GLuint location;
  GLint size;  ///< number of values
  GLenum type;
  std::size_t offset;  ///< bytes from the start of the vertex or instance
};

/// Points attributes at the bound buffer, which holds vertices or instances of `stride` bytes, from
/// byte `begin`. They advance per instance (`every` = 1) or per vertex (0).
inline void point_at(std::span<const GlField> fields, std::size_t stride, std::size_t begin = 0,
                     GLuint every = 1) {
  for (const auto& [location, size, type, offset] : fields) {
    glEnableVertexAttribArray(location);
    glVertexAttribDivisor(location, every);
    // OpenGL takes the offset as a pointer.
    glVertexAttribPointer(location, size, type, type == GL_UNSIGNED_BYTE,
                          static_cast<GLsizei>(stride),
                          reinterpret_cast<const void*>(begin + offset));
  }
}

/// Instances as the shader reads them. They are uploaded before each use, as no frame has those of
/// the one before.
template <class T>
class InstanceBatch {
 public:
  /// `fields` must outlive the batch.
  explicit InstanceBatch(std::span<const GlField> fields) : fields_(fields) {}

  /// Uploads the instances into new storage, so that the driver need not wait until the last
  /// frame's use of the old storage ends.
  void upload(std::span<const T> all) const {
    const auto bytes = static_cast<GLsizeiptr>(all.size_bytes());
    glBindBuffer(GL_ARRAY_BUFFER, *buffer_);
    glBufferData(GL_ARRAY_BUFFER, bytes, nullptr, GL_STREAM_DRAW);
    if (bytes) glBufferSubData(GL_ARRAY_BUFFER, 0, bytes, all.data());
  }

  /// Draws `count` uploaded instances from number `first` by the program in use, each as a strip of
  /// so many vertices.
  void draw(std::size_t first, std::size_t count, GLsizei vertices = 4) const {
    if (count == 0) return;
    glBindVertexArray(*array_);
    point_at_instance(first);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, vertices, static_cast<GLsizei>(count));
  }

  /// Points the attributes of the bound vertex array at instance `first`, as OpenGL 3.3 has no base
  /// instance.
  void point_at_instance(std::size_t first) const {
    glBindBuffer(GL_ARRAY_BUFFER, *buffer_);
    point_at(fields_, sizeof(T), first * sizeof(T));
  }

 private:
  std::span<const GlField> fields_;
  GlVertexArray array_;
  GlBuffer buffer_;
};

}  // namespace phasebox
