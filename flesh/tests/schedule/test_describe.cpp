// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "describe/describe_schedule.hpp"
#include "toy.hpp"

namespace cardon {
namespace {

using testing::ElementsAre;

TEST(DescribeSchedule, IsAListByBins) {
  Toy toy;
  const ToyBoundary flat(1);
  toy.points(16, 16, 1);
  add_leapfrog(toy);
  toy.input.faces[1][0] = toy.input.faces[1][1] = &flat;
  ToyThorn thorn = toy.thorn("Look");
  thorn.scalar("energy");
  thorn.at(PostStep, "look").reads("WaveToy::phi", Index3{2, 1, 0}).every(5);
  thorn.at(Analysis, "sum").reads("WaveToy::phi", Index3{2, 1, 0}).reduces("energy");
  thorn.derives("square").at(Analysis, "square").reads("WaveToy::phi").writes("square");
  EXPECT_THAT(
      describe_schedule(toy.build()),
      ElementsAre("Initial",  //
                  "  WaveToy::gaussian               writes phi, past(phi)",
                  "  boundary of WaveToy::phi        fills y-, y+",
                  "  boundary of past(WaveToy::phi)  fills y-, y+",  //
                  "Evolve",                                          //
                  "  WaveToy::evolve                 reads phi [1], past(phi); writes next(phi)",
                  "  boundary of next(WaveToy::phi)  fills y-, y+",
                  "  rotate levels                   next levels of phi become current",  //
                  "PostStep", "  Look::look (every 5 steps)      reads WaveToy::phi [2, 1]",
                  "Analysis, when an output needs it",
                  "  Look::sum                       reads WaveToy::phi [2, 1]; reduces energy",
                  "  Look::square                    reads WaveToy::phi; writes square"));
}

TEST(DescribeSchedule, ShowsStagesAndWholeVectors) {
  Toy toy;
  toy.euler();
  ToyThorn thorn = toy.thorn("M");
  thorn.field("B", Role::evolved, 0, Tensor::vector);
  thorn.at(Initial, "start").writes("B");
  thorn.at(EvolveRhs, "rhs").reads("B_x", 2).reads("B_y").reads("B_z").writes("B", rhs_level);
  EXPECT_THAT(describe_schedule(toy.build()),
              ElementsAre("Initial",  //
                          "  M::start      writes B", "EvolveRhs, stage 1 of 1",
                          "  M::rhs [1/1]  reads B_x [2], B_y, B_z; writes rhs(B)",
                          "  euler [1/1]   reads B, B.rhs; writes B"));
}

TEST(ScheduleJson, HasTasksAndFields) {
  Toy toy;
  const ToyBoundary flat(1);
  toy.boundary(flat, "neumann");
  add_leapfrog(toy);
  Program program = toy.build();
  program.tasks[std::size_t(program.step[0])].flops = 15;
  const nlohmann::json json = schedule_json(program);
  EXPECT_EQ(json["radius"], (std::vector<int>{1, 1, 1}));
  EXPECT_EQ(json["initial"].size(), 3u);
  EXPECT_EQ(json["analysis"].size(), 0u);
  const nlohmann::json& evolve = json["step"][0];
  EXPECT_EQ(evolve["name"], "WaveToy::evolve");
  EXPECT_EQ(evolve["kind"], "compute");
  EXPECT_EQ(evolve["bin"], "Evolve");
  EXPECT_EQ(evolve["reads"][0].dump(), R"({"field":"WaveToy::phi","level":0,"radius":[1,1,1]})");
  EXPECT_EQ(evolve["writes"][0].dump(), R"({"field":"WaveToy::phi","level":-1})");
  EXPECT_EQ(evolve["flops"], 15);
  EXPECT_FALSE(json["initial"][0].contains("flops"));
  EXPECT_EQ(json["step"][1]["faces"].dump(), R"(["x-","x+","y-","y+","z-","z+"])");
  EXPECT_EQ(json["step"][2]["rotates"].dump(), R"(["WaveToy::phi"])");
  EXPECT_EQ(json["fields"][0]["arrays"], 2);
  EXPECT_EQ(json["fields"][0]["role"], "evolved");
}

}  // namespace
}  // namespace cardon
