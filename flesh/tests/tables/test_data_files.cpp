// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/services/field_file_reader.hpp>
#include <cardon/thorn/data_file.hpp>
#include <cardon/thorn/data_grid.hpp>
#include <cardon/thorn/data_table.hpp>
#include <cardon/thorn/table_data.hpp>

#include "../startup/fixture.hpp"
#include "../support/scratch_folder.hpp"
#include "tables/data_files.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr DataFile rock_model{"model", "Velocity model", unit("m/s"), positive};
constexpr DataTable<1> rock_law{"law", "Friction", Interpolation::monotone};

/// Every file holds two points, under the name that is asked for.
class SampleReader : public FieldFileReader {
 public:
  std::string extension() const override { return ".sample"; }
  FieldData read(const std::filesystem::path&) const override { return {}; }
  FieldData read_data(const std::filesystem::path& file, const std::string& name) const override {
    FieldData data{.name = name.empty() ? "only" : name, .dimensions = 1, .points = {2, 1, 1}};
    data.placed = false;
    data.values = {1, file.stem() == "negative" ? -1.0 : 3.0};
    return data;
  }
};

/// `Rock:` with this text, in a folder with the table law.txt.
struct DataOutcome {
  explicit DataOutcome(const std::string& text, bool with_reader = true) {
    folder.write("law.txt", "v f\n0 1\n1 2\n2 4\n");
    folder.write("wrong.txt", "0 1\n1 x\n");
    file = std::make_unique<SampleFile>(
        "Rock: " + text + "\n",
        std::vector<ParameterSection>{{.path = "Rock",
                                       .description = "Under test",
                                       .provider = "Rock",
                                       .parameters = {declare(rock_model), declare(rock_law)}}},
        (folder.path / "run.yaml").string());
    Grid grid;
    grid.dimensions = 1;
    grid.points = {5, 1, 1};
    grid.periodic[0] = false;
    grid.upper[0] = 4;
    grid.spacing[0] = 1;
    const auto reader = with_reader ? std::make_shared<SampleReader>() : nullptr;
    read_data_files(
        file->parameters, [&] { return reader; }, grid, file->problems);
  }
  std::string path(const std::string& name) const { return (folder.path / name).string(); }
  std::string text(const char* parameter, const char* key) const {
    const Node value = file->parameters.get<Node>("Rock", parameter);
    const Node* member = value.find(key);
    return member ? member->text : "";
  }
  const SectionValues& rock() const { return file->parameters.section("Rock"); }

  ScratchFolder folder;
  std::unique_ptr<SampleFile> file;
};

TEST(DataFiles, ThereAreNoneUnlessNamed) {
  const DataOutcome r("{}", false);
  EXPECT_FALSE(names_data_files(r.file->parameters));
  EXPECT_THAT(data_files(r.file->parameters), IsEmpty());
}

TEST(DataFiles, TablesAreFoundBesideTheParameterFile) {
  const DataOutcome r("{law: ./law.txt}");
  ASSERT_EQ(r.file->errors(), "");
  EXPECT_TRUE(names_data_files(r.file->parameters));
  EXPECT_EQ(r.text("law", "file"), r.path("law.txt"));
  EXPECT_EQ(r.text("law", "column"), "f");
  const TableData& law = *r.rock().table("law");
  EXPECT_EQ(r.text("law", "checksum"), law.checksum);
  EXPECT_THAT(law.values, ElementsAre(1, 2, 4));
  const std::vector<NamedData> all = data_files(r.file->parameters);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].parameter + " " + all[0].part, "Rock::law f");
  EXPECT_THAT(all[0].points, ElementsAre(3));
}

TEST(DataFiles, UsersChooseTheRulesOfATable) {
  const auto rules = [](const std::string& text) {
    const DataOutcome r("{law: {file: law.txt" + text + "}}");
    return std::pair(r.rock().table("law")->interpolation, r.rock().table("law")->outside);
  };
  EXPECT_EQ(rules(""), std::pair(Interpolation::monotone, Outside::constant)) << "as declared";
  EXPECT_EQ(rules(", interpolation: linear, outside: linear"),
            std::pair(Interpolation::linear, Outside::linear));
  EXPECT_EQ(rules(", outside: nan").second, Outside::nan);
}

TEST(DataFiles, GridsAreReadByTheServiceAndPlaced) {
  const DataOutcome r("{model: a.sample}");
  ASSERT_EQ(r.file->errors(), "");
  EXPECT_EQ(r.text("model", "file"), r.path("a.sample"));
  EXPECT_EQ(r.text("model", "dataset"), "only");
  const DataGrid& model = *r.rock().data("model");
  EXPECT_EQ(model.file + model.dataset, r.path("a.sample") + "only");
  EXPECT_EQ(r.text("model", "checksum"), model.checksum);
  EXPECT_EQ(model.spacing[0], 4) << "two points on a domain of 4 m";
  EXPECT_EQ(DataOutcome("{model: {file: a.sample, dataset: vp}}").text("model", "dataset"), "vp");
}

TEST(DataFiles, ChecksumsTellWhetherContentsHaveChanged) {
  const std::string sum = DataOutcome("{law: law.txt}").text("law", "checksum");
  EXPECT_EQ(DataOutcome("{law: {file: law.txt, checksum: " + sum + "}}").file->errors(), "");
  const DataOutcome r("{law: {file: law.txt, checksum: 12}, model: {file: a, checksum: 34}}");
  EXPECT_THAT(r.file->places(), UnorderedElementsAre("1:39 parameter/data-file-changed",
                                                     "1:71 parameter/data-file-changed"));
  EXPECT_THAT(r.file->errors(), HasSubstr("checksum " + sum + ", expected 12"));
}

TEST(DataFiles, FindsTheMistakesOfAll) {
  const DataOutcome nameless("{law: {column: f}, model: {dataset: vp}}");
  EXPECT_THAT(nameless.file->places(),
              UnorderedElementsAre("1:13 parameter/table", "1:33 parameter/data-file"));
  const DataOutcome r("{law: wrong.txt, model: negative.sample}");
  EXPECT_THAT(r.file->places(),
              UnorderedElementsAre("2:3 parameter/table", "1:31 parameter/data-file"));
  EXPECT_THAT(r.file->errors(), HasSubstr("Rock::law: 'x' is not a finite number"));
  EXPECT_THAT(r.file->errors(), HasSubstr("Rock::model: Velocity model; data file"));
  const DataOutcome unread("{model: a.sample}", false);
  EXPECT_THAT(unread.file->errors(), HasSubstr("Rock::model: no thorn reads data files"));
}

}  // namespace
}  // namespace cardon
