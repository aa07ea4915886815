// Heun's method: the mean of an Euler step and of an Euler step from its end.
#include <cardon/service.hpp>
using namespace cardon;

class TemplateThorn : public Integrator {
 public:
  std::vector<Stage> stages(const ParameterSet&) const override {
    constexpr int u = 0, old = 1;
    return {
        {0, {{old, {{u, 1}}, 0}, {u, {{u, 1}}, 1}}},
        {1, {{u, {{old, 0.5}, {u, 0.5}}, 0.5}}},
    };
  }
  int order() const override { return 2; }
};

CARDON_THORN(TemplateThorn) {
  thorn.summary("An integrator");
  provide<Integrator, TemplateThorn>(thorn, "template_thorn", "Heun's method, order 2");
}
