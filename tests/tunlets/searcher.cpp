// SPDX-License-Identifier: Apache-2.0
// A tunlet that looks for the part of a step that takes most of the time, from the top down: timers
// are on only where their parent takes most of what is above it.
#include <cardon/service.hpp>
#include <cardon/tuning/tunlet.hpp>
using namespace cardon;

class Searcher : public Tunlet {
 public:
  TunletNeeds open(const ParameterSet&) override {
    TunletNeeds needs{.sensors = {{.name = "step", .at = "step"},
                                  {.name = "evolve", .at = "Nested::evolve"},
                                  {.name = "waits", .at = "wait for messages"}},
                      .actuators = {{.name = "look", .parameter = "tunlets.disabled"}}};
    for (const char* part : {"wide", "narrow", "near", "far", "one", "two"})
      needs.sensors.push_back({.name = part, .at = part, .region = true});
    return needs;
  }

  std::vector<TunletAction> judge(const TunletWindow& window) override {
    if (skips_ > 0) return --skips_, std::vector<TunletAction>();
    const auto children = tree_.find(here_);
    if (children == tree_.end()) return {};
    std::string hottest = children->second.front();
    for (const std::string& child : children->second)
      if (window.slowest(child) > window.slowest(hottest)) hottest = child;
    const bool goes_on = window.slowest(hottest) > 0.5 * window.slowest(here_);
    const std::string why = goes_on ? hottest + " takes most of " + here_ : here_ + " is it";
    if (goes_on) here_ = hottest;
    std::vector<std::string> wanted{here_};
    if (const auto next = tree_.find(here_); goes_on && next != tree_.end())
      wanted.insert(wanted.end(), next->second.begin(), next->second.end());
    if (!goes_on) tree_.clear();
    skips_ = 1;  // the next window has begun before
    return {{"look", all_but(wanted, window), why}};
  }

 private:
  static std::string all_but(const std::vector<std::string>& wanted, const TunletWindow& window) {
    std::string names;
    for (const auto& [sensor, ranks] : window.readings)
      if (std::find(wanted.begin(), wanted.end(), sensor) == wanted.end())
        names += (names.empty() ? "" : ", ") + sensor;
    return "[" + names + "]";
  }

  std::map<std::string, std::vector<std::string>> tree_{{"step", {"evolve", "waits"}},
                                                        {"evolve", {"wide", "narrow"}},
                                                        {"wide", {"near", "far"}},
                                                        {"narrow", {"one", "two"}}};
  std::string here_ = "step";
  int skips_ = 0;
};

CARDON_THORN(Searcher) {
  thorn.summary("Looks for the part of a step that takes most of the time");
  provide<Tunlet, Searcher>(thorn, "searcher", "Timers only where their parent is hot");
}
