// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "fixture.hpp"
#include "startup/output_reader.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Refuses runs whose title is "none".
class SampleOutput : public Output {
 public:
  explicit SampleOutput(bool scalars) : scalars_(scalars) {}
  void prepare(const OutputSetup& setup) override {
    if (setup.title == "none")
      throw Error(
          {.slug = "output/title",
           .message = "no title for " + std::to_string(setup.fields.size()),
           .where = setup.parameters->section(setup.section, setup.instance).where("every")});
  }
  void open(const OutputSetup&) override {}
  void write(const Snapshot&) override {}
  bool writes_scalars() const override { return scalars_; }
  std::size_t bytes_written() const override { return 0; }

 private:
  bool scalars_;
};

ServiceDeclaration sample_output(const std::string& name, bool scalars) {
  ServiceDeclaration service =
      sample_service<Output>(name, [scalars] { return std::make_shared<SampleOutput>(scalars); });
  service.section = "output." + name;
  return service;
}

ParameterSection output_section(const std::string& name) {
  return {
      .path = "output." + name,
      .description = "Under test",
      .provider = "Files",
      .parameters = {declare_interval("every", "How often", "1"),
                     declare(Parameter<List<std::string_view>>{"fields", {}, "Fields to write"})},
      .use = SectionUse::repeatable};
}

/// phi is evolved, B and the scalars are computed in Analysis, the last one in Terminate, and idle
/// is written by no task.
Program output_program() {
  Program p;
  p.fields = {{.name = "phi", .thorn = "Wave", .group = "phi", .role = Role::evolved},
              {.name = "B_x", .thorn = "Wave", .group = "B"},
              {.name = "B_y", .thorn = "Wave", .group = "B"},
              {.name = "idle", .thorn = "Wave", .group = "idle"},
              {.name = "phi.rhs", .thorn = "Wave", .role = Role::evolved, .internal = true}};
  for (std::size_t f = 0; f < p.fields.size(); ++f) p.fields[f].id = int(f);
  p.scalars = {{.id = 0, .name = "mode_1", .thorn = "Wave", .group = "mode"},
               {.id = 1, .name = "mode_2", .thorn = "Wave", .group = "mode"},
               {.id = 2, .name = "final", .thorn = "Wave", .group = "final"}};
  p.tasks = {
      {.bindings = {{0, 0, false, true}, {4, 0, false, true}}},  // number, level, reads, writes
      {.bindings = {{0, 0, true}, {1, 0, false, true}, {2, 0, false, true}}},
      {.bindings = {{1, 0, true}}, .scalars = {0, 1}},
      {.scalars = {2}}};
  p.analysis = {1, 2};
  p.terminate = {3};
  p.dt = 0.25;
  return p;
}

/// `output:` with this text below it; the services are maps, of fields, and rows, of scalars too.
struct OutputsOutcome : SampleFile {
  explicit OutputsOutcome(const std::string& text, const std::string& title = "A run",
                          Program run = output_program(),
                          const std::vector<AbsentQuantity>& absent = {})
      : SampleFile("output:" + text + "\n", {output_section("maps"), output_section("rows")}),
        program(std::move(run)) {
    ThornDeclaration thorn{.name = "Files", .summary = "Under test"};
    thorn.services = {sample_output("maps", false), sample_output("rows", true)};
    ServiceCatalogue catalogue;
    catalogue.add(thorn);
    outputs = read_outputs(parameters, catalogue, program, title, problems, absent);
  }
  /// Fields, then scalars, that an output writes.
  std::vector<std::string> chosen() const {
    std::vector<std::string> found;
    for (const GridFunction* f : outputs.at(0).setup.fields) found.push_back(f->name);
    for (const ScalarInfo* s : outputs.at(0).setup.scalars) found.push_back(s->name);
    return found;
  }
  const Program program;
  std::vector<OutputEntry> outputs;
};

TEST(OutputReader, ThereAreThoseThatTheUserNames) {
  EXPECT_THAT(OutputsOutcome(" {on_failure: stop}").outputs, IsEmpty());
  const OutputsOutcome r("\n  rows: {every: 4}\n  maps: [{every: 0.5 s}, {every: 3}]");
  EXPECT_EQ(r.errors(), "");
  ASSERT_EQ(r.outputs.size(), 3u);
  const OutputEntry &second = r.outputs[1], &rows = r.outputs[2];
  EXPECT_EQ(second.name + " " + second.setup.section, "maps output.maps");
  EXPECT_EQ(second.setup.instance, 1);
  EXPECT_EQ(second.setup.title, "A run");
  EXPECT_EQ(second.setup.program, &r.program);
  EXPECT_EQ(second.setup.parameters, &r.parameters);
  EXPECT_TRUE(rows.service->writes_scalars() && !second.service->writes_scalars());
  EXPECT_TRUE(r.outputs[0].cadence.due(2) && !r.outputs[0].cadence.due(3)) << "0.5 s are 2 steps";
  EXPECT_TRUE(second.cadence.due(3) && !second.cadence.due(4));
  EXPECT_TRUE(rows.cadence.due(4) && !rows.cadence.due(3));
}

TEST(OutputReader, KnowsFieldsAndScalarsByShortFullAndGroupNames) {
  EXPECT_THAT(OutputsOutcome(" {rows: {}}").chosen(), ElementsAre("phi")) << "what is evolved";
  EXPECT_THAT(OutputsOutcome(" {maps: {fields: [B_y, phi]}}").chosen(), ElementsAre("B_y", "phi"));
  EXPECT_THAT(OutputsOutcome(" {maps: {fields: Wave::B_x}}").chosen(), ElementsAre("B_x"));
  EXPECT_THAT(OutputsOutcome(" {maps: {fields: Wave::B}}").chosen(), ElementsAre("B_x", "B_y"));
  EXPECT_THAT(OutputsOutcome(" {rows: {fields: [mode_2, B]}}").chosen(),
              ElementsAre("B_x", "B_y", "mode_2"));
  EXPECT_THAT(OutputsOutcome(" {rows: {fields: mode}}").chosen(), ElementsAre("mode_1", "mode_2"));
}

TEST(OutputReader, KnowsTheAnalysisThatAnOutputNeeds) {
  EXPECT_THAT(OutputsOutcome(" {rows: {}}").outputs.at(0).analysis, IsEmpty());
  EXPECT_THAT(OutputsOutcome(" {maps: {fields: B_x}}").outputs.at(0).analysis, ElementsAre(1));
  EXPECT_THAT(OutputsOutcome(" {rows: {fields: mode_1}}").outputs.at(0).analysis,
              ElementsAre(1, 2));
}

TEST(OutputReader, FindsAllMistakesOfAllOutputs) {
  const OutputsOutcome r(
      "\n  maps:\n"
      "    - fields: [phi, Wave::phi]\n"
      "    - fields: [mode, idle]\n"
      "    - fields: [Wave::fi, Other::phi, phi.rhs]\n"
      "  rows:\n"
      "    fields: [final, mode_1, mode]");
  EXPECT_THAT(r.places(), ElementsAre("3:15 output/field-twice", "4:15 output/scalar",
                                      "4:15 output/never-written", "5:15 output/unknown-field",
                                      "7:13 output/known-at-end", "7:13 output/field-twice"));
  EXPECT_THAT(r.errors(), HasSubstr("output.maps asks for phi twice"));
  EXPECT_THAT(r.errors(), HasSubstr("output.maps writes fields, but mode is a scalar"));
  EXPECT_THAT(r.errors(), HasSubstr("output.maps asks for idle, which no task writes"));
  for (const char* name : {"Wave::fi", "Other::phi", "phi.rhs"})
    EXPECT_THAT(r.errors(), HasSubstr(std::string("asks for ") + name + ", which no active thorn"));
  EXPECT_THAT(r.errors(), HasSubstr("there are: phi, B_x, B_y, idle, mode_1, mode_2, final"));
  EXPECT_THAT(r.errors(), HasSubstr("output.rows asks for final, which is reduced in Terminate"));
}

TEST(OutputReader, AnswersUnknownNamesWithThoseThatThereAre) {
  EXPECT_EQ(OutputsOutcome(" {maps: {fields: phj}}").problems.at(0).hint, "did you mean phi?");
  EXPECT_THAT(OutputsOutcome(" {maps: {fields: phi}}", "A run", {}).problems.at(0).notes,
              ElementsAre("no active thorn provides a field or a scalar"));
}

TEST(OutputReader, SaysWhichParameterAnAbsentQuantityNeeds) {
  const std::vector<AbsentQuantity> absent = {
      {.thorn = "Wave", .names = {"heat", "heat_0"}, .reasons = {"Wave::warm needs hot"}}};
  const auto of = [&](const std::string& name) {
    return OutputsOutcome(" {maps: {fields: " + name + "}}", "A run", output_program(), absent)
        .problems.at(0);
  };
  for (const char* name : {"heat", "heat_0", "Wave::heat_0"}) {
    const Problem problem = of(name);
    EXPECT_EQ(problem.message, fmt::format("output.maps asks for {}, which exists only with other "
                                           "parameters",
                                           name));
    EXPECT_THAT(problem.notes, ElementsAre("Wave::warm needs hot"));
  }
  EXPECT_THAT(of("Other::heat").message, HasSubstr("which no active thorn provides"));
}

TEST(OutputReader, SuggestsNamesOfVectorsAndOfScalarsWithComponents) {
  const auto hint = [](const std::string& name) {
    return OutputsOutcome(" {maps: {fields: " + name + "}}").problems.at(0).hint;
  };
  EXPECT_EQ(hint("b"), "did you mean B?");
  EXPECT_EQ(hint("mods"), "did you mean mode?");
}

TEST(OutputReader, AddsWhatOutputsThemselvesRefuse) {
  const OutputsOutcome r(" {maps: [{every: 2, fields: B}, {every: 3, fields: none}]}", "none");
  EXPECT_THAT(r.places(),
              ElementsAre("1:25 output/title", "1:59 output/unknown-field", "1:48 output/title"));
  EXPECT_THAT(r.errors(), HasSubstr("no title for 2"));
}

}  // namespace
}  // namespace cardon
