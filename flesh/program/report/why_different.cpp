// SPDX-License-Identifier: Apache-2.0
#include "report/why_different.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/printable.hpp"
#include "report/provenance_difference.hpp"
#include "restart/run_provenance.hpp"

namespace cardon {
namespace {

using nlohmann::json;
using Differences = std::vector<ProvenanceDifference>;
using Weight = ProvenanceDifference::Weight;

std::string shortened(const std::string& text) {
  constexpr std::size_t max_length = 60;
  return text.size() <= max_length ? text : text.substr(0, max_length - 3) + "...";
}

std::string shown(const std::string& value, const std::string& source) {
  return printable(shortened(value) + (source.empty() ? "" : " (" + source + ")"));
}

std::string rows_of(const Differences& differences, Weight weight) {
  std::size_t width = 0;
  for (const ProvenanceDifference& d : differences)
    if (d.weight == weight) width = std::max(width, std::min(d.what.size(), std::size_t(32)));
  std::string text;
  for (const ProvenanceDifference& d : differences) {
    if (d.weight != weight) continue;
    text += fmt::format("   {:<{}}  {}", printable(d.what), width, shown(d.a, d.source_a));
    text += d.b.empty() ? "\n" : fmt::format("  ->  {}\n", shown(d.b, d.source_b));
  }
  return text;
}

std::string reasons(const Differences& differences) {
  const std::string first = rows_of(differences, Weight::may_matter);
  std::string text = "\nwhy they may differ\n";
  text += first.empty() ? "   program, thorns and parameters that are computed with are the same: "
                          "then this is a bug\n   in Cardon, or a task is not pure (cardon check "
                          "looks for such tasks)\n"
                        : first;
  const std::string others = rows_of(differences, Weight::never);
  if (!others.empty()) text += "other differences, which never change results\n" + others;
  return text;
}

std::string although(const Differences& differences) {
  constexpr std::size_t max_items = 4;
  std::vector<std::string> items;
  for (const ProvenanceDifference& d : differences)
    if (d.weight != Weight::dull)
      items.push_back(d.b.empty()
                          ? d.what + ' ' + d.a
                          : fmt::format("{} {} -> {}", d.what, shortened(d.a), shortened(d.b)));
  if (items.empty()) return "";
  const std::size_t more = items.size() - std::min(max_items, items.size());
  items.resize(items.size() - more);
  return fmt::format("although: {}{}\n", printable(fmt::format("{}", fmt::join(items, "; "))),
                     more > 0 ? fmt::format("; and {} more", more) : "");
}

}  // namespace

std::string why_different(const Comparison& comparison) {
  json runs[2];
  const RunRecord* records[] = {&comparison.a, &comparison.b};
  for (const int n : {0, 1}) {
    runs[n] = json::parse(records[n]->provenance, nullptr, false);
    if (runs[n].is_object()) continue;
    return comparison.identical() ? ""
                                  : fmt::format(
                                        "\nwhy they may differ is not known: {} cannot be "
                                        "read\n",
                                        printable((records[n]->folder / provenance_name).string()));
  }
  const Differences differences = provenance_differences(runs[0], runs[1]);
  return comparison.identical() ? although(differences) : reasons(differences);
}

}  // namespace cardon
