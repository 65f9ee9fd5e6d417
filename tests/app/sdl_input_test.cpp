// SPDX-License-Identifier: MIT
// Input that is quicker than the frames arrives whole and in order.
#include "app/sdl_input.hpp"

#include <gtest/gtest.h>

namespace phasebox {

using namespace ui;

namespace input_queue_test {

SDL_Event button(bool down, int x, int y) {
  SDL_Event e{};
  e.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
  e.button.button = SDL_BUTTON_LEFT;
  e.button.state = down ? SDL_PRESSED : SDL_RELEASED;
  e.button.x = x;
  e.button.y = y;
  return e;
}

SDL_Event key(bool down, SDL_Keycode code, SDL_Scancode scancode, Uint16 modifiers = 0) {
  SDL_Event e{};
  e.type = down ? SDL_KEYDOWN : SDL_KEYUP;
  e.key.state = down ? SDL_PRESSED : SDL_RELEASED;
  e.key.keysym.sym = code;
  e.key.keysym.scancode = scancode;
  e.key.keysym.mod = modifiers;
  return e;
}

constexpr auto kLeft = static_cast<std::size_t>(Button::left);

TEST(InputQueue, a_click_within_one_frame_is_seen_as_press_and_release) {
  InputQueue queue;
  push(queue, button(true, 10, 20));
  push(queue, button(false, 11, 21));
  const FrameInput first = queue.take(false), second = queue.take(false);
  EXPECT_TRUE(first.pressed[kLeft]);
  EXPECT_TRUE(first.down[kLeft]);
  EXPECT_FALSE(first.released[kLeft]);
  EXPECT_EQ(first.pointer, (Vec2{10, 20}));
  EXPECT_TRUE(second.released[kLeft]);
  EXPECT_FALSE(second.down[kLeft]);
}

TEST(InputQueue, a_press_comes_in_a_frame_after_the_release_of_another_button) {
  InputQueue queue;
  const auto push = [&](ui::Button button, bool down) {
    queue.push(
        {.kind = ui::InputEvent::Kind::button, .at = {5, 6}, .button = button, .down = down});
  };
  push(ui::Button::left, true);
  queue.take(false);
  push(ui::Button::left, false);
  push(ui::Button::right, true);
  push(ui::Button::right, false);
  EXPECT_EQ(queue.take(false).pressed, (std::array{false, false, false}));
  EXPECT_EQ(queue.take(false).pressed, (std::array{false, true, false}));
  EXPECT_EQ(queue.take(false).released, (std::array{false, true, false}));
}

TEST(InputQueue, places_on_a_dense_screen_are_in_its_pixels) {
  InputQueue queue;
  push(queue, button(true, 10, 20), 2);
  EXPECT_EQ(queue.take(false).pointer, (Vec2{20, 40}));
  SDL_Event motion{};
  motion.type = SDL_MOUSEMOTION;
  motion.motion.x = 7;
  motion.motion.y = 8;
  push(queue, motion, 1.5f);
  EXPECT_EQ(queue.take(false).pointer, (Vec2{10.5f, 12}));
}

TEST(InputQueue, every_key_of_a_fast_typist_arrives_in_order) {
  InputQueue queue;
  std::string typed;
  for (const SDL_Keycode code : {SDLK_s, SDLK_d, SDLK_s}) {
    const auto scancode = code == SDLK_s ? SDL_SCANCODE_S : SDL_SCANCODE_D;
    push(queue, key(true, code, scancode));
    push(queue, key(false, code, scancode));
  }
  for (int frame = 0; frame < 12; ++frame)
    if (const auto press = queue.take(false).press) typed += static_cast<char>(press->key);
  EXPECT_EQ(typed, "sds");
}

// A letter that is pressed, types, and is released, as SDL reports it.
void type(InputQueue& queue, char letter, Uint16 modifiers = 0) {
  const auto code = static_cast<SDL_Keycode>(letter);
  const auto place = static_cast<SDL_Scancode>(SDL_SCANCODE_A + (letter - 'a'));
  push(queue, key(true, code, place, modifiers));
  SDL_Event text{};
  text.type = SDL_TEXTINPUT;
  text.text.text[0] = static_cast<char>(modifiers != 0 ? letter - 'a' + 'A' : letter);
  push(queue, text);
  push(queue, key(false, code, place, modifiers));
}

TEST(InputQueue, a_text_field_gets_all_characters_of_a_slow_frame_at_once) {
  InputQueue queue;
  type(queue, 's');
  type(queue, 's');
  push(queue, key(true, SDLK_LSHIFT, SDL_SCANCODE_LSHIFT, KMOD_LSHIFT));
  type(queue, 'd', KMOD_LSHIFT);
  push(queue, key(false, SDLK_LSHIFT, SDL_SCANCODE_LSHIFT));
  type(queue, 'a');
  const FrameInput input = queue.take(false, true);
  EXPECT_EQ(input.text, "ssDa");
  EXPECT_FALSE(input.press);
  EXPECT_FALSE(input.modifiers.shift);
  EXPECT_TRUE(queue.take(false, true).text.empty());
}

TEST(InputQueue, characters_stay_in_order_with_the_keys_that_type_none) {
  InputQueue queue;
  type(queue, 'a');
  push(queue, key(true, SDLK_BACKSPACE, SDL_SCANCODE_BACKSPACE));
  push(queue, key(false, SDLK_BACKSPACE, SDL_SCANCODE_BACKSPACE));
  type(queue, 'b');
  const FrameInput first = queue.take(false, true);
  EXPECT_EQ(first.text, "a");
  ASSERT_TRUE(first.press);
  EXPECT_EQ(first.press->key, Key::backspace);
  EXPECT_EQ(queue.take(false, true).text, "b") << "it would be the one that is deleted";
}

TEST(InputQueue, characters_are_not_taken_in_a_frame_with_ctrl) {
  InputQueue queue;
  type(queue, 'a');
  push(queue, key(true, SDLK_LCTRL, SDL_SCANCODE_LCTRL, KMOD_LCTRL));
  push(queue, key(true, SDLK_v, SDL_SCANCODE_V, KMOD_LCTRL));
  const FrameInput first = queue.take(false, true);
  EXPECT_EQ(first.text, "a");
  EXPECT_FALSE(first.modifiers.ctrl);
  EXPECT_TRUE(queue.take(false, true).modifiers.ctrl);
  EXPECT_TRUE(queue.take(false, true).press);
}

TEST(InputQueue, without_a_text_field_each_character_has_its_frame) {
  InputQueue queue;
  type(queue, 's');
  type(queue, 'd');
  EXPECT_EQ(queue.take(false).text, "s");
  EXPECT_EQ(queue.take(false).text, "d");
}

TEST(InputQueue, ctrl_is_held_before_its_letter_goes_down) {
  InputQueue queue;
  push(queue, key(true, SDLK_LCTRL, SDL_SCANCODE_LCTRL, KMOD_LCTRL));
  push(queue, key(true, SDLK_z, SDL_SCANCODE_Z, KMOD_LCTRL));
  int modifier_frame = -1, press_frame = -1;
  for (int frame = 0; frame < 6; ++frame) {
    const FrameInput input = queue.take(false);
    if (input.modifiers.ctrl && modifier_frame < 0) modifier_frame = frame;
    if (input.press && input.press->key == Key{'z'}) {
      press_frame = frame;
      EXPECT_TRUE(input.press->ctrl);
    }
  }
  ASSERT_GE(press_frame, 0);
  EXPECT_LT(modifier_frame, press_frame);
}

TEST(InputQueue, keys_that_wait_are_not_lost) {
  InputQueue queue;
  push(queue, key(true, SDLK_b, SDL_SCANCODE_B));
  for (int frame = 0; frame < 5; ++frame) EXPECT_FALSE(queue.take(true).press);
  EXPECT_TRUE(queue.take(false).press);
}

// What is pressed where a US keyboard has that key.
Key pressed(SDL_Keycode code, SDL_Scancode place) {
  InputQueue queue;
  push(queue, key(true, code, place));
  const auto press = queue.take(false).press;
  return press ? press->key : Key::none;
}

TEST(InputQueue, letters_outside_ascii_go_by_their_place) {
  constexpr SDL_Keycode kCyrillicEf = 0x444, kGreekAlpha = 0x3B1, kCzechE = 0x11B, kHa = 0x445;
  EXPECT_EQ(pressed(kCyrillicEf, SDL_SCANCODE_A), Key{'a'});
  EXPECT_EQ(pressed(kGreekAlpha, SDL_SCANCODE_A), Key{'a'});
  EXPECT_EQ(pressed(kHa, SDL_SCANCODE_LEFTBRACKET), Key{'['});
  EXPECT_EQ(pressed(kCzechE, SDL_SCANCODE_2), Key{'2'});
  EXPECT_EQ(pressed(SDLK_q, SDL_SCANCODE_A), Key{'q'}) << "French letters go by what they say";
  EXPECT_EQ(pressed(SDLK_F7, SDL_SCANCODE_F7), Key::f7);
  EXPECT_EQ(pressed(0xF6, SDL_SCANCODE_SEMICOLON), Key::none);
}

}  // namespace input_queue_test
}  // namespace phasebox
