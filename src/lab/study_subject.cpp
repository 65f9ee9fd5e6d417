// SPDX-License-Identifier: MIT
// A study's subject as text, clone. Machine: from Linux's text files, compiler macros.
#include "lab/study_subject.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <filesystem>
#include <initializer_list>
#include <sstream>

#include <fmt/format.h>

#include "base/hash.hpp"
#include "base/number_format.hpp"
#include "base/os/files.hpp"
#include "base/os/system.hpp"
#include "base/parallel.hpp"
#include "base/version.hpp"
#include "collide/broadphase/kernels/box_columns.hpp"
#include "collide/registry.hpp"
#include "plot/plot.hpp"

namespace phasebox {

// Single quotes keep everything but themselves (POSIX.1-2017, Shell Command Language, 2.2.2).
std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(text);
  // Both shells of Windows know double quotes, and no name of a file there has one.
  if constexpr (std::filesystem::path::preferred_separator == '\\')
    return '"' + std::string(text) + '"';
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

namespace {

constexpr std::array kOwners{Owner::world(), Owner::scene(), Owner::response()};

void add(Hasher& hasher, std::string_view text) { hasher.add(std::span(text.data(), text.size())); }

// ---- what does not move by itself

/// The kind of a sprite: position, velocity, angle and spin are its course, the rest stays.
void add_kind(Hasher& hasher, const Sprite& s) {
  hasher.add(std::bit_cast<std::uint32_t>(s.scale.x));
  hasher.add(std::bit_cast<std::uint32_t>(s.scale.y));
  hasher.add(std::uint64_t{s.image} << 32 | static_cast<std::uint32_t>(s.filter.group));
  hasher.add(std::uint64_t{s.filter.category} << 32 | s.filter.mask);
  hasher.add(static_cast<std::uint64_t>(s.volume) << 1 | (s.is_static ? 1u : 0u));
}

std::uint64_t kinds(const World& world) {
  Hasher hasher;
  for (SpriteId id = 0; id < world.size(); ++id) add_kind(hasher, world.get(id));
  return hasher.value();
}

/// A recording is known by its file and its shape; to read all of it again would take too long.
void add_recording(Hasher& hasher, const RecordingPlayback& show) {
  add(hasher, show.path().empty() ? show.name() : show.path());
  hasher.add(show.size());
  hasher.add(2 * show.rows() + (show.is_swept() ? 1 : 0));
  for (const float edge :
       {show.field().min.x, show.field().min.y, show.field().max.x, show.field().max.y})
    hasher.add(std::bit_cast<std::uint32_t>(edge));
}

std::uint64_t signature_of(const Session& session) {
  Hasher hasher;
  if (const RecordingPlayback* show = session.show())
    return add_recording(hasher, *show), hasher.value();
  add(hasher, session.scene().id);
  add(hasher, session.file().path);
  for (const Owner owner : kOwners) {
    const ParamGroup group = session.group(owner);
    for (const Param& row : group.rows)
      hasher.add(std::bit_cast<std::uint64_t>(row.get(group.object)));
  }
  hasher.add(session.world().size());
  hasher.add(kinds(session.world()));
  return hasher.value();
}

std::string name_of(const Session& session) {
  const std::string sprites = counted(session.world().size(), "sprite");
  const SceneFile& file = session.file();
  const bool has_seed = !file.document || !file.document->sprites;
  const std::string seed = has_seed ? fmt::format(", seed {}", session.options().seed) : "";
  if (file.path.empty()) return fmt::format("scene {}, {}{}", session.scene().id, sprites, seed);
  return fmt::format("{}, {}{}", std::filesystem::path(file.path).filename().string(), sprites,
                     seed);
}

std::string content_of(const char* path) {
  int code = 0;
  os::FileHandle file = os::FileHandle::open(path, os::FileHandle::Mode::read, code);
  std::string all;
  std::array<char, 4096> block;
  for (auto n = file.read(block, code); n && *n > 0; n = file.read(block, code))
    all.append(block.data(), *n);
  return all;
}

std::string trimmed(const std::string& text) {
  constexpr const char* kBlank = " \t\"'\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(kBlank) + 1 - first);
}

/// What stands behind the first of these names that has a value, in lines "name: value".
std::string value_of(std::string_view text, std::initializer_list<std::string_view> names,
                     char separator) {
  for (const std::string_view name : names) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      const std::size_t mark = line.find(separator);
      if (mark == line.npos || trimmed(line.substr(0, mark)) != name) continue;
      if (std::string value = trimmed(line.substr(mark + 1)); !value.empty()) return value;
    }
  }
  return {};
}

std::string compiler() {
#if defined(__clang__)
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

void set_if(std::string& fact, std::string value) {
  if (!value.empty()) fact = std::move(value);
}

}  // namespace

Subject subject_of(const Session& session) {
  Subject s;
  s.signature = signature_of(session);
  if (const RecordingPlayback* show = session.show()) {
    s.title = show->name() + (show->is_swept() ? ", swept" : "");
    s.name = fmt::format("{}, {}", s.title, counted(show->size(), "frame"));
    return s;
  }
  const std::string& path = session.file().path;
  s.title = path.empty() ? std::string(session.scene().id)
                         : std::filesystem::path(path).filename().string();
  s.name = name_of(session);
  return s;
}

std::string subject_text(const Session& session, SubjectCount count) {
  if (const RecordingPlayback* show = session.show()) return std::string(show->name());
  std::string words(session.scene().title);
  if (count == SubjectCount::named) words += ", " + counted(session.world().size(), "sprite");
  return words + fmt::format(", seed {}", session.options().seed);
}

void SubjectWatch::begin(const Session& session) {
  subject_ = subject_of(session);
  seen_ = session.changes(), has_changed_ = false;
}

bool SubjectWatch::has_changed(const Session& session) const {
  if (session.changes() != seen_)
    seen_ = session.changes(), has_changed_ = signature_of(session) != subject_.signature;
  return has_changed_;
}

std::string SubjectWatch::sentence(const Session& session) const {
  return fmt::format("Found for {}{}.", subject_.name,
                     has_changed(session) ? "; the scene has changed since" : "");
}

Session clone_session(const Session& session) {
  Session copy(session.snapshot());
  copy.detect();
  return copy;
}

std::string processor_in(std::string_view cpuinfo) {
  return value_of(cpuinfo, {"model name", "Model", "cpu model", "cpu"}, ':');
}

std::string system_in(std::string_view os_release) {
  return value_of(os_release, {"PRETTY_NAME", "NAME"}, '=');
}

Machine this_machine() {
  Machine m;
  const os::SystemFacts kernel = os::system_facts();
  set_if(m.processor, processor_in(content_of("/proc/cpuinfo")));
  set_if(m.processor, kernel.processor);
  if (kernel.cores) m.cores = std::to_string(kernel.cores);
  set_if(m.system, system_in(content_of("/etc/os-release")));
  if (!kernel.name.empty()) {
    if (m.system == "unknown") m.system = kernel.name;
    m.system += ", " + kernel.machine;
  }
  m.compiler = compiler();
  m.version = std::string(kVersion);
  return m;
}

std::string today() {
  const std::chrono::year_month_day date(
      std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::map<std::string, std::string> machine_facts() {
  const Machine m = this_machine();
  return {{"processor", m.processor},
          {"cores", m.cores},
          {"system", m.system},
          {"compiler", m.compiler},
          {"vectors", vector_target().name},
          {"threads", has_threads() ? "oneTBB" : "one"}};
}

}  // namespace phasebox
