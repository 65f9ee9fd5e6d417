// SPDX-License-Identifier: MIT
// What a result is about, in words.
#include "lab/subject.hpp"

#include <fmt/format.h>

#include "core/broadphase/wording.hpp"

namespace phasebox {

std::string subject_of(const Session& session, SubjectCount count) {
  if (const TraceShow* show = session.show()) return std::string(show->name());
  std::string words(session.scene().title);
  if (count == SubjectCount::named)
    words += fmt::format(", {}", counted(session.world().size(), "sprite"));
  return words + fmt::format(", seed {}", session.options().seed);
}

}  // namespace phasebox
