// SPDX-License-Identifier: MIT
// Names the elements of lists by the sides that they are.
#include "io/boxes/box_fields.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/text.hpp"

namespace phasebox {
namespace {

using Elements = std::array<const char*, 4>;

constexpr std::size_t kMaxElements = std::tuple_size_v<Elements>;

// The sides that a list of four has by a part of its name.
constexpr std::pair<std::string_view, Elements> kLists[] = {
    {"xyxy", {"min_x", "min_y", "max_x", "max_y"}},
    {"ltrb", {"min_x", "min_y", "max_x", "max_y"}},
    {"aabb", {"min_x", "min_y", "max_x", "max_y"}},
    {"bounds", {"min_x", "min_y", "max_x", "max_y"}},
    {"xywh", {"x", "y", "width", "height"}},
    {"ltwh", {"left", "top", "width", "height"}},
    {"rect", {"left", "top", "width", "height"}}};

// Returns the number at the end of a list element's name, or kMaxElements for another name.
std::size_t element_of(std::string_view name) {
  const bool is_element = name.size() > 2 && name[name.size() - 2] == ' ' && name.back() >= '0' &&
                          name.back() < '0' + static_cast<char>(kMaxElements);
  return is_element ? static_cast<std::size_t>(name.back() - '0') : kMaxElements;
}

std::string_view list_of(std::string_view name) { return name.substr(0, name.size() - 2); }

}  // namespace

std::vector<std::string> with_sides_of_lists(std::span<const BoxField> fields) {
  constexpr Elements kAxes{"x", "y", "z", "w"};
  std::map<std::string_view, std::size_t> sizes;
  for (const BoxField& field : fields)
    if (element_of(field.name) < kMaxElements) ++sizes[list_of(field.name)];
  std::vector<std::string> names;
  for (const BoxField& field : fields) {
    std::string& name = names.emplace_back(field.name);
    const std::size_t element = element_of(field.name);
    if (element == kMaxElements) continue;
    const std::string list = lower(list_of(field.name));
    const auto sides = std::ranges::find_if(
        kLists, [&](const auto& row) { return list.find(row.first) != list.npos; });
    const std::size_t size = sizes[list_of(field.name)];
    if (size == 2 || size == 3)
      name.back() = *kAxes[element];
    else if (size == kMaxElements && sides != std::end(kLists))
      name = sides->second[element];
  }
  return names;
}

}  // namespace phasebox
