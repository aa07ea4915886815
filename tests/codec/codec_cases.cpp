// SPDX-License-Identifier: Apache-2.0
#include "codec_cases.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "registry/thorn_library.hpp"

namespace cardon::codec_test {
namespace {

// Every bit pattern that is hard on arithmetic: signs of zero, infinities, NaNs with payloads,
// extremes.
double special(std::uint64_t random) {
  using Limits = std::numeric_limits<double>;
  switch (random % 12) {
    case 0:
      return 0.0;
    case 1:
      return -0.0;
    case 2:
      return Limits::infinity();
    case 3:
      return -Limits::infinity();
    case 4:
      return std::bit_cast<double>(0x7ff8000000000000 | random >> 13);
    case 5:
      return std::bit_cast<double>(0xfff0000000000001 | random >> 13);
    case 6:
      return Limits::max();
    case 7:
      return Limits::lowest();
    case 8:
      return Limits::denorm_min();
    case 9:
      return std::bit_cast<double>(random);
    default:
      return 1.5;
  }
}

double value(Kind kind, double x, double y, int step, std::mt19937_64& random) {
  const double phase = 0.11 * x + 0.07 * y - 0.05 * step;
  switch (kind) {
    case Kind::smooth:
      return 2 + std::sin(phase);
    case Kind::noise:
      return std::sin(phase) + 1e-3 * double(random()) * 0x1p-64;
    case Kind::constant:
      return 0.3;
    case Kind::shock:
      return std::fmod(phase + 100, 3.0) < 1.5 ? 1.0 : 0.125;
    case Kind::special:
      return special(random());
    case Kind::denormal:
      return 1e-310 * std::sin(phase);
  }
  return 0;
}

}  // namespace

CodecFactory factory() {
  static const ThornLibrary library = [] {
    std::vector<Problem> problems;
    ThornLibrary loaded = load_thorns(ThornPath(), {}, problems);
    if (!problems.empty()) throw Error(problems);
    return loaded;
  }();
  return [](std::string_view name, const Location& where) {
    return library.catalogue.make<Codec>(name, where);
  };
}

CodecChain chain(const Names& names, const std::vector<CodecRows>& rows) {
  return {codec_names(names), factory(), rows};
}

std::vector<Names> lossless_chains() {
  return {{"extrapolate"},
          {"difference"},
          {"shuffle"},
          {"bitpack"},
          {"zlib-1"},
          {"zlib-9"},
          {"zstd"},
          {"lz4"},
          {"difference", "bitpack"},
          {"difference", "difference", "zlib"},
          {"extrapolate", "bitpack"},
          {"extrapolate", "zlib-1"},
          {"extrapolate", "shuffle", "zstd-3"},
          {"extrapolate", "shuffle", "lz4"},
          {"shuffle", "zlib-6"},
          {"extrapolate", "bitpack", "lz4"}};
}

std::vector<std::vector<CodecRows>> layouts() {
  return {{{91, 22}},
          {{3, 600}},
          {{300, 3}, {300, 4}},
          {{1, 40}, {2, 41}, {11, 9}, {12, 9}, {13, 30}},
          {{1, 1}},
          {{5, 0}, {0, 5}, {33, 1}},
          {}};
}

std::size_t values_in(const std::vector<CodecRows>& rows) {
  std::size_t values = 0;
  for (const CodecRows& group : rows) values += std::size_t(group.length * group.count);
  return values;
}

Values message(Kind kind, const std::vector<CodecRows>& rows, int step) {
  std::mt19937_64 random(std::uint64_t(step) * 8 + std::uint64_t(kind));
  Values values;
  for (const CodecRows& group : rows)
    for (int y = 0; y < group.count; ++y)
      for (int x = 0; x < group.length; ++x) values.push_back(value(kind, x, y, step, random));
  return values;
}

}  // namespace cardon::codec_test
