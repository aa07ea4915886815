// SPDX-License-Identifier: Apache-2.0
#include "own_choices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <nlohmann/json.hpp>

namespace cardon {

std::string OwnChoices::Change::by() const {
  return fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks", fmt::join(ranks, ", "));
}

std::string OwnChoices::Change::text(const std::vector<LinkEnds>& links) const {
  const std::string& link = links.at(std::size_t(news.link)).name;
  const char* sends = ranks.size() == 1 ? "sends" : "send";
  if (ends()) return fmt::format("{} {} {} over link {} again", by(), sends, news.agreed, link);
  return fmt::format("{} {} {} instead of {} over link {}", by(), sends,
                     news.chain == "none" ? "without codecs" : news.chain, news.agreed, link);
}

std::string OwnChoices::Change::why() const {
  const double before = 1 / news.before;
  if (!ends() && news.chain == "none")
    return fmt::format("messages of these data are only {:.3g} times smaller", before);
  return fmt::format("messages of these data are {:.3g} times smaller, {:.3g} times expected",
                     before, 1 / news.expected);
}

nlohmann::json OwnChoices::Change::record(const std::vector<LinkEnds>& links) const {
  return {{"decided_by", "ranks"},
          {"ranks", ranks},
          {"link", links.at(std::size_t(news.link)).name},
          {"agreed_codecs", news.agreed},
          {"codecs", news.chain},
          {"sent_per_byte", news.before},
          {"expected_per_byte", news.expected},
          {"outcome", ends() ? "choice of ranks ended" : "chosen by ranks"}};
}

std::vector<OwnChoices::Change> OwnChoices::add(const std::vector<std::vector<OwnChain>>& ranks) {
  std::vector<Change> changes;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    for (const OwnChain& news : ranks[rank]) {
      saved_ += news.saved;
      if (!news.changed) continue;
      choices_ += news.chain != news.agreed;
      const auto same = std::find_if(changes.begin(), changes.end(), [&](const Change& change) {
        return change.news.link == news.link && change.news.chain == news.chain &&
               change.news.agreed == news.agreed && change.ranks.back() != int(rank);
      });
      if (same == changes.end())
        changes.push_back({news, {int(rank)}});
      else
        same->ranks.push_back(int(rank));
    }
  return changes;
}

std::string OwnChoices::gain() const {
  if (choices_ == 0) return {};
  return fmt::format("; {} of codecs by ranks themselves saved {:.3g} MB",
                     counted(choices_, "choice"), 1e-6 * saved_);
}

nlohmann::json OwnChoices::summary() const {
  return {{"choices", choices_}, {"saved_bytes", saved_}};
}

}  // namespace cardon
