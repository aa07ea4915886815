// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cardon/kit/grid/box_index.hpp>
#include <random>

namespace cardon {
namespace {

class RandomBoxes {
 public:
  explicit RandomBoxes(unsigned seed) : random_(seed) {}
  int pick(int low, int high) { return low + int(random_() % unsigned(high - low + 1)); }
  Box box(int longest) {
    Box box;
    for (std::size_t d = 0; d < 3; ++d) {
      box.lo[d] = pick(-20, 20);
      box.hi[d] = box.lo[d] + pick(0, longest);
    }
    return box;
  }

 private:
  std::mt19937 random_;
};

TEST(BoxIndex, FindsWhatALookAtAllBoxesFinds) {
  RandomBoxes random(7);
  long found = 0;
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Box> boxes;
    for (int n = random.pick(0, 30); n > 0; --n) boxes.push_back(random.box(random.pick(1, 25)));
    const BoxIndex index(boxes);
    for (int query = 0; query < 20; ++query) {
      const Box wanted = random.box(12);
      std::vector<int> all;
      for (std::size_t n = 0; n < boxes.size(); ++n)
        if (!intersect(boxes[n], wanted).empty()) all.push_back(int(n));
      EXPECT_EQ(index.touching(wanted), all);
      found += long(all.size());
    }
  }
  EXPECT_GT(found, 500);
}

TEST(BoxIndex, BearsBoxesThatAreFarApart) {
  const int far = 1000000000 / 2;
  const std::vector<Box> boxes{{{-far, -far, -far}, {1 - far, 1 - far, 1 - far}},
                               {{0, 0, 0}, {1, 1, 1}},
                               {{far, 0, 0}, {far + 1, 1, 1}}};
  const BoxIndex index(boxes);
  EXPECT_EQ(index.touching({{far - 5, -5, -5}, {far + 5, 5, 5}}), std::vector<int>{2});
  EXPECT_EQ(index.touching({{-far, -far, -far}, {far, far, far}}), (std::vector<int>{0, 1}));
}

}  // namespace
}  // namespace cardon
