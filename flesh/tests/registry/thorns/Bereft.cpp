// SPDX-License-Identifier: Apache-2.0
// A service thorn whose lazy module is missing.
#include <cardon/service.hpp>

CARDON_THORN(Bereft) {
  thorn.summary("An output that cannot be loaded");
  cardon::provide_lazily<cardon::Output>(thorn, "bereft", "Of a module that is not there");
}
