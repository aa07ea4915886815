// SPDX-License-Identifier: Apache-2.0
// A service thorn: two integrators and an output.
#include <cardon/service.hpp>
using namespace cardon;

constexpr Parameter rounds{"rounds", 2, "Iterations per step", at_least(1)};
constexpr Parameter plane{"plane", "xy", "Plane to write", one_of("xy", "xz", "yz")};

namespace {

class Order : public Integrator {
 public:
  explicit Order(int order) : order_(order) {}
  std::vector<Stage> stages(const ParameterSet&) const override { return {}; }
  int order() const override { return order_; }

 private:
  int order_;
};

class Planes : public Output {
 public:
  void open(const OutputSetup&) override {}
  void write(const Snapshot&) override {}
  std::size_t bytes_written() const override { return 0; }
};

}  // namespace

CARDON_THORN(Steps) {
  thorn.summary("Integrators and an output");
  provide<Integrator, Order>(thorn, "first", "Order one", 1);
  provide<Integrator, Order>(thorn, "second", "Order two", 2)
      .section("time.second")
      .parameters(rounds);
  provide<Output, Planes>(thorn, "planes", "Planes of fields")
      .section("output.planes")
      .repeatable()
      .parameters(plane);
}
