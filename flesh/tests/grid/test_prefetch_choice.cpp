// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/grid/prefetch_choice.hpp>
#include <cmath>
#include <random>

namespace cardon {
namespace {

using Wish = PrefetchChoice::Wish;

// Calls that take so long with and without, until it is decided; every fifth is disturbed. How
// many.
int time_it(PrefetchChoice& choice, double with, double without) {
  int n = 0;
  for (; !choice.decided() && n < 200; ++n)
    choice.took((choice.on() ? with : without) * (n % 5 == 0 ? 7 : 1));
  return n;
}

// A host whose calls scatter, and now and then wait for something else; seeded.
class NoisyHost {
 public:
  explicit NoisyHost(unsigned seed) : random_(seed) {}
  void call(PrefetchChoice& choice, int calls, double gain, double scatter, double disturbed) {
    std::lognormal_distribution<double> noise(0, scatter);
    std::bernoulli_distribution waits(disturbed);
    std::exponential_distribution<double> wait(0.5);
    for (int n = 0; n < calls; ++n)
      choice.took((choice.on() ? 1 : gain) * noise(random_) + (waits(random_) ? wait(random_) : 0));
  }

 private:
  std::mt19937 random_;
};

constexpr unsigned hosts = 300;

TEST(PrefetchChoice, KeepsWhatIsFaster) {
  PrefetchChoice faster(Wish::automatic, false), slower(Wish::automatic, false);
  EXPECT_LE(time_it(faster, 1.0, 1.24), 66);
  EXPECT_TRUE(faster.on());
  EXPECT_NEAR(faster.gain(), 1.24, 1e-9);
  EXPECT_LE(time_it(slower, 1.0, 0.79), 66);
  EXPECT_FALSE(slower.on());
  EXPECT_NEAR(slower.gain(), 0.79, 1e-9);
}

TEST(PrefetchChoice, IsQuickOnAQuietHost) {
  PrefetchChoice choice(Wish::automatic, false);
  int calls = 0;
  for (; !choice.decided(); ++calls) choice.took(choice.on() ? 1 : 0.79);
  EXPECT_EQ(calls, 2 + 2 * 9);
}

// Four stages of an integrator, two of which take longer whether they prefetch or not.
bool chosen_for_stages(bool share, int first) {
  PrefetchChoice choice(Wish::automatic, false);
  if (share) choice.share();
  for (int n = first; !choice.decided(); ++n) choice.took(n % 4 < 2 ? 1.3 : 1);
  return choice.chosen();
}

TEST(PrefetchChoice, IsNotFooledByTasksThatShareIt) {
  int fooled = 0;
  for (int first = 0; first < 4; ++first) {
    EXPECT_FALSE(chosen_for_stages(true, first));
    fooled += chosen_for_stages(false, first) ? 1 : 0;
  }
  EXPECT_EQ(fooled, 1);  // where the same stages always prefetch
}

TEST(PrefetchChoice, IsSharedAtTheCostOfOneCallInFive) {
  PrefetchChoice choice(Wish::automatic, false);
  choice.share();
  int calls = 0;
  for (; !choice.decided(); ++calls) choice.took(choice.on() ? 1 : 1.24);
  EXPECT_TRUE(choice.chosen());
  EXPECT_EQ(calls, 2 + 2 * 9 + 4);
}

TEST(PrefetchChoice, IsNotFooledByNoise) {
  int wrong = 0;
  for (const double gain : {0.75, 0.85, 1.2, 1.3}) {
    for (unsigned seed = 0; seed < hosts; ++seed) {
      PrefetchChoice choice(Wish::automatic, false);
      NoisyHost(seed).call(choice, 1000, gain, 0.1, 0.2);
      wrong += choice.chosen() != (gain > 1) ? 1 : 0;
    }
  }
  EXPECT_LE(wrong, 4);  // of 1200
}

// A host that gets steadily slower while both ways are timed favours neither.
TEST(PrefetchChoice, IsNotFooledByADrift) {
  for (const double drift : {0.97, 1.03}) {
    PrefetchChoice choice(Wish::automatic, false);
    double base = 1;
    for (int n = 0; n < 66; ++n, base *= drift) choice.took(base);
    EXPECT_TRUE(choice.decided());
    EXPECT_FALSE(choice.chosen());
    EXPECT_NEAR(choice.gain(), 1, 0.031);
  }
}

TEST(PrefetchChoice, RecoversFromADisturbedBeginning) {
  int wrong = 0;
  for (const double gain : {0.75, 1.3}) {
    for (unsigned seed = 0; seed < hosts; ++seed) {
      PrefetchChoice choice(Wish::automatic, false);
      NoisyHost host(seed);
      host.call(choice, 66, gain, 0.7, 0.8);
      host.call(choice, 2000, gain, 0.03, 0.01);
      wrong += choice.chosen() != (gain > 1) ? 1 : 0;
    }
  }
  EXPECT_EQ(wrong, 0);  // of 600
}

TEST(PrefetchChoice, StaysWithTheDefaultWhereItCannotTell) {
  int on = 0;
  for (unsigned seed = 0; seed < hosts; ++seed) {
    PrefetchChoice choice(Wish::automatic, false);
    NoisyHost(seed).call(choice, 1000, 1, 0.3, 0.2);
    EXPECT_TRUE(choice.decided());
    on += choice.chosen() ? 1 : 0;
  }
  EXPECT_LE(on, 15);  // of 300
}

TEST(PrefetchChoice, IsTimedAgainWhereLaterCallsContradictIt) {
  PrefetchChoice choice(Wish::automatic, false);
  for (int n = 0; n < 100; ++n) choice.took(choice.on() ? 1 : 1.3);
  ASSERT_TRUE(choice.chosen());
  for (int n = 0; n < 300; ++n) choice.took(choice.on() ? 2 : 1.3);
  EXPECT_FALSE(choice.chosen());
  EXPECT_EQ(choice.looks(), 2);
}

TEST(PrefetchChoice, StopsTimingAHostThatIsNeverQuiet) {
  PrefetchChoice choice(Wish::automatic, false);
  NoisyHost(1).call(choice, 20000, 1, 1, 0.5);
  EXPECT_LE(choice.looks(), 4);
  const bool last = choice.on();
  for (int n = 0; n < 1000; ++n) {
    choice.took(n % 2 == 0 ? 1 : 9);
    ASSERT_EQ(choice.on(), last);
  }
}

TEST(PrefetchChoice, IsOffWhereItGainsNothing) {
  PrefetchChoice choice(Wish::automatic, false);
  time_it(choice, 1.0, 1.01);
  EXPECT_FALSE(choice.on());
}

TEST(PrefetchChoice, LeavesWhatFitsTheCacheAlone) {
  PrefetchChoice choice(Wish::automatic, true);
  EXPECT_TRUE(choice.decided());
  EXPECT_FALSE(choice.on());
  EXPECT_EQ(choice.gain(), 0);
}

TEST(PrefetchChoice, ObeysTheUser) {
  for (const bool fits : {false, true}) {
    EXPECT_TRUE(PrefetchChoice(Wish::always, fits).on());
    EXPECT_TRUE(PrefetchChoice(Wish::always, fits).decided());
    EXPECT_FALSE(PrefetchChoice(Wish::never, fits).on());
    EXPECT_TRUE(PrefetchChoice(Wish::never, fits).decided());
  }
}

TEST(PrefetchChoice, KnowsItsWords) {
  EXPECT_EQ(prefetch_wish("auto"), Wish::automatic);
  EXPECT_EQ(prefetch_wish("always"), Wish::always);
  EXPECT_EQ(prefetch_wish("never"), Wish::never);
}

}  // namespace
}  // namespace cardon
