// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cardon/services/boundary.hpp>

#include "fixture.hpp"
#include "startup/face_setup.hpp"

namespace cardon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Key;

class SampleBoundary : public Boundary {
 public:
  explicit SampleBoundary(bool needs) : needs_(needs) {}
  int owned_layers(const Grid&, int, bool, int) const override { return 1; }
  int reach(int) const override { return 1; }
  bool needs_value() const override { return needs_; }
  void fill(const FaceFill&) const override {}

 private:
  bool needs_;
};

/// The services fixed (with a value) and flat (without one), and Wave::open of a thorn.
ThornLibrary sample_library() {
  ThornDeclaration faces{.name = "Faces", .summary = "Under test"};
  faces.services = {
      sample_service<Boundary>("fixed", [] { return std::make_shared<SampleBoundary>(true); }),
      sample_service<Boundary>("flat", [] { return std::make_shared<SampleBoundary>(false); })};
  ThornDeclaration wave{.name = "Wave", .summary = "Under test"};
  wave.boundaries = {{.name = "open", .reads = {{.name = "phi", .radius = {1, 3, 2}}}}};
  ThornLibrary library;
  library.catalogue.add(faces);
  library.active = {wave};
  return library;
}

/// Fields phi and pi of Wave, which are evolved, and energy, which is not. v has components, of
/// which one has no boundary.
Program wave_program() {
  Program program;
  program.fields = {{.name = "phi", .thorn = "Wave", .group = "phi", .role = Role::evolved},
                    {.name = "pi", .thorn = "Wave", .group = "pi", .role = Role::evolved},
                    {.name = "energy", .thorn = "Wave", .group = "energy"},
                    {.name = "v_x", .thorn = "Flow", .group = "v"},
                    {.name = "v_y", .thorn = "Flow", .group = "v", .has_boundary = false},
                    {.name = "phi.rhs", .thorn = "Wave", .role = Role::evolved, .internal = true}};
  for (std::size_t f = 0; f < program.fields.size(); ++f) program.fields[f].id = int(f);
  return program;
}

/// `grid:` with points in two directions and this boundary, in line 3.
struct FacesOutcome : SampleFile {
  explicit FacesOutcome(const std::string& boundary)
      : SampleFile("grid:\n  points: [8, 8]\n  boundary: " + boundary + "\n") {
    specs = read_faces(parameters, library, faces, problems);
  }
  /// For a program that uses it.
  void check(const Program& program, const std::vector<AbsentQuantity>& absent = {}) {
    check_boundary_values(specs, program, problems, absent);
  }

  const ThornLibrary library = sample_library();
  BoundarySpecs specs;
  FaceBoundary faces[3][2];
};

TEST(FaceSetup, FacesArePeriodicByDefault) {
  const FacesOutcome r("");
  EXPECT_EQ(r.errors(), "");
  for (const auto& direction : r.faces)
    for (const FaceBoundary& face : direction) EXPECT_EQ(face.service, nullptr);
}

TEST(FaceSetup, OneServiceOrBoundaryOfAThornIsForAllItsFaces) {
  const FacesOutcome open("Wave::open");
  EXPECT_EQ(open.errors(), "");
  ASSERT_TRUE(open.faces[0][0].service);
  EXPECT_EQ(open.faces[0][0].service->reach(1), 3);
  EXPECT_EQ(open.faces[0][0].service, open.faces[1][1].service);
  const FacesOutcome r("[[flat, {fixed: \"2\"}], flat]");
  EXPECT_EQ(r.errors(), "");
  ASSERT_TRUE(r.faces[0][0].service && r.faces[0][1].service);
  EXPECT_TRUE(r.faces[0][1].service->needs_value());
  EXPECT_EQ(r.faces[1][0].service, r.faces[0][0].service);
  EXPECT_NE(r.faces[0][1].service, r.faces[0][0].service);
  EXPECT_EQ(r.faces[2][0].service, nullptr) << "the grid has two directions";
}

TEST(FaceSetup, FormulasAreForAllFieldsOrForEach) {
  const FacesOutcome r("[{fixed: x*t}, [{fixed: {phi: 2*y, \"Wave::pi\": 3}}, flat]]");
  EXPECT_EQ(r.errors(), "");
  EXPECT_THAT(r.faces[0][0].values, ElementsAre(Key("")));
  EXPECT_EQ(r.faces[0][1].values.at("").at(3, 0, 0, 2), 6);
  EXPECT_THAT(r.faces[1][0].values, ElementsAre(Key("Wave::pi"), Key("phi")));
  EXPECT_EQ(r.faces[1][0].values.at("phi").at(0, 5, 0, 0), 10);
  EXPECT_TRUE(r.faces[1][1].values.empty());
}

TEST(FaceSetup, FindsAllMistakesOfServicesAndValues) {
  const FacesOutcome r("[[{flat: \"0\"}, fixed], [{fixed: {}}, {Wave::open: 1}]]");
  EXPECT_THAT(r.places(), ElementsAre("3:16 grid/boundary", "3:28 grid/boundary",
                                      "3:38 grid/boundary", "3:51 grid/boundary"));
  EXPECT_THAT(r.errors(), HasSubstr("the boundary flat takes no value"));
  EXPECT_THAT(r.errors(), HasSubstr("the boundary fixed needs a formula"));
  EXPECT_THAT(r.errors(), HasSubstr("the boundary Wave::open takes no value"));
  EXPECT_THAT(FacesOutcome("{periodic: 1}").places(), ElementsAre("3:14 grid/boundary"));
}

TEST(FaceSetup, AListIsNoFormula) {
  EXPECT_THAT(FacesOutcome("{fixed: {phi: [1]}}").places(),
              ElementsAre("3:27 parameter/expression"));
  const FacesOutcome r("{fixed: [\"1\", \"2\"]}");
  EXPECT_THAT(r.places(), ElementsAre("3:14 grid/boundary"));
  EXPECT_THAT(r.errors(), HasSubstr("the boundary fixed needs a formula"));
}

TEST(FaceSetup, ValuesOfAbsentFieldsAreToldWhatTheyNeed) {
  FacesOutcome r("{fixed: {phi: 1, \"Wave::pi\": 1, rho: 1, energy: 1, Wave::heat: 1, ray: 1}}");
  r.problems.clear();
  r.check({}, {{.thorn = "Wave", .names = {"heat"}, .reasons = {"Wave::warm needs hot"}}});
  EXPECT_THAT(r.errors(), HasSubstr("a boundary value is given for Wave::heat, which exists only "
                                    "with other parameters"));
  EXPECT_THAT(r.errors(), HasSubstr("Wave::warm needs hot"));
  EXPECT_THAT(r.errors(), HasSubstr("a boundary value is given for ray, which is not a field"));
}

TEST(FaceSetup, UnknownNamesAreAnsweredWithThoseThatThereAre) {
  const FacesOutcome r("[flta, Wave::opne]");
  EXPECT_THAT(r.places(), ElementsAre("3:14 grid/boundary", "3:20 grid/boundary"));
  EXPECT_EQ(r.problems[0].hint, "did you mean flat?");
  EXPECT_EQ(r.problems.back().hint, "did you mean Wave::open?");
  EXPECT_THAT(r.problems[0].notes,
              ElementsAre("boundaries are: periodic, fixed, flat, Wave::open"));
}

TEST(FaceSetup, FindsTheMistakesOfAllFormulas) {
  const FacesOutcome r("[{fixed: {phi: sin(, pi: q, energy: 1}}, [{fixed: z +}, flat]]");
  EXPECT_THAT(r.places(), ElementsAre("3:32 parameter/expression", "3:38 parameter/expression",
                                      "3:66 parameter/expression"));
  EXPECT_EQ(r.faces[0][0].values.at("energy").at(0, 0, 0, 0), 1);
}

TEST(FaceSetup, FormulasByFieldCoverAllThatIsEvolved) {
  FacesOutcome good("{fixed: {phi: 1, Wave::pi: 2, energy: 3}}");
  good.check(wave_program());
  EXPECT_EQ(good.errors(), "");
  FacesOutcome bad("{fixed: {energy: 1, phii: 2, phi.rhs: 3, v: 4, Flow::v: 5}}");
  bad.check(wave_program());
  EXPECT_THAT(bad.places(),
              ElementsAre("3:33 grid/boundary", "3:42 grid/boundary", "3:54 grid/boundary",
                          "3:60 grid/boundary", "3:14 grid/boundary"));
  EXPECT_EQ(bad.problems[0].hint, "did you mean phi?");
  EXPECT_THAT(bad.problems[2].help, HasSubstr("give one for each of v_x, v_y"));
  EXPECT_THAT(bad.problems[3].message, HasSubstr("given for Flow::v, which has components"));
  EXPECT_THAT(bad.errors(), HasSubstr("the boundary fixed has no value for Wave::phi"));
  EXPECT_THAT(bad.errors(), HasSubstr("the boundary fixed has no value for Wave::pi"));
}

TEST(FaceSetup, ABoundaryOfAThornFillsAllThatIsEvolved) {
  Program program = wave_program();
  program.face_tasks = {{.bindings = {{.field = 0, .writes = true}, {.field = 1, .reads = true}}}};
  program.face_task[0][1] = 0;
  FacesOutcome r("[[flat, Wave::open], periodic]");
  r.check(program);
  EXPECT_THAT(r.places(), ElementsAre("3:21 grid/boundary"));
  EXPECT_THAT(r.errors(), HasSubstr("the boundary Wave::open does not fill Wave::pi"));
  EXPECT_EQ(r.problems.size(), 1u);
}

}  // namespace
}  // namespace cardon
