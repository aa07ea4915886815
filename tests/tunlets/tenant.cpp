// SPDX-License-Identifier: Apache-2.0
// A tunlet for ranks that are rented by the slot: it gives ranks back where the rest of the run
// then costs less. A slot that has begun is paid for.
#include <cardon/service.hpp>
#include <cardon/tuning/tunlet.hpp>
#include <cmath>
using namespace cardon;

class Tenant : public Tunlet {
 public:
  static constexpr Parameter slot{"slot", 3600.0, "Time for which a rank is rented", positive,
                                  unit("s")};

  TunletNeeds open(const ParameterSet& parameters) override {
    slot_ = parameters.get("tunlets.tenant", slot);
    return {
        .sensors = {{.name = "step", .at = "step"}, {.name = "waits", .at = "wait for messages"}},
        .actuators = {{.name = "rented", .parameter = "balance.idle_ranks"}}};
  }

  std::vector<TunletAction> judge(const TunletWindow& window) override {
    if (std::exchange(decided_, true)) return {};
    const int ranks = int(window.of("step").size());
    double work = 0;  // s of all ranks in a step
    for (int rank = 0; rank < ranks; ++rank)
      work += window.of("step")[std::size_t(rank)].sum - window.of("waits")[std::size_t(rank)].sum;
    work /= double(window.steps);
    const double steps = double(window.parameters.get<int>("time.stop", "iterations"));
    const auto price = [&](int rented) {
      return rented * std::ceil(steps * work / rented / slot_);
    };
    int best = ranks;
    for (int rented = ranks - 1; rented > 0; --rented)
      if (price(rented) < price(best)) best = rented;
    if (best == ranks) return {};
    std::string idle;
    for (int rank = best; rank < ranks; ++rank)
      idle += (idle.empty() ? "" : ", ") + std::to_string(rank);
    return {{"rented", "[" + idle + "]",
             std::to_string(int(price(best))) + " instead of " + std::to_string(int(price(ranks))) +
                 " slots of ranks"}};
  }

 private:
  double slot_ = 0;
  bool decided_ = false;
};

CARDON_THORN(Tenant) {
  thorn.summary("Gives ranks back that cost more than they save");
  provide<Tunlet, Tenant>(thorn, "tenant", "Ranks rented by the slot")
      .section("tunlets.tenant")
      .parameters(Tenant::slot);
}
