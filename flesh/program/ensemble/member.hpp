// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cardon {

/// Slug: a member that finished lacks a column of the table.
inline constexpr const char* lacking_column = "ensemble/column";

/// One run of an ensemble.
struct Member {
  int number = 0;
  std::string name;              ///< of its folder: "width-0.1.order-2"
  std::vector<std::string> set;  ///< KEY=VALUE, one for each parameter that is varied
  int discarded = 0;             ///< results that --retry-failed has discarded
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Member, number, name, set, discarded)

/// What became of it.
struct MemberResult {
  int number = 0;
  std::string name;
  std::string outcome;  ///< finished, failed, stopped (by its own time limit), crashed, interrupted
  int code = 0;         ///< exit code
  std::string error;    ///< the first line of what it complained about
  long iterations = 0;
  std::vector<std::string> figures;  ///< in the order of the table; empty words: there are none
  std::string checksum;              ///< of all fields together
  double seconds = 0, processor_seconds = 0;
  std::string folder, site;
  int losses = 0;  ///< workers that ended while they computed it

  /// Whether it is not run again.
  bool settled() const {
    return outcome == "finished" || outcome == "failed" || outcome == "crashed";
  }
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MemberResult, number, name, outcome, code, error, iterations,
                                   figures, checksum, seconds, processor_seconds, folder, site,
                                   losses)

/// What all members have in common.
struct MemberBase {
  std::vector<std::string> files, set, thorn_path;
  int ranks = 1;
  std::vector<std::string> scalars, summary;  ///< columns of the table
  std::string out;                            ///< folder of the run folders
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MemberBase, files, set, thorn_path, ranks, scalars, summary, out)

}  // namespace cardon
