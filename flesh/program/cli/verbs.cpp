// SPDX-License-Identifier: Apache-2.0
#include "verb.hpp"

namespace cardon::cli {

std::vector<std::unique_ptr<Verb>> all_verbs() {
  std::vector<std::unique_ptr<Verb>> verbs;
  verbs.push_back(make_run_verb());
  verbs.push_back(make_check_verb());
  verbs.push_back(make_predict_verb());
  verbs.push_back(make_simulate_verb());
  verbs.push_back(make_balance_verb());
  verbs.push_back(make_list_verb());
  verbs.push_back(make_describe_verb());
  verbs.push_back(make_compare_verb());
  verbs.push_back(make_plot_verb());
  verbs.push_back(make_watch_verb());
  verbs.push_back(make_steer_verb());
  verbs.push_back(make_serve_verb());
  verbs.push_back(make_sweep_verb());
  verbs.push_back(make_converge_verb());
  verbs.push_back(make_ensemble_verb());
  verbs.push_back(make_gather_verb());
  verbs.push_back(make_new_thorn_verb());
  verbs.push_back(make_probe_verb());
  verbs.push_back(make_info_verb());
  verbs.push_back(make_completion_verb());
  verbs.push_back(make_manual_verb());
  return verbs;
}

}  // namespace cardon::cli
