// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/tuning/driver_settings.hpp>
#include <cardon/tuning/rank_window.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Codecs that ranks have chosen by themselves, for records and people.
class OwnChoices {
 public:
  /// Ranks that went over from the agreed chain of a link to the same other one, or back.
  struct Change {
    OwnChain news;           ///< figures of the first of these ranks
    std::vector<int> ranks;  ///< ascending
    bool ends() const { return news.chain == news.agreed; }
    /// Who decided.
    std::string by() const;
    /// "ranks 0, 2 send zlib-1 instead of lz4 over link a-b".
    std::string text(const std::vector<LinkEnds>& links) const;
    /// "messages of these data are 2 times smaller, 2.5 times expected".
    std::string why() const;
    /// For decisions.jsonl.
    nlohmann::json record(const std::vector<LinkEnds>& links) const;
  };

  /// What ranks have told with a window, by rank; returns the changes.
  std::vector<Change> add(const std::vector<std::vector<OwnChain>>& ranks);
  /// For the sentence at the end, with "; " in front; empty: no rank has chosen.
  std::string gain() const;
  /// Number of choices, and bytes that they saved as far as windows have shown.
  nlohmann::json summary() const;

 private:
  long choices_ = 0;
  double saved_ = 0;  // bytes
};

}  // namespace cardon
