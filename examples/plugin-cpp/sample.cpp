// SPDX-License-Identifier: MIT
// A broadphase as a plug-in, in one page of C++20: the sample of docs/add-an-algorithm.md.
//
//     c++ -std=c++20 -O2 -shared -fPIC -fno-gnu-unique -I ../../src/c sample.cpp -o sample.so
//     phasebox --plugin sample.so --broadphase sample
//
// -I names the folder of phasebox.h and phasebox_plugin.hpp; -fno-gnu-unique lets a reload drop the
// code before (only GCC knows it). The boxes are sorted by their low edges; each is compared with
// those that begin before it ends. Cost: O(n log n + tests).
#include <algorithm>
#include <numeric>
#include <vector>

#include "phasebox_plugin.hpp"

namespace {

class Sample {
 public:
  void set(std::size_t, double value) { axis_ = value == 0 ? 0 : 1; }

  void find_pairs(const phasebox_cpp::PluginSearch& search) {
    const phasebox_plugin_frame& f = search.frame;
    sort(f);
    for (auto i = order_.begin(); i != order_.end(); ++i) {
      if (search.should_stop()) return;
      const float end = f.boxes[*i][axis_ + 2];
      search.log(PHASEBOX_EVENT_ENTER, *i, 1, f.boxes[*i]);
      for (auto j = i + 1; j != order_.end(); ++j) {
        if (f.boxes[*j][axis_] >= end) break;  // as do all after it
        search.test(*i, *j);
      }
      search.log(PHASEBOX_EVENT_LEAVE, *i, 0);
    }
  }

 private:
  void sort(const phasebox_plugin_frame& f) {
    order_.resize(f.count);
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      const float p = f.boxes[a][axis_], q = f.boxes[b][axis_];
      return p != q ? p < q : a < b;
    });
  }

  int axis_ = 0;
  std::vector<std::uint32_t> order_;
};

constexpr const char* kAxes[] = {"x", "y"};
constexpr phasebox_plugin_param kParams[] = {{.key = "axis",
                                              .unit = nullptr,
                                              .help = "The axis along which the boxes are sorted.",
                                              .kind = PHASEBOX_CHOICE,
                                              .lowest = 0,
                                              .highest = 1,
                                              .initial = 0,
                                              .choices = kAxes,
                                              .choice_count = 2,
                                              .zero = nullptr,
                                              .tuning = PHASEBOX_TUNE_VALUES,
                                              .tune_lowest = 0,
                                              .tune_highest = 0}};

phasebox_plugin_broadphase facts() {
  phasebox_plugin_broadphase facts{};
  facts.id = "sample";
  facts.title = "Sample";
  facts.summary = "Boxes in the order of one edge, each compared with the next ones.";
  facts.source = "examples/plugin-cpp";
  facts.part = "row";
  facts.complexity = 2;
  return facts;
}

}  // namespace

const phasebox_plugin_broadphase* phasebox_plugin(std::uint32_t host_version) {
  static const auto made = phasebox_cpp::plugin_of<Sample>(facts(), kParams);
  return host_version == PHASEBOX_PLUGIN_VERSION ? &made : nullptr;
}
