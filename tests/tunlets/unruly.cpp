// SPDX-License-Identifier: Apache-2.0
// A tunlet that does what it should not.
#include <cardon/service.hpp>
#include <cardon/tuning/tunlet.hpp>
#include <stdexcept>
using namespace cardon;

class Unruly : public Tunlet {
 public:
  static constexpr Parameter act{
      "act", "error", "What it does in judge() or fired()",
      one_of("error", "exception", "unknown_sensor", "fired", "many", "text")};

  TunletNeeds open(const ParameterSet& parameters) override {
    act_ = parameters.get("tunlets.unruly", act);
    return {.sensors = {{.name = "pace", .at = "step"}},
            .actuators = {{.name = "rows", .parameter = "output.scalars.every"}}};
  }

  std::vector<TunletAction> judge(const TunletWindow& window) override {
    if (act_ == "error")
      throw Error({.slug = "unruly/error", .message = "it was asked to fail", .help = "nothing"});
    if (act_ == "exception") throw std::runtime_error("it was asked to throw");
    if (act_ == "unknown_sensor") return {{"rows", std::to_string(window.events("pase")), ""}};
    if (act_ == "many") return std::vector<TunletAction>(3, {"rows", "2", std::string(9000, 'x')});
    return {{"rows", "2", act_ == "text" ? "not UTF-8: \xff" : "because"}};
  }

  void fired(const TunletAction&, const std::string&) override {
    if (act_ == "fired") throw std::runtime_error("it was asked to throw when told");
  }

 private:
  std::string act_;
};

CARDON_THORN(Unruly) {
  thorn.summary("A tunlet that does what it should not");
  provide<Tunlet, Unruly>(thorn, "unruly", "Fails as its parameter says")
      .section("tunlets.unruly")
      .parameters(Unruly::act);
}
