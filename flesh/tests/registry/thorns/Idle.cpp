// SPDX-License-Identifier: Apache-2.0
// A service thorn with a lazy module that has one of its two outputs.
#include <cardon/service.hpp>

CARDON_THORN(Idle) {
  using namespace cardon;
  thorn.summary("Outputs that are loaded when they are used");
  provide_lazily<Output>(thorn, "idle", "Of the lazy module").section("output.idle");
  provide_lazily<Output>(thorn, "forgotten", "Which the lazy module has not");
}
