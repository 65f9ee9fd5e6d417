// SPDX-License-Identifier: MIT
// The action table itself: two lines per action.
#include <array>

#include "ui/model/actions/actions.hpp"

namespace phasebox {
namespace {

constexpr Chord on_key(Key key) { return {.key = key}; }
constexpr Chord on_key(char letter) { return {.key = Key{static_cast<std::uint16_t>(letter)}}; }
constexpr Chord typed(char text, int value = 0) { return {.text = text, .value = value}; }
constexpr Chord ctrl(Chord c) { return c.ctrl = true, c; }
constexpr Chord shift(Chord c) { return c.shift = true, c; }
constexpr Chord worth(int value, Chord c) { return c.value = value, c; }
constexpr Chord hidden(Chord c) { return c.hidden = true, c; }

constexpr std::array kOpenFile{ctrl(on_key('o'))};
constexpr std::array kSave{ctrl(on_key('s'))};
constexpr std::array kScreenshot{on_key(Key::f12)};
constexpr std::array kQuit{ctrl(on_key('q'))};
constexpr std::array kUndo{ctrl(on_key('z'))};
constexpr std::array kRedo{ctrl(on_key('y')), hidden(ctrl(shift(on_key('z'))))};
constexpr std::array kClone{ctrl(on_key('d'))};
constexpr std::array kRemove{on_key(Key::remove)};
// Where + needs Shift (US keyboards), Shift cannot mean ten as well: there * does, and the keypad.
constexpr std::array kMore{typed('+', 1),
                           shift(typed('+', 10)),
                           ctrl(worth(100, on_key('+'))),
                           hidden(typed('=', 1)),
                           hidden(typed('*', 10)),
                           hidden(ctrl(shift(worth(100, on_key('+'))))),
                           hidden(ctrl(worth(100, on_key('=')))),
                           hidden(ctrl(shift(worth(100, on_key('=')))))};
constexpr std::array kFewer{typed('-', 1), shift(typed('-', 10)), ctrl(worth(100, on_key('-'))),
                            hidden(typed('_', 10)), hidden(ctrl(shift(worth(100, on_key('-')))))};
constexpr std::array kPreviousScene{typed('['), on_key(Key::page_up)};
constexpr std::array kNextScene{typed(']'), on_key(Key::page_down)};
constexpr std::array kRestart{on_key('r')};
constexpr std::array kNewSeed{ctrl(on_key('r'))};
constexpr std::array kPause{on_key('p'), on_key(Key::space)};
constexpr std::array kStep{on_key('o')};
constexpr std::array kBroadphase{typed('1', 1), typed('2', 2), typed('3', 3), typed('4', 4),
                                 typed('5', 5), typed('6', 6), typed('7', 7), typed('8', 8),
                                 typed('9', 9), typed('0', 0)};
constexpr std::array kFrameBack{typed(',')};
constexpr std::array kFrameForward{typed('.')};
constexpr std::array kXray{on_key('x')};
constexpr std::array kXrayForward{on_key(Key::f10)};
constexpr std::array kXrayBack{shift(on_key(Key::f10))};
constexpr std::array kNextBroadphase{on_key('j')};
constexpr std::array kPreviousBroadphase{shift(on_key('j'))};
constexpr std::array kNextNarrowphase{on_key('k')};
constexpr std::array kPreviousNarrowphase{shift(on_key('k'))};
constexpr std::array kGroupSize{on_key('g')};
constexpr std::array kNUp{on_key('n')};
constexpr std::array kNDown{shift(on_key('n'))};
constexpr std::array kSnap{on_key('s')};
constexpr std::array kTune{on_key('u')};
constexpr std::array kCliffs{on_key('h')};
constexpr std::array kResponse{on_key('e')};
constexpr std::array kStructure{on_key('q')};
constexpr std::array kBoundaries{on_key('d')};
constexpr std::array kCandidates{on_key('l')};
constexpr std::array kBoxes{on_key('b')};
constexpr std::array kVelocities{on_key('v')};
constexpr std::array kShowIds{on_key('i')};
constexpr std::array kColorBy{on_key('c')};
constexpr std::array kSpace{on_key(Key::f7)};
constexpr std::array kTheme{on_key('t')};
constexpr std::array kWholeField{on_key(Key::home)};
constexpr std::array kFitSelection{on_key('f')};
constexpr std::array kRace{on_key('a')};
constexpr std::array kLanes{shift(on_key('a'))};
constexpr std::array kPanel{on_key(Key::tab)};
constexpr std::array kStatisticsSize{on_key(Key::f2)};
constexpr std::array kFullScreen{on_key(Key::f11)};
constexpr std::array kMessages{on_key('m')};
constexpr std::array kWhy{on_key('w')};
constexpr std::array kAccuracy{on_key('y')};
constexpr std::array kEnergy{shift(on_key('e'))};
constexpr std::array kLessons{on_key(Key::f3)};
constexpr std::array kActionHelp{on_key(Key::f1), typed('?')};
constexpr std::array kEscape{on_key(Key::escape)};

// A row is its names, then what it says, where it stands and its keys.
// clang-format off
constexpr auto kActions = std::to_array<ActionRow>({
    {Action::open, "open", "Open ...",
     "Choose a scene, a picture or recorded boxes and open the file.", Menu::file, kOpenFile},
    {Action::save, "save", "Save ...",
     "Save the scene as it stands to a file.", Menu::file, kSave},
    {Action::screenshot, "screenshot", "Screenshot",
     "Save the window as a numbered PNG in the current folder.", Menu::file, kScreenshot},
    {Action::quit, "quit", "Quit",
     "Leave Phasebox.", Menu::file, kQuit},

    {Action::undo, "undo", "Undo",
     "Undo the last change.", Menu::edit, kUndo, {}, {}, {}, true},
    {Action::redo, "redo", "Redo",
     "Redo the change that was undone.", Menu::edit, kRedo, {}, {}, {}, true},
    {Action::clone, "clone", "Clone",
     "Copy the selected sprites, or the one under the pointer.", Menu::edit, kClone},
    {Action::remove, "delete", "Delete",
     "Remove the selected sprites, or the one under the pointer.", Menu::edit, kRemove},
    {Action::more, "more", "More (Shift 10, Ctrl 100)",
     "Add one object; with Shift ten, with Ctrl a hundred (* adds ten where + itself needs Shift).",
     Menu::scene, kMore, {}, {}, "+", true},
    {Action::fewer, "fewer", "Fewer (Shift 10, Ctrl 100)",
     "Remove one object; with Shift ten, with Ctrl a hundred.",
     Menu::scene, kFewer, {}, {}, "-", true},
    {Action::previous_scene, "previous-scene", "Previous scene",
     "Start the scene before this one.", Menu::scene, kPreviousScene},
    {Action::next_scene, "next-scene", "Next scene",
     "Start the scene after this one.", Menu::scene, kNextScene},
    {Action::restart, "restart", "Restart",
     "Start the scene again with the same seed.", Menu::simulation, kRestart},
    {Action::new_seed, "new-seed", "Restart with a new seed",
     "Start the scene again with other random values.", Menu::simulation, kNewSeed},
    {Action::pause, "pause", "Pause",
     "Pause or resume the simulation.", Menu::simulation, kPause},
    {Action::step, "step", "Single step",
     "Pause, and advance by one step of 1/60 s.", Menu::simulation, kStep, {}, {}, {}, true},

    {Action::frame_back, "frame-back", "Frame back",
     "Pause, and go back by one step, or by one frame of recorded boxes.",
     Menu::simulation, kFrameBack, {}, {}, {}, true},
    {Action::frame_forward, "frame-forward", "Frame forward",
     "Pause, and advance by one step, or by one frame of recorded boxes.",
     Menu::simulation, kFrameForward, {}, {}, {}, true},
    {Action::xray, "xray", "X-ray",
     "Walk through the algorithm event by event.", Menu::tools, kXray},
    {Action::xray_forward, "xray-forward", "Step inside the algorithm",
     "Freeze the frame, and advance by one event of the algorithm.",
     Menu::tools, kXrayForward, {}, {}, {}, true},
    {Action::xray_back, "xray-back", "Step back inside the algorithm",
     "Freeze the frame, and go back by one event of the algorithm.",
     Menu::tools, kXrayBack, {}, {}, {}, true},

    {Action::broadphase, "broadphase", "Choose the broadphase",
     "Let another algorithm find the candidates; 0 is brute force.",
     Menu::none, kBroadphase, {}, {}, "1 ... 9, 0"},
    {Action::next_broadphase, "next-broadphase", "Next broadphase",
     "Let the next algorithm of the list find the candidates.",
     Menu::algorithm, kNextBroadphase},
    {Action::previous_broadphase, "previous-broadphase", "Previous broadphase",
     "Let the algorithm before this one find the candidates.",
     Menu::algorithm, kPreviousBroadphase},
    {Action::next_narrowphase, "next-narrowphase", "Next narrowphase",
     "Let the next method of the list confirm the candidates.",
     Menu::algorithm, kNextNarrowphase},
    {Action::previous_narrowphase, "previous-narrowphase", "Previous narrowphase",
     "Let the method before this one confirm the candidates.",
     Menu::algorithm, kPreviousNarrowphase},
    {Action::group_size, "group-size", "Group size ...",
     "Type the group size below which RDC stops dividing.", Menu::algorithm, kGroupSize},
    {Action::n_up, "n-up", "Coarser samples (n + 1)",
     "Let the narrowphase look at fewer pixels: every n-th.",
     Menu::algorithm, kNUp, {}, {}, {}, true},
    {Action::n_down, "n-down", "Finer samples (n - 1)",
     "Let the narrowphase look at more pixels; n = 1 looks at all.",
     Menu::algorithm, kNDown, {}, {}, {}, true},
    {Action::snap, "snap", "Snap",
     "Shift every sprite to the grid, so that boundaries coincide.",
     Menu::algorithm, kSnap, Owner::world(), "snap"},

    {Action::response, "response", "Response",
     "Let sprites that meet push each other away, or pass through each other.",
     Menu::simulation, kResponse, Owner::response(), "response"},

    {Action::tune, "tune", "Tune ...",
     "Find the fastest broadphase and its settings for this scene.", Menu::tools, kTune},
    {Action::cliffs, "cliffs", "Cliffs ...",
     "Map where an algorithm becomes slow, over count and size.", Menu::tools, kCliffs},

    {Action::structure, "structure", "Groups and structure",
     "Show how the broadphase divides the field.", Menu::view, kStructure, Owner::view(), "structure"},
    {Action::boundaries, "boundaries", "Boundaries",
     "Show the sorted open and close boundaries.", Menu::view, kBoundaries, Owner::view(), "boundaries"},
    {Action::candidates, "candidates", "Candidate lines",
     "Join the two sprites of every candidate pair by a line.",
     Menu::view, kCandidates, Owner::view(), "candidates"},
    {Action::boxes, "boxes", "Boxes",
     "Show every sprite's box.", Menu::view, kBoxes, Owner::view(), "boxes"},
    {Action::velocities, "velocities", "Velocities",
     "Show the velocity of every sprite.", Menu::view, kVelocities, Owner::view(), "velocities"},
    {Action::ids, "ids", "Numbers",
     "Show every sprite's number beside it.", Menu::view, kShowIds, Owner::view(), "ids"},
    {Action::color_by, "colour-by", "Color by",
     "Color the sprites by their image, group, cost (box tests), speed or category.",
     Menu::view, kColorBy, Owner::view(), "colour-by"},
    {Action::space, "space", "3D view",
     "Show the field in perspective beside itself, the depth of the structure as height.",
     Menu::view, kSpace, Owner::view(), "space"},
    {Action::theme, "theme", "Theme",
     "Change the colors: dark, flash (light), color-blind safe.",
     Menu::view, kTheme, Owner::view(), "theme"},
    {Action::whole_field, "whole-field", "Whole field",
     "Show all of the field.", Menu::view, kWholeField},
    {Action::fit_selection, "fit-selection", "Fit the selection",
     "Fill the view with the selected sprites, or with all of them.", Menu::view, kFitSelection},
    {Action::race, "race", "Race",
     "Let two to six algorithms find the pairs of every frame and rank them.", Menu::tools, kRace},
    {Action::lanes, "lanes", "Race in lanes",
     "Divide the field into lanes, one for each algorithm's structure over the same sprites.",
     Menu::tools, kLanes},
    {Action::panel, "panel", "Panel",
     "Show or hide the panel on the right.", Menu::view, kPanel},
    {Action::statistics_size, "statistics-size", "Large statistics",
     "Write the statistics large, one below the other, or in two columns.",
     Menu::view, kStatisticsSize},
    {Action::full_screen, "full-screen", "Full screen",
     "Switch between full screen and a window.", Menu::view, kFullScreen},
    {Action::messages, "messages", "Messages",
     "Show all messages so far.", Menu::view, kMessages},

    {Action::why, "why", "Why tested?",
     "List what the selected sprite was compared with, and in which group, cell or node.",
     Menu::tools, kWhy},
    {Action::accuracy, "accuracy", "Accuracy of n",
     "Measure how many contacts n-sampled pixels miss on this scene, for n = 1 to 16.",
     Menu::tools, kAccuracy},
    {Action::energy, "energy", "Energy",
     "Plot energy and momentum of the sprites over the last 30 s, while they push each other.",
     Menu::tools, kEnergy},

    {Action::lessons, "lessons", "Lessons",
     "Eight short lessons on how collisions are found, with the mouse alone.", Menu::help, kLessons},
    {Action::help, "help", "Keys and mouse",
     "Show this help.", Menu::help, kActionHelp},
    {Action::escape, "escape", "Close",
     "Close the topmost window; with none open, ask to quit.", Menu::none, kEscape},
});
// clang-format on
static_assert(kActions.size() == static_cast<std::size_t>(Action::count_));
static_assert([] {
  for (std::size_t i = 0; i < kActions.size(); ++i)
    if (kActions[i].action != static_cast<Action>(i)) return false;
  return true;
}());

}  // namespace

std::span<const ActionRow> actions() { return kActions; }

}  // namespace phasebox
