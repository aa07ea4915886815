// SPDX-License-Identifier: Apache-2.0
// Numbers with a right checksum that no run would write: found by the fuzzer.
#include <gtest/gtest.h>

#include <cardon/kit/checkpoint/piece_table.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "../support/sample_fields.hpp"
#include "../support/scratch_folder.hpp"
#include "checkpoint/checkpoint_folder.hpp"
#include "checkpoint/checkpoint_reader.hpp"

namespace cardon {
namespace {

using nlohmann::json;

constexpr const char* blocks = "blocks: lower, upper, file";
constexpr const char* pieces = "pieces: block, field, offset, checksum";

template <class Read>
std::string damage(const Read& read) {
  try {
    read();
    return "";
  } catch (const CheckpointDamage& damage) {
    return damage.what;
  }
}

// What is said of a sealed text after a change of its content.
template <class Read, class Change>
std::string damage_after(const std::string& text, const Read& read, const Change& change) {
  json content = unseal(text, "a text");
  change(content);
  return damage([&] { read(seal(content)); });
}

CheckpointManifest manifest() {
  CheckpointManifest m;
  m.grid = json::object();
  m.fields = {{"Wave::phi", 0}};
  m.blocks = {{{{0, 0, 0}, {2, 1, 1}}, 0}};
  m.files = {{.name = "a-0.raw", .site = "a", .bytes = 16, .checksum = ""}};
  m.tables = {{.name = "scalars.tsv", .bytes = 20, .checksum = ""}};
  return m;
}

TEST(Numbers, OfTheManifestAreWholeAndFit) {
  const auto after = [](const auto& change) {
    return damage_after(to_text(manifest()), checkpoint_manifest, change);
  };
  const std::string wrong = "manifest.json contains an invalid number: ";
  EXPECT_EQ(after([](json&) {}), "");
  EXPECT_EQ(after([](json& j) { j["iteration"] = 1e300; }), wrong + "1e+300");
  EXPECT_EQ(after([](json& j) { j["fields"][0][1] = 0.5; }), wrong + "0.5");
  EXPECT_EQ(after([](json& j) { j[blocks][0][2] = 4294967296; }), wrong + "4294967296");
  EXPECT_EQ(after([](json& j) { j[blocks][0][0][1] = -3000000000; }), wrong + "-3000000000");
  EXPECT_EQ(after([](json& j) { j["files"][0]["bytes"] = -1; }), wrong + "-1");
  EXPECT_EQ(after([](json& j) { j["tables"][0]["bytes"] = 0.5; }), wrong + "0.5");
}

TEST(Manifest, TablesAreInTheRunFolder) {
  const auto named = [](const std::string& name) {
    return damage_after(to_text(manifest()), checkpoint_manifest,
                        [&](json& j) { j["tables"][0]["name"] = name; });
  };
  EXPECT_EQ(named("spheres/phi.r1.tsv"), "");
  for (const char* outside : {"/etc/passwd", "../scalars.tsv", "spheres/../../a.tsv", ""})
    EXPECT_EQ(named(outside), "manifest.json names a table outside the run folder") << outside;
}

TEST(Manifest, OfAnOlderVersionKnowsNoTables) {
  EXPECT_EQ(checkpoint_manifest(to_text(manifest())).tables.size(), 1u);
  EXPECT_EQ(
      damage_after(to_text(manifest()), checkpoint_manifest, [](json& j) { j.erase("tables"); }),
      "");
}

TEST(Manifest, KeepsTheLastEvaluationsOfAdaptiveSteps) {
  CheckpointManifest m = manifest();
  const std::vector<Real> recent{0.1, std::numeric_limits<Real>::max(), 0.3};
  m.clock = {.next = 0.25, .target = 0.5, .recent = recent};
  EXPECT_EQ(checkpoint_manifest(to_text(m)).clock->recent, recent);
  const auto after = [&](const auto& change) {
    return damage_after(to_text(m), checkpoint_manifest,
                        [&](json& j) { change(j["adaptive steps"]); });
  };
  EXPECT_EQ(after([](json& steps) { steps.erase("recent"); }), "") << "of an older version";
  EXPECT_EQ(after([](json& steps) { steps["recent"][1] = -1; }),
            "manifest.json contains an invalid time step");
  EXPECT_EQ(after([](json& steps) { steps["errors"] = {-1}; }),
            "manifest.json contains an invalid error of a step");
  EXPECT_EQ(after([](json& steps) { steps["caution"] = 1.5; }),
            "manifest.json contains an invalid factor of steps");
}

TEST(Numbers, OfABlockAreThoseOfABox) {
  const auto after = [](const Index3& lower, const Index3& upper) {
    return damage_after(to_text(manifest()), checkpoint_manifest, [&](json& j) {
      j[blocks][0] = {lower, upper, 0};
    });
  };
  const std::string wrong = "manifest.json contains an invalid block size";
  EXPECT_EQ(after({-4, -4, -4}, {1 << 20, 1, 1}), "");
  EXPECT_EQ(after({-2000000000, 0, 0}, {2000000000, 1, 1}), wrong);
  EXPECT_EQ(after({2000000000, 0, 0}, {-2000000000, 1, 1}), wrong);
  EXPECT_EQ(after({0, 0, 0}, {1 << 29, 1 << 29, 1 << 29}), wrong);
}

TEST(Numbers, OfATableAreWholeAndFit) {
  const PieceTable table{"a-0.raw", 0, 16, "", {{0, 0, 0, ""}}};
  const auto after = [&](const auto& change) {
    return damage_after(
        to_text(table), [](const std::string& text) { piece_table(text, "a-0.json"); }, change);
  };
  const std::string wrong = "a-0.json contains an invalid number: ";
  EXPECT_EQ(after([](json&) {}), "");
  EXPECT_EQ(after([](json& j) { j["bytes"] = 1.5; }), wrong + "1.5");
  EXPECT_EQ(after([](json& j) { j[pieces][0][0] = 1e10; }), wrong + "10000000000.0");
  EXPECT_EQ(after([](json& j) { j[pieces][0][2] = -4; }), wrong + "-4");
}

// Nothing is allocated for values that the file cannot hold.
TEST(Numbers, OfAPieceMayNotPointBeyondItsFile) {
  const ScratchFolder folder;
  const auto load = [&](const Box& box, std::uint64_t offset) {
    CheckpointManifest m = manifest();
    m.blocks[0].box = box;
    const std::string table = to_text(PieceTable{"a-0.raw", 0, 16, "", {{0, 0, offset, ""}}});
    m.files[0].checksum = seal_of(table, "a-0.json");
    folder.write("a-0.json", table);
    folder.write("a-0.raw", std::string(16, 'x'));
    const SampleFields run({7, 6, 8});
    return damage([&] { load_blocks(folder.path, m, {{box}, {0}}, 0, run.program); });
  };
  const std::string beyond = "a-0.json names values beyond the end of a-0.raw";
  EXPECT_EQ(load({{0, 0, 0}, {2, 1, 1}}, 0), "a-0.raw is damaged in block 0 of Wave::phi");
  EXPECT_EQ(load({{0, 0, 0}, {2, 1, 1}}, 1), beyond);
  EXPECT_EQ(load({{0, 0, 0}, {2, 1, 1}}, ~std::uint64_t{7}), beyond);
  EXPECT_EQ(load({{0, 0, 0}, {1 << 29, 1, 1}}, 0), beyond);
  EXPECT_EQ(load({{5, 0, 0}, {2, 1, 1}}, 0), beyond) << "no values at all";
}

}  // namespace
}  // namespace cardon
