// SPDX-License-Identifier: MIT
// A clone is made from the session's own document.
#include "lab/clone.hpp"

#include <cassert>

namespace phasebox {

Session clone(const Session& session) {
  Session copy(session.images());
  const SceneDocument document = session.document();
  [[maybe_unused]] Status error =
      copy.apply(command::OpenDocument{std::make_shared<const SceneDocument>(document)});
  assert(!error && "a session's own document is refused");
  if (const RecordingPlayback* show = session.show()) {
    error =
        copy.apply(command::OpenRecording{show->shared_recording(), show->name(), show->path()});
    assert(!error && "a recording that plays is refused");
    error = copy.apply(command::SelectNarrowphase{document.narrowphase});
    assert(!error);
    error = copy.apply(command::SeekRecording{show->frame()});
    assert(!error);
  }
  copy.set_steps(session.steps());
  copy.forget_history();
  copy.detect();
  return copy;
}

}  // namespace phasebox
