// SPDX-License-Identifier: MIT
// Asked of the compiled targets themselves, as the loops are chosen (Highway).
#include "collide/broadphase/kernels/vector_target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collide/broadphase/kernels/vector_target_simd.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace phasebox {
namespace HWY_NAMESPACE {
namespace {

VectorTarget ThisTarget() {
  const hwy::HWY_NAMESPACE::ScalableTag<float> floats;
  return {hwy::TargetName(HWY_TARGET), hwy::HWY_NAMESPACE::Lanes(floats)};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace phasebox
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace phasebox {

HWY_EXPORT(ThisTarget);

VectorTarget vector_target() { return HWY_DYNAMIC_DISPATCH(ThisTarget)(); }

}  // namespace phasebox
#endif
