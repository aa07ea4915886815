// SPDX-License-Identifier: Apache-2.0
// Tasks that run once, at the end of a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "describe/describe_schedule.hpp"
#include "schedule/analysis.hpp"
#include "toy.hpp"

namespace cardon {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ToyThorn look(Toy& toy) {
  add_leapfrog(toy);
  ToyThorn thorn = toy.thorn("Look");
  thorn.derives("energy").derives("square").scalar("total").scalar("final");
  thorn.at(Analysis, "energy").reads("WaveToy::phi", 1).writes("energy");
  thorn.at(Analysis, "square").reads("WaveToy::phi").writes("square");
  thorn.at(Analysis, "sum").reads("energy").reduces("total");
  return thorn;
}

TEST(Terminate, RunsAfterTheAnalysisThatItReads) {
  Toy toy;
  look(toy).at(Terminate, "final").reads("energy").reduces("final");
  const Program program = toy.build();
  EXPECT_THAT(names(program, program.terminate), ElementsAre("Look::final"));
  EXPECT_THAT(names(program, last_tasks(program)), ElementsAre("Look::energy", "Look::final"));
  EXPECT_EQ(task(program, "Look::final").time_fraction, 1);
  EXPECT_THAT(describe_schedule(program), Contains("Terminate, once after the last step"));
}

TEST(Terminate, IsInNoStepWithoutIt) {
  Toy toy;
  look(toy).at(Analysis, "final").reads("energy").reduces("final");
  const Program program = toy.build();
  EXPECT_THAT(program.terminate, IsEmpty());
  EXPECT_THAT(last_tasks(program), IsEmpty());
}

TEST(Terminate, WritesNothing) {
  Toy toy;
  ToyThorn thorn = look(toy);
  thorn.state("seen");
  thorn.at(Initial, "start").sets("seen");
  thorn.at(Terminate, "final").reads("energy").reduces("final");
  thorn.at(Terminate, "mark").writes("square");
  thorn.at(Terminate, "set").sets("seen");
  const std::string errors = toy.errors();
  EXPECT_THAT(errors, HasSubstr("Look::mark writes square in Terminate"));
  EXPECT_THAT(errors, HasSubstr("Look::set sets seen in Terminate"));
  EXPECT_THAT(errors, HasSubstr("[schedule/terminate-writes]"));
}

TEST(Terminate, RunsOnce) {
  Toy toy;
  look(toy).at(Terminate, "final").reads("energy").reduces("final").every(3);
  EXPECT_THAT(toy.errors(), HasSubstr("Terminate tasks run once"));
}

TEST(Terminate, ItsScalarsAreForTheEndOnly) {
  Toy toy;
  ToyThorn thorn = look(toy);
  thorn.at(Terminate, "final").reads("energy").reduces("final");
  thorn.at(PostStep, "use").reads_scalar("final").reads("WaveToy::phi").writes("WaveToy::phi");
  EXPECT_THAT(toy.errors(), HasSubstr("Look::use reads Look::final, which Look::final reduces in "
                                      "Terminate"));
}

TEST(Terminate, ReadsOfWhatIsNeverWrittenAreFound) {
  Toy toy;
  ToyThorn thorn = look(toy);
  thorn.auxiliary("later");
  thorn.at(PostStep, "write").reads("WaveToy::phi").writes("later");
  thorn.at(Terminate, "final").reads("later").reduces("final");
  EXPECT_THAT(toy.errors(), HasSubstr("a run may end before the first step"));
}

}  // namespace
}  // namespace cardon
