// SPDX-License-Identifier: Apache-2.0
#include "difference.hpp"

#include <cardon/kit/codec/codec_option.hpp>

#include "words.hpp"

namespace cardon::filters {
namespace {

template <bool doubles>
void take_differences(const std::byte* __restrict in, std::byte* __restrict out,
                      std::size_t words) {
  const auto value = [in](std::size_t i) { return doubles ? ordered(load(in, i)) : load(in, i); };
  if (words > 0) store(out, 0, zigzag(value(0)));
  for (std::size_t i = 1; i < words; ++i) store(out, i, zigzag(value(i) - value(i - 1)));
}

template <bool doubles>
void add_up(const std::byte* __restrict in, std::byte* __restrict out, std::size_t words) {
  Word value = 0;
  for (std::size_t i = 0; i < words; ++i) {
    value += from_zigzag(load(in, i));
    store(out, i, doubles ? ordered(value) : value);
  }
}

}  // namespace

void Difference::open(const CodecSetup& setup) {
  require_no_option(setup, "difference");
  doubles_ = setup.first;
}

std::size_t Difference::encode(std::span<const std::byte> in, std::span<std::byte> out) {
  return by_words(in, out, doubles_ ? take_differences<true> : take_differences<false>);
}

std::size_t Difference::decode(std::span<const std::byte> in, std::span<std::byte> out) {
  if (in.size() > out.size()) throw_damaged("difference", "it is too long");
  return by_words(in, out, doubles_ ? add_up<true> : add_up<false>);
}

}  // namespace cardon::filters
