// SPDX-License-Identifier: Apache-2.0
#include "output/output_losses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/host_names.hpp"

namespace cardon {
namespace {

using nlohmann::json;

json to_json(const OutputLoss& loss) {
  const Problem& problem = loss.error->problems().front();
  return {loss.output,  loss.tries,      loss.lost,      loss.first,
          loss.last,    loss.failures,   loss.failed_at, int(loss.error->exit_code()),
          problem.slug, problem.message, problem.notes,  problem.help};
}

OutputLoss from_json(const json& j) {
  OutputLoss loss{j.at(0), j.at(1), j.at(2), j.at(3), j.at(4), j.at(5), j.at(6), {}};
  Problem problem{.slug = j.at(8), .message = j.at(9), .notes = j.at(10), .help = j.at(11)};
  loss.error = Error(problem, ExitCode(j.at(7).get<int>()));
  return loss;
}

// Several ranks may have failed at the same output, each at other times.
void merge(OutputLoss& loss, const OutputLoss& other) {
  if (other.failed_at < loss.failed_at) {
    loss.failed_at = other.failed_at;
    loss.error = other.error;
  }
  if (loss.lost == 0 || (other.lost > 0 && other.first < loss.first)) loss.first = other.first;
  loss.lost = std::max(loss.lost, other.lost);
  loss.last = std::max(loss.last, other.last);
  loss.failures = std::max(loss.failures, other.failures);
}

std::string text_of(const OutputLoss& loss) {
  const std::string when = loss.first == loss.last
                               ? fmt::format("at iteration {}", loss.first)
                               : fmt::format("at iterations {} to {}", loss.first, loss.last);
  return fmt::format("lost: {} of {} outputs of {}, {}", loss.lost, loss.tries, loss.output, when);
}

}  // namespace

void OutputLoss::add(const Error& failure, long iteration, bool is_lost) {
  ++failures;
  if (!error) {
    error = failure;
    failed_at = iteration;
  }
  if (!is_lost) return;
  if (lost++ == 0) first = iteration;
  last = iteration;
}

std::vector<OutputLoss> gather_losses(const std::vector<OutputLoss>& mine, Transport& transport) {
  json failed = json::object();
  for (std::size_t n = 0; n < mine.size(); ++n)
    if (mine[n].error) failed[fmt::format("{:06}", n)] = to_json(mine[n]);
  // Names of files are the user's: what is not UTF-8 must not end the run.
  const std::string text = failed.dump(-1, ' ', false, json::error_handler_t::replace);
  std::map<std::string, OutputLoss> all;
  for (const std::string& of_rank : gather_text(text, transport)) {
    const json entries = json::parse(of_rank);
    for (const auto& [entry, loss] : entries.items()) {
      const OutputLoss other = from_json(loss);
      const auto [known, is_new] = all.try_emplace(entry, other);
      if (!is_new) merge(known->second, other);
    }
  }
  std::vector<OutputLoss> losses;
  for (auto& [entry, loss] : all) losses.push_back(std::move(loss));
  std::stable_sort(losses.begin(), losses.end(), [](const OutputLoss& a, const OutputLoss& b) {
    return a.failed_at < b.failed_at;
  });
  return losses;
}

Error first_cause(const std::vector<OutputLoss>& losses) {
  Problem problem = losses.front().error->problems().front();
  for (const OutputLoss& loss : losses)
    if (loss.lost > 0) problem.notes.push_back(text_of(loss));
  for (std::size_t n = 1; n < losses.size(); ++n)
    problem.notes.push_back("later: " + losses[n].error->problems().front().message);
  return Error(problem, losses.front().error->exit_code()).on_all_ranks();
}

json losses_json(const std::vector<OutputLoss>& losses) {
  json list = json::array();
  for (const OutputLoss& loss : losses)
    list.push_back({{"output", loss.output},
                    {"lost", loss.lost},
                    {"of", loss.tries},
                    {"first_iteration", loss.lost > 0 ? loss.first : loss.failed_at},
                    {"last_iteration", std::max(loss.last, loss.failed_at)},
                    {"reason", loss.error->problems().front().message}});
  return list;
}

void add_losses(const std::vector<OutputLoss>& losses, json& summary) {
  long failures = 0;
  for (const OutputLoss& loss : losses) failures += loss.failures;
  summary["failed_outputs"] = failures;
  summary["lost_outputs"] = losses_json(losses);
}

}  // namespace cardon
