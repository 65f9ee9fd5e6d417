// SPDX-License-Identifier: MIT
// The behavior of sprites that meet: the parameters of owner "response".
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "collide/param.hpp"

namespace phasebox {

/// The effect that a collision has on two sprites.
enum class Response : std::uint8_t {
  pass,     ///< nothing: they pass through each other
  impulse,  ///< they push each other away
};

/// The method that carries sprites that rest on each other.
enum class RestingContacts : std::uint8_t {
  solved,            ///< by the contact solver, all together once per step
  micro_collisions,  ///< by many small impacts per step, computed like any other impact
};

/// The distance at which two sprites count as touching.
enum class ContactDistance : std::uint8_t {
  fixed,    ///< kTouch for all sprites
  by_size,  ///< a thousandth of the smaller sprite's extent, at least 0.004 px
};

/// Parameters of owner "response". Seconds are 60 steps.
struct ResponseOptions {
  Response response = Response::pass;
  float restitution = 0.6f, friction = 0.3f;
  float gravity_x = 0, gravity_y = 0;
  float drag = 0;
  float density = 1;
  float time_scale = 1;
  std::uint32_t most_impacts = 20'000;
  RestingContacts resting = RestingContacts::solved;
  ContactDistance contact_distance = ContactDistance::fixed;
  bool sleeping = true;

  bool is_on() const { return response == Response::impulse; }
};

inline constexpr std::array<std::string_view, 2> kResponseNames{"pass-through", "impulse"};

inline constexpr std::array<std::string_view, 2> kRestingNames{"solved", "micro-collisions"};
inline constexpr std::array<std::string_view, 2> kContactDistanceNames{"fixed", "by-size"};

inline constexpr std::array kResponseRows{
    choice<&ResponseOptions::response>(
        "response", kResponseNames,
        "What sprites do when they meet: pass through or push each other away."),
    param<&ResponseOptions::restitution>(
        "restitution", 0, 1, "",
        "Share of the closing speed with which two sprites part: 1 is elastic, 0 plastic."),
    param<&ResponseOptions::friction>(
        "friction", 0, 4, "",
        "Coefficient of Coulomb friction: a slope of that gradient is just too steep to rest on."),
    param<&ResponseOptions::gravity_x>("gravity-x", -10000, 10000, "px/s²",
                                       "Acceleration of all sprites to the right."),
    param<&ResponseOptions::gravity_y>("gravity-y", -10000, 10000, "px/s²",
                                       "Acceleration of all sprites downwards."),
    param<&ResponseOptions::drag>("drag", 0, 60, "1/s",
                                  "Share of their speed that sprites lose, per second at first."),
    param<&ResponseOptions::density>("density", 0.001, 1000, "",
                                     "Mass per px² of every sprite; only ratios matter."),
    param<&ResponseOptions::time_scale>("time-scale", 0.01, 1, "",
                                        "Slow motion: share of 1/60 s that passes in each step."),
    param<&ResponseOptions::most_impacts>(
        "most-impacts", 100, 1'000'000, "",
        "Largest number of impacts per step. Sprites that need more wait for the next step, with a "
        "warning."),
    choice<&ResponseOptions::resting>(
        "resting", kRestingNames,
        "What carries sprites at rest. Solved: one contact solver for all of them. "
        "Micro-collisions: nothing is solved; each contact is a train of small impacts, many per "
        "step, and sprites creep on slopes (Mirtich).")
        .labeled("resting contacts"),
    choice<&ResponseOptions::contact_distance>(
        "contact-distance", kContactDistanceNames,
        "How close is touching: 0.04 px for all, or a thousandth of the smaller sprite's extent."),
    flag<&ResponseOptions::sleeping>(
        "sleeping",
        "Sprites that have rested for half a second sleep: they cost no time until something moves "
        "them."),
};

}  // namespace phasebox
