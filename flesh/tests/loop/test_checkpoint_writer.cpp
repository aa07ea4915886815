// SPDX-License-Identifier: Apache-2.0
// A service of a user's own saves the run: the loop finds it by its role and knows nothing else.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "../support/local_transport.hpp"
#include "checkpoint/checkpoint_manifest.hpp"
#include "loop/checkpoints.hpp"
#include "machine/machine_resolver.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Saves every third step, as a file of its own that has nothing but the manifest and the state.
class Notebook : public CheckpointWriter {
 public:
  explicit Notebook(std::vector<std::string>& calls) : calls_(calls) {}
  void read(const ParameterSet&) override { calls_.emplace_back("read"); }
  double wall() const override { return 90; }
  bool is_asked_for() const override { return true; }
  bool saves_on_stop() const override { return false; }
  std::vector<double> memory(const Machine&, const std::vector<double>& copies) const override {
    return copies;
  }
  void open(CheckpointSetup setup) override {
    calls_.emplace_back("open");
    setup_ = std::move(setup);
  }
  bool is_due(const CheckpointMoment& moment) override {
    return moment.asked || moment.iteration % 3 == 0;
  }
  void save(CheckpointSnapshot snapshot) override {
    calls_.push_back("save " + std::to_string(snapshot.iteration));
    std::filesystem::create_directories(setup_.folder);
    std::ofstream file(setup_.folder / ("note" + std::to_string(snapshot.iteration)));
    file << snapshot.manifest({.state = {snapshot.state.begin(), snapshot.state.end()}});
    if (!file) setup_.failed({.slug = "checkpoint/not-written", .message = "no ink"});
    figures_.count += 1;
    figures_.last = snapshot.iteration;
  }
  void poll() override { calls_.emplace_back("poll"); }
  void finish() override { calls_.emplace_back("finish"); }
  CheckpointFigures figures() const override { return figures_; }

 private:
  std::vector<std::string>& calls_;
  CheckpointSetup setup_;
  CheckpointFigures figures_;
};

/// Needs no files of fields.
class NoFormat : public CheckpointFormat {
 public:
  std::string extension() const override { return ".none"; }
  std::vector<std::uint64_t> lay_out(const std::filesystem::path&, const CheckpointHeader&,
                                     std::span<const CheckpointPiece>) override {
    return {};
  }
};

class NoBlocks : public StorageAccess {
 public:
  const Layout& layout() const override { throw Bug("there are no blocks"); }
  std::map<int, BlockStorage*> storages() override { return {}; }
  void fill_images() override {}
};

template <class Role>
ServiceDeclaration standard(std::string name, std::function<std::shared_ptr<Role>()> make) {
  ServiceDeclaration service;
  service.role = role_name<Role>;
  service.name = std::move(name);
  service.features = {std::string(feature::standard)};
  service.make = [make = std::move(make)] { return std::static_pointer_cast<void>(make()); };
  return service;
}

struct OwnWriter : ::testing::Test {
  OwnWriter() {
    ThornDeclaration thorn{.name = "Notebooks"};
    thorn.services.push_back(standard<CheckpointWriter>(
        "notebook", [this] { return std::make_shared<Notebook>(calls); }));
    thorn.services.push_back(
        standard<CheckpointFormat>("none", [] { return std::make_shared<NoFormat>(); }));
    run.library.catalogue.add(thorn);
    run.parameters = std::make_unique<ParameterSet>(run.registry);
    std::vector<Problem> problems;
    run.checkpoint = find_checkpoint_services(*run.parameters, run.library.catalogue, problems);
    std::filesystem::remove_all(folder);
  }
  ~OwnWriter() override { std::filesystem::remove_all(folder); }

  std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "own_writer";
  std::vector<std::string> calls;
  CheckedRun run;
  LocalWorld world{1};
};

TEST_F(OwnWriter, IsFoundByItsRole) {
  EXPECT_EQ(run.checkpoint.writer, "notebook");
  EXPECT_TRUE(run.checkpoint.complete());
}

TEST_F(OwnWriter, SavesARunWhenItSaysSo) {
  const PlacedRun placed{run, one_site(1), std::make_shared<LocalTransport>(world, 0)};
  Warnings warnings;
  NoBlocks storage;
  const ScalarReductions scalars({});
  Checkpoints checkpoints(placed, warnings, &storage, scalars, run.clock);
  EXPECT_EQ(checkpoints.wall(), 90);
  EXPECT_FALSE(checkpoints.saves_on_stop());
  EXPECT_FALSE(checkpoints.is_due({.iteration = 3}));  // there is no folder yet
  checkpoints.open(folder, R"({"title": "of a test"})", {}, 0, [](Problem&) { return true; });
  for (long iteration = 1; iteration <= 4; ++iteration)
    if (checkpoints.is_due({.iteration = iteration}))
      checkpoints.save(iteration, 0.5, {{"health", "fine"}});
    else
      checkpoints.poll();
  checkpoints.steered();
  checkpoints.finish();
  EXPECT_THAT(calls, ElementsAre("read", "open", "save 3", "poll", "read", "finish"));
  EXPECT_EQ(checkpoints.figures().count, 1);
  EXPECT_EQ(checkpoints.failure(), "");

  std::ifstream file(folder / "checkpoints" / "note3");
  std::stringstream text;
  text << file.rdbuf();
  const CheckpointManifest manifest = checkpoint_manifest(text.str());
  EXPECT_EQ(manifest.iteration, 3);
  EXPECT_EQ(manifest.longest_dt, 0.5);
  EXPECT_EQ(manifest.services["health"], "fine");
  EXPECT_EQ(manifest.provenance["title"], "of a test");
}

TEST_F(OwnWriter, SaysWhyItCouldNot) {
  const PlacedRun placed{run, one_site(1), std::make_shared<LocalTransport>(world, 0)};
  Warnings warnings;
  NoBlocks storage;
  const ScalarReductions scalars({});
  Checkpoints checkpoints(placed, warnings, &storage, scalars, run.clock);
  checkpoints.open(folder, "{}", {}, 0, [](Problem&) { return true; });
  std::filesystem::create_directories(folder / "checkpoints" / "note3");  // where a file is to be
  checkpoints.save(3, 0.5, {});
  EXPECT_EQ(checkpoints.failure(), "no ink");
  EXPECT_THAT(warnings.text(), HasSubstr("no ink"));
}

}  // namespace
}  // namespace cardon
