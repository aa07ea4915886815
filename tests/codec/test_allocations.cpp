// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cardon/kit/codec/piece_reader.hpp>
#include <cardon/kit/codec/piece_writer.hpp>
#include <cstdlib>
#include <new>

#include "codec_cases.hpp"

namespace {
std::atomic<int> allocations{0};
}  // namespace

// Not inlined: the compiler would see malloc on one side and delete on the other, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace cardon::codec_test {
namespace {

// A message costs no allocation once the first ones have passed, not even while orders are chosen
// again.
TEST(Allocations, NoneInTheLongRun) {
  const auto rows = layouts()[0];
  const Values values = message(Kind::smooth, rows, 1);
  const auto raw = std::as_bytes(std::span(values));
  std::vector<std::byte> sent(PieceHeader::size + raw.size()), back(raw.size());
  std::vector<Names> chains = lossless_chains();
  chains.push_back({"zfp-1e-6"});
  for (const Names& names : chains) {
    PieceWriter writer(chain(names, rows));
    PieceReader reader(chain(names, rows), "from rank 1");
    int before = 0;
    for (std::uint32_t number = 0; number < 60; ++number) {
      if (number == 20) before = allocations;
      writer.write(raw, number, 0, sent);
      reader.read(sent, number, 0, back);
    }
    EXPECT_EQ(allocations, before) << chain_text(codec_names(names));
  }
}

}  // namespace
}  // namespace cardon::codec_test
