// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <numbers>
#include <sstream>

#include "sphere_output.hpp"
#include "support/local_transport.hpp"
#include "support/sample_fields.hpp"

namespace cardon {
namespace {

using std::numbers::pi;
using ::testing::ElementsAre;
using ::testing::StartsWith;

SampleParameters parameters(const std::string& options) {
  std::vector<ParameterDeclaration> all = SphereOutput::declarations();
  all.push_back(declare(Parameter<List<std::string_view>>{"fields", {}, "Of the flesh"}));
  return {{.path = "output.spheres", .parameters = all, .use = SectionUse::repeatable},
          "output: {spheres: " + options + "}"};
}

// Fields "phi" and "pi" are functions of coordinates in [-1, 1]^3.
using Function = std::function<Real(Real, Real, Real)>;
SampleFields box(int points, const Function& phi, const Function& pi = nullptr) {
  const auto at = [points](int i) { return -1 + 2.0 * i / (points - 1); };
  SampleFields run({points, points, points},
                   [=](int i, int j, int k) { return phi(at(i), at(j), at(k)); });
  if (pi) run.formulas[1] = [=](int i, int j, int k) { return pi(at(i), at(j), at(k)); };
  return run;
}

void write(const SampleFields& run, const ScratchFolder& folder, const std::string& options,
           int ranks = 1, int fields = 1, const EarlierRun& earlier = {},
           const std::vector<long>& iterations = {20}) {
  const SampleParameters values = parameters(options);
  on_ranks(ranks, [&](Transport& transport) {
    SphereOutput output;
    OutputSetup setup = run.setup(folder.path, values, "output.spheres", transport, fields);
    setup.earlier = earlier;
    output.open(setup);
    for (const long iteration : iterations)
      output.write(run.local(transport, iteration, fields)->snapshot);
    output.close();
    EXPECT_EQ(output.bytes_written() > 0, transport.rank() == 0);
  });
}

// The last row by name without unit.
std::map<std::string, Real> last_row(const std::string& table) {
  std::istringstream lines(table);
  std::string header, line, name, value;
  std::getline(lines, header);
  while (std::getline(lines, line)) value = line;
  std::istringstream names(header), values(value);
  std::map<std::string, Real> row;
  while (std::getline(names, name, '\t') && std::getline(values, value, '\t'))
    row[name.substr(0, name.find(' '))] = std::stod(value);
  return row;
}

Real harmonic_22(Real x, Real y, Real) {  // r^2 times the real part of Y_22
  return std::sqrt(15 / (32 * pi)) * (x * x - y * y);
}

std::vector<std::string> wrong(const SampleFields& run, const std::string& options,
                               int fields = 1) {
  return run.problems_of<SphereOutput>(parameters(options), "output.spheres", fields);
}

TEST(SphereOutput, FindsTheModesOfAPolynomial) {
  const SampleFields run =
      box(12, [](Real x, Real y, Real z) { return 3 + harmonic_22(x, y, z) + 2 * z; });
  const ScratchFolder folder;
  write(run, folder, "{radii: [0.5, 0.75], l_max: 3, angles: 8, order: 3}", 2);
  EXPECT_THAT(
      folder.text("spheres/phi.r0.5.tsv"),
      StartsWith("iteration\ttime [s]\tmean [m]\tl2 [m]\tl0m0.re [m]\tl0m0.im [m]\tl1m-1.re "
                 "[m]\tl1m-1.im [m]\tl1m0.re [m]\t"));
  EXPECT_EQ(folder.text("spheres/spheres.tsv"),
            "radius [m]\tcentre.x [m]\tcentre.y [m]\tcentre.z [m]\torder\tangles\tspin\n"
            "0.5\t0\t0\t0\t3\t8\t0\n0.75\t0\t0\t0\t3\t8\t0\n");
  for (const Real r : {0.5, 0.75}) {
    auto row = last_row(folder.text(r == 0.5 ? "spheres/phi.r0.5.tsv" : "spheres/phi.r0.75.tsv"));
    const std::map<std::string, Real> expected = {{"l0m0.re", 3 * std::sqrt(4 * pi)},
                                                  {"l1m0.re", 2 * r * std::sqrt(4 * pi / 3)},
                                                  {"l2m2.re", r * r / 2},
                                                  {"l2m-2.re", r * r / 2}};
    Real squares = 0;
    for (const auto& [name, value] : row) {
      if (name[0] != 'l' || name == "l2") continue;
      const auto one = expected.find(name);
      EXPECT_NEAR(value, one == expected.end() ? 0 : one->second, 1e-13) << name;
      squares += value * value;
    }
    EXPECT_NEAR(row["mean"], 3, 1e-13);
    EXPECT_NEAR(row["l2"], std::sqrt(squares / (4 * pi)), 1e-13);
    EXPECT_EQ(row["time"], 1.25);
  }
}

// A plane wave, whose modes are 4 pi i^l j_l(k r) conj(Y_lm(k)). Errors of even orders have both
// signs and mostly cancel.
TEST(SphereOutput, ConvergesWithTheOrderOfTheInterpolation) {
  const Vec3 k{2, -3, 2.5};
  const Real length = std::sqrt(k.x * k.x + k.y * k.y + k.z * k.z), radius = 0.7;
  const auto phase = [k](Real x, Real y, Real z) { return k.x * x + k.y * y + k.z * z; };
  const Function wave = [phase](Real x, Real y, Real z) { return std::cos(phase(x, y, z)); };
  for (const int order : {1, 3, 5}) {
    Real error[2] = {0, 0};
    for (int level = 0; level < 2; ++level) {
      const ScratchFolder folder;
      write(box(level == 0 ? 16 : 31, wave), folder,
            "{radii: [0.7], l_max: 4, angles: 20, order: " + std::to_string(order) + "}");
      auto row = last_row(folder.text("spheres/phi.r0.7.tsv"));
      for (int l = 0; l <= 4; l += 2)
        for (int m = -l; m <= l; ++m) {
          const Real size =
              4 * pi * (l == 2 ? -1 : 1) * std::sph_bessel(unsigned(l), length * radius);
          const std::complex<Real> exact =
              size * std::polar(spin_harmonic(0, l, m, k.z / length), -m * std::atan2(k.y, k.x));
          const std::string name = "l" + std::to_string(l) + "m" + std::to_string(m);
          error[level] +=
              std::norm(exact - std::complex(row.at(name + ".re"), row.at(name + ".im")));
        }
    }
    EXPECT_LT(error[1], 1e-2);
    EXPECT_GT(0.5 * std::log2(error[0] / error[1]), order + 0.7) << order << ": " << error[1];
  }
}

TEST(SphereOutput, TwoFieldsAreACompleteSpinWeightedOne) {
  // r^4 (1 + cos)^2 e^(2 i phi) is not smooth on the axis below; a field away from there is.
  const auto part = [](bool real) {
    return [real](Real x, Real y, Real z) {
      const Real r = std::sqrt(x * x + y * y + z * z) + 1e-300,
                 s2 = (x * x + y * y) / (r * r) + 1e-300;
      const Real factor = std::sqrt(5 / (64 * pi)) * (1 + z / r) * (1 + z / r) / s2;
      return factor * (real ? x * x - y * y : 2 * x * y) / (r * r);
    };
  };
  const ScratchFolder folder;
  write(box(48, part(true), part(false)), folder, "{radii: [0.8], spin: -2, l_max: 3}", 3, 2);
  auto row = last_row(folder.text("spheres/phi_pi.r0.8.tsv"));
  EXPECT_NEAR(row["l2m2.re"], 1, 2e-3);
  EXPECT_NEAR(row["l2m2.im"], 0, 1e-12);
  EXPECT_NEAR(row["l2m-2.re"], 0, 1e-3);
  EXPECT_NEAR(row["l3m2.re"], 0, 2e-3);
  EXPECT_EQ(row.count("l1m0.re"), 0u);
  EXPECT_EQ(row.count("mean.im"), 1u);
}

TEST(SphereOutput, IsTheSameByteForByteOnAnyNumberOfRanks) {
  const SampleFields run =
      box(14, [](Real x, Real y, Real z) { return std::sin(3 * x + y) * std::exp(z); });
  std::set<std::string> tables;
  for (const int ranks : {1, 2, 3, 7}) {
    const ScratchFolder folder;
    write(run, folder, "{radii: [0.45], centre: [0.2, -0.1, 0.5]}", ranks);
    tables.insert(folder.text("spheres/phi.r0.45.tsv"));
  }
  EXPECT_EQ(tables.size(), 1u);
}

TEST(SphereOutput, RowsOfAnEarlierRunStayIfTheSpheresDo) {
  const SampleFields run = box(8, [](Real x, Real y, Real z) { return x + y * z; });
  const ScratchFolder whole, first;
  const std::string options = "{radii: [0.5], angles: 6}";
  write(run, whole, options, 1, 1, {}, {0, 10, 20});
  write(run, first, options, 1, 1, {}, {0, 10});
  const EarlierRun earlier{first.path, 10};
  for (const bool same : {true, false}) {
    const ScratchFolder second;
    write(run, second, same ? options : "{radii: [0.5], angles: 7}", 1, 1, earlier, {20});
    EXPECT_EQ(second.text("spheres/phi.r0.5.tsv") == whole.text("spheres/phi.r0.5.tsv"), same);
    EXPECT_THAT(second.text("spheres/phi.r0.5.tsv"), ::testing::HasSubstr("\n20\t"));
  }
}

TEST(SphereOutput, MistakesAreAllTold) {
  const SampleFields run = box(5, [](Real, Real, Real) { return 1; });
  EXPECT_THAT(wrong(run, "{radii: [0.5, 2, 0.5, 1], centre: [0, 0, 0.25], l_max: 16, order: 5}"),
              ElementsAre("output/sphere-modes 0", "output/thin-grid 85", "output/thin-grid 85",
                          "output/thin-grid 85", "output/radii 27", "output/outside-domain 27",
                          "output/outside-domain 27"));
  EXPECT_THAT(wrong(run, "{spin: -2, l_max: 1, centre: [0], order: 2}"),
              ElementsAre("output/sphere-modes 37", "output/sphere-fields 0", "output/radii 10",
                          "output/wrong-length 48"));
  EXPECT_THAT(wrong(run, "{radii: [0.5], order: 2}", 0),
              ElementsAre(StartsWith("output/no-fields ")));
  EXPECT_THAT(wrong(SampleFields({5, 5, 1}), "{radii: [1], order: 2}"),
              ElementsAre("output/sphere-grid 10"));
}

}  // namespace
}  // namespace cardon
