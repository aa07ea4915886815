// SPDX-License-Identifier: Apache-2.0
#include "difference.hpp"

#include <algorithm>
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
  const std::size_t words = in.size() / word_size;
  (doubles_ ? take_differences<true> : take_differences<false>)(in.data(), out.data(), words);
  const auto rest = std::ptrdiff_t(words * word_size);
  std::copy(in.begin() + rest, in.end(), out.begin() + rest);
  return in.size();
}

std::size_t Difference::decode(std::span<const std::byte> in, std::span<std::byte> out) {
  if (in.size() > out.size()) throw_damaged("difference", "it is too long");
  const std::size_t words = in.size() / word_size;
  (doubles_ ? add_up<true> : add_up<false>)(in.data(), out.data(), words);
  const auto rest = std::ptrdiff_t(words * word_size);
  std::copy(in.begin() + rest, in.end(), out.begin() + rest);
  return in.size();
}

}  // namespace cardon::filters
