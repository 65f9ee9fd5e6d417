// SPDX-License-Identifier: MIT
// A buffer of values of one type, each of which is drawn as an instance.
#pragma once
#include <cstddef>
#include <span>

#include <epoxy/gl.h>

#include "view/gl/gl_objects.hpp"

namespace phasebox {

/// A vertex attribute: the numbers of a vertex or an instance that a shader reads at a location.
/// Those of type GL_UNSIGNED_BYTE are colors, which the shader gets as 0 to 1.
struct GlField {
  GLuint location;
  GLint size;  ///< how many numbers
  GLenum type;
  std::size_t offset;  ///< bytes from the start of the vertex or instance
};

/// Lets the attributes of the bound vertex array read from the bound buffer, which holds vertices
/// or instances of `stride` bytes from byte `begin`. With `every` 1 they advance per instance, with
/// 0 per vertex.
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

/// A buffer for instances of type T and the vertex array to draw them. Instances are uploaded for
/// each frame, because every frame has others.
template <class T>
class InstanceBatch {
 public:
  /// `fields` are the attributes within a T. They must outlive the batch.
  explicit InstanceBatch(std::span<const GlField> fields) : fields_(fields) {}

  /// Uploads the instances into new storage, so that the driver does not have to wait until the
  /// drawing that uses the old storage has ended.
  void upload(std::span<const T> all) const {
    const auto bytes = static_cast<GLsizeiptr>(all.size_bytes());
    glBindBuffer(GL_ARRAY_BUFFER, *buffer_);
    glBufferData(GL_ARRAY_BUFFER, bytes, nullptr, GL_STREAM_DRAW);
    if (bytes) glBufferSubData(GL_ARRAY_BUFFER, 0, bytes, all.data());
  }

  /// Draws `count` of the uploaded instances, from index `first`, by the program in use, each as a
  /// triangle strip of so many vertices.
  void draw(std::size_t first, std::size_t count, GLsizei vertices = 4) const {
    if (count == 0) return;
    glBindVertexArray(*array_);
    point_at_instance(first);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, vertices, static_cast<GLsizei>(count));
  }

  /// Lets the attributes of the bound vertex array begin at the instance with index `first`,
  /// because OpenGL 3.3 cannot begin a drawing call at another instance than the first.
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
