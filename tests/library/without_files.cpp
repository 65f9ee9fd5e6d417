// SPDX-License-Identifier: MIT
// These tests read no files: what a trial would need for that.
#include "io/boxes/box_file.hpp"

namespace phasebox {

Result<BoxRecording> parse_box_recording(std::string_view, std::string_view file_name,
                                         const BoxReading&) {
  return Error{std::string(file_name) + ": this program reads no files"};
}

}  // namespace phasebox
