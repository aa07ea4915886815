// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <fstream>

#include "../support/local_transport.hpp"
#include "../support/sample_fields.hpp"
#include "checkpoint/checkpoint_folder.hpp"
#include "restart/restart_choice.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
namespace fs = std::filesystem;

class EarlierRuns : public ::testing::Test {
 protected:
  std::string run(const std::string& name, const std::string& provenance) const {
    const fs::path path = folder_.path / name;
    fs::create_directories(path / checkpoints_name);
    std::ofstream(path / "provenance.json") << provenance;
    return path.string();
  }
  static std::string went_on_from(const std::string& run) {
    return R"({"restarted_from": {"run": ")" + run + R"("}})";
  }
  /// A checkpoint of nothing.
  static void add_checkpoint(const std::string& run) {
    CheckpointManifest manifest;
    manifest.iteration = 10;
    fs::create_directories(fs::path(run) / "checkpoints/it000010");
    std::ofstream(fs::path(run) / "checkpoints/it000010/manifest.json") << to_text(manifest);
  }

  ScratchFolder folder_;
};

TEST_F(EarlierRuns, AChainEndsWhereARunWasNewOrIsNotThere) {
  const std::string first = run("1", "{}"), second = run("2", went_on_from(first));
  const std::string third = run("3", went_on_from(second));
  EXPECT_THAT(chain_of_runs(third), ElementsAre(third, second, first));
  const std::string lost = run("4", went_on_from("gone"));
  EXPECT_THAT(chain_of_runs(lost), ElementsAre(lost, "gone"));
  const std::string damaged = run("5", "{\"restarted_from\"");
  EXPECT_THAT(chain_of_runs(damaged), ElementsAre(damaged));
  const std::string other = run("6", R"({"restarted_from": {"run": 7}})");
  EXPECT_THAT(chain_of_runs(other), ElementsAre(other));
}

TEST_F(EarlierRuns, ACircleEnds) {
  const std::string run_a = run("a", went_on_from((folder_.path / "b").string()));
  const std::string run_b = run("b", went_on_from(run_a));
  EXPECT_THAT(chain_of_runs(run_a), ElementsAre(run_a, run_b));
}

TEST_F(EarlierRuns, ARestartGoesDownTheChainButALookAtARunDoesNot) {
  const std::string first = run("1", "{}"), second = run("2", went_on_from(first));
  add_checkpoint(first);
  on_ranks(2, [&](Transport& transport) {
    EXPECT_EQ(choose_restart(second, LatestRuns{}, transport).run, first);
  });
  EXPECT_THROW(choose_restart(second, ""), Error);
  add_checkpoint(second);
  EXPECT_EQ(choose_restart(second, "").run, second);
}

TEST_F(EarlierRuns, WithAFolderOfItsOwnARunLooksBesideIt) {
  const std::string wave = R"({"command": ["cardon", "run", "x/wave.yaml"], "started": )";
  const std::string older = run("2", wave + "\"2026-01-01\"}");
  const std::string newer = run("1", wave + "\"2026-01-02\"}");
  run("3", R"({"command": ["cardon", "run", "wind.yaml"], "started": "2026-01-03"})");
  const LatestRuns latest{"wave", folder_.path / "4"};
  EXPECT_THAT(LatestRuns::sorted(latest.seen()), ElementsAre(newer, older));
  EXPECT_THAT((LatestRuns{"wave", {}}.seen()), ElementsAre());
}

}  // namespace
}  // namespace cardon
