// SPDX-License-Identifier: Apache-2.0
// Provides what Steps provides too.
#include <cardon/service.hpp>
using namespace cardon;

namespace {
class Again : public Integrator {
 public:
  std::vector<Stage> stages(const ParameterSet&) const override { return {}; }
  int order() const override { return 7; }
};
}  // namespace

CARDON_THORN(Twin) {
  thorn.summary("A second integrator of the same name");
  provide<Integrator, Again>(thorn, "first", "Another one");
}
