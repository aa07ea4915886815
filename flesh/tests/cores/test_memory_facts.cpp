// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cmath>
#include <cstring>

#include "cores/memory_facts.hpp"

namespace cardon {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(MemoryFacts, KnowsWhatTheProcessHasAndHad) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "the thread sanitizer has memory of its own for all that is touched";
#endif
  const MemoryFacts before = memory_facts();
  const std::size_t bytes = 100 << 20;
  // Not from the heap: allocators may keep what they get back.
  void* const block =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(block, MAP_FAILED);
  std::memset(block, 1, bytes);
  const MemoryFacts during = memory_facts();
  munmap(block, bytes);
  const MemoryFacts after = memory_facts();
  EXPECT_GT(before.resident, 1e5);
  EXPECT_NEAR(during.resident - before.resident, double(bytes), 0.1 * double(bytes));
  EXPECT_LT(after.resident, during.resident - 0.9 * double(bytes));
  EXPECT_GE(after.peak, 0.99 * during.resident);
}

TEST(MemoryFacts, NobodyHasMoreThanThereIs) {
  const MemoryFacts facts = memory_facts();
  EXPECT_LE(facts.available, facts.total);
  EXPECT_GT(facts.available, 0);
  EXPECT_FALSE(std::isinf(facts.total));
  EXPECT_LT(facts.resident, facts.total);
}

TEST(MemoryFacts, RefusedMemoryNamesTheLimit) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers have more data than any limit that could be set here";
#endif
  rlimit before{}, low{};
  ASSERT_EQ(getrlimit(RLIMIT_DATA, &before), 0);
  low = before;
  low.rlim_cur = rlim_t(3) << 30;
  ASSERT_EQ(setrlimit(RLIMIT_DATA, &low), 0);
  const Error error = out_of_memory(1.5e9);
  EXPECT_EQ(memory_facts().limit, double(low.rlim_cur));
  ASSERT_EQ(setrlimit(RLIMIT_DATA, &before), 0);
  EXPECT_EQ(error.exit_code(), exit_environment);
  EXPECT_THAT(error.what(),
              AllOf(HasSubstr("cannot allocate 1.50 GB"), HasSubstr("[environment/memory]"),
                    HasSubstr("ulimit -d limits the data segment to 3.22 GB"),
                    HasSubstr("are not in use")));
}

}  // namespace
}  // namespace cardon
