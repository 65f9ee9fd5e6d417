// SPDX-License-Identifier: MIT
// The owner of a parameter. It is a typed value inside the program, and a word only in files, on
// command lines and in tests.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "collide/broadphase.hpp"
#include "collide/narrowphase.hpp"
#include "collide/param.hpp"
#include "collide/registry.hpp"

namespace phasebox {

/// Something that has parameters. An owner is made from a registry entry, by a function below or by
/// `owner_named`, so that it exists; only `algorithm` does not check its id.
class Owner {
 public:
  enum class Kind : std::uint8_t { none, world, scene, response, view, algorithm, contestant };

  constexpr Owner() = default;
  constexpr Owner(const BroadphaseEntry& entry) : Owner(Kind::algorithm, entry.id) {}
  constexpr Owner(const NarrowphaseEntry& entry) : Owner(Kind::algorithm, entry.id) {}

  static constexpr Owner world() { return {Kind::world, "world"}; }
  static constexpr Owner scene() { return {Kind::scene, "scene"}; }  ///< the scene that is running
  static constexpr Owner response() { return {Kind::response, "response"}; }
  static constexpr Owner view() { return {Kind::view, "view"}; }  ///< of how the window draws
  /// Returns the algorithm with that registry id, which is not checked, for constants that are made
  /// before the registries are.
  template <std::size_t N>
  static constexpr Owner algorithm(const char (&id)[N]) {
    return {Kind::algorithm, id};
  }
  /// Returns contestant `number` (0 to 15) of the race in the window. Each has an instance of its
  /// algorithm of its own, with its own parameter values.
  static constexpr Owner contestant(std::size_t number) {
    constexpr std::string_view kIds[] = {
        "race-0", "race-1", "race-2",  "race-3",  "race-4",  "race-5",  "race-6",  "race-7",
        "race-8", "race-9", "race-10", "race-11", "race-12", "race-13", "race-14", "race-15"};
    return {Kind::contestant, kIds[number]};
  }

  constexpr Kind kind() const { return kind_; }
  /// The id in kebab-case, as in files and on command lines; empty for none. The text of a
  /// plug-in's id lives as long as its registry entry, all others are static.
  constexpr std::string_view id() const { return id_; }
  constexpr explicit operator bool() const { return kind_ != Kind::none; }
  bool operator==(const Owner&) const = default;

 private:
  constexpr Owner(Kind kind, std::string_view id) : kind_(kind), id_(id) {}

  Kind kind_ = Kind::none;
  std::string_view id_;
};

/// Returns the owner with that id, or none. Contestants of a race are not found.
inline Owner owner_named(std::string_view id) {
  for (const Owner owner : {Owner::world(), Owner::scene(), Owner::response(), Owner::view()})
    if (owner.id() == id) return owner;
  if (const BroadphaseEntry* entry = find_entry(broadphases(), id)) return *entry;
  if (const NarrowphaseEntry* entry = find_entry(narrowphases(), id)) return *entry;
  return {};
}
/// Returns the full name of a parameter, as "rdc.group-size".
inline std::string full_name(Owner owner, std::string_view key) {
  return std::string(owner.id()).append(".").append(key);
}

/// A value of one parameter, which is named by owner and key.
struct ParamValue {
  Owner owner;
  std::string key;
  double value = 0;
  bool operator==(const ParamValue&) const = default;
};

/// The parameter rows of one owner, read-only.
struct ParamGroup {
  Owner owner;
  std::string_view title;
  std::span<const Param> rows;
  const void* object = nullptr;
};

}  // namespace phasebox
