// SPDX-License-Identifier: Apache-2.0
#include "control.hpp"

#include <sstream>

namespace wan {
namespace {

std::string set_links(Network& network, std::istringstream& words) {
  std::string a, b;
  double milliseconds = 0, megabits = 0;
  if (!(words >> a >> b >> milliseconds >> megabits) || milliseconds < 0 || megabits < 0)
    return "error: set needs two sites, a latency in ms and a rate in Mbit/s, both at least 0\n";
  const bool found = network.for_links(a, b, [&](Link& link) {
    link.set(static_cast<Nanoseconds>(milliseconds * 1e6), megabits * 1e6 / 8);
  });
  return found ? "" : "error: no link between " + a + " and " + b + "\n";
}

std::string switch_links(Network& network, std::istringstream& words, bool is_up) {
  std::string a, b;
  words >> a >> b;
  const bool found = network.for_links(a, b, [&](Link& link) { link.set_up(is_up); });
  return found ? "" : "error: no link between " + a + " and " + b + "\n";
}

}  // namespace

std::string control(Network& network, const std::string& line) {
  std::istringstream words(line);
  std::string verb;
  words >> verb;
  if (verb == "set") return set_links(network, words);
  if (verb == "cut" || verb == "heal") return switch_links(network, words, verb == "heal");
  if (verb == "status") return network.describe();
  return "error: unknown command '" + verb + "'\n";
}

}  // namespace wan
