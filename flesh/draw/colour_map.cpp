// SPDX-License-Identifier: Apache-2.0
#include "draw/colour_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace cardon {
namespace {

using Table = std::array<std::uint32_t, 33>;

// 33 samples each of matplotlib's maps; linear interpolation between them stays within two parts in
// 255 of the 256 entries there. viridis, inferno: N. Smith and S. van der Walt (2015, CC0).
// coolwarm: K. Moreland, "Diverging color maps for scientific visualization" (2009).
constexpr Table viridis = {0x440154, 0x470d60, 0x48186a, 0x482374, 0x472d7b, 0x453681, 0x424086,
                           0x3f4989, 0x3b528b, 0x375a8d, 0x33638d, 0x2f6a8e, 0x2c728e, 0x297a8e,
                           0x26818e, 0x23898e, 0x21908c, 0x1f988b, 0x1f9f88, 0x21a685, 0x28ae80,
                           0x31b57b, 0x3ebc74, 0x4cc26c, 0x5dc963, 0x6ece58, 0x82d34c, 0x96d83f,
                           0xabdc32, 0xc0df24, 0xd5e21a, 0xeae51a, 0xfde725};
constexpr Table inferno = {0x000004, 0x040312, 0x0b0724, 0x150b37, 0x210c4a, 0x2e0a5a, 0x3c0965,
                           0x4a0c6b, 0x57106d, 0x63146e, 0x70196e, 0x7d1e6d, 0x89226a, 0x962766,
                           0xa32b61, 0xaf315c, 0xbb3755, 0xc63e4d, 0xd14644, 0xdb4f3b, 0xe35932,
                           0xeb6528, 0xf1711e, 0xf67f14, 0xf98d0a, 0xfb9c06, 0xfcab0f, 0xfbba1f,
                           0xf9ca32, 0xf5d949, 0xf2e865, 0xf3f586, 0xfcffa4};
constexpr Table coolwarm = {0x3b4cc0, 0x445acc, 0x4d68d7, 0x5775e1, 0x6282ea, 0x6c8ef1, 0x779af7,
                            0x82a5fb, 0x8db0fe, 0x98b9ff, 0xa3c2fe, 0xaec9fc, 0xb8d0f9, 0xc2d5f4,
                            0xccd9ee, 0xd5dbe6, 0xdddddd, 0xe5d8d1, 0xecd3c5, 0xf1ccb9, 0xf4c4ad,
                            0xf7bba0, 0xf7b194, 0xf7a687, 0xf49a7b, 0xf18d6f, 0xec7f63, 0xe57058,
                            0xde604d, 0xd55042, 0xcb3e38, 0xc0282f, 0xb40426};

using Map = std::array<std::uint32_t, std::size_t(colour_levels)>;
constexpr int levels_between = (colour_levels - 1) / 32;  // samples
static_assert(32 * levels_between == colour_levels - 1, "each sample is a level");

constexpr Map map_of(const Table& table) {
  Map map{};
  for (int level = 0; level < colour_levels; ++level) {
    const auto left = std::size_t(level / levels_between);
    const int share = level % levels_between;
    std::uint32_t colour = 0xff;
    for (const int shift : {16, 8, 0}) {
      const int a = int(table[left] >> shift & 0xff);
      const int b = share == 0 ? a : int(table[left + 1] >> shift & 0xff);
      const int sum = a * (levels_between - share) + b * share;
      colour = colour << 8 | std::uint32_t((2 * sum + levels_between) / (2 * levels_between));
    }
    map[std::size_t(level)] = colour;
  }
  return map;
}
constexpr Map viridis_map = map_of(viridis), inferno_map = map_of(inferno),
              coolwarm_map = map_of(coolwarm);

const Map& map_of(Colours colours) {
  switch (colours) {
    case Colours::inferno:
      return inferno_map;
    case Colours::coolwarm:
      return coolwarm_map;
    default:
      return viridis_map;
  }
}

}  // namespace

std::uint32_t colour_of(Colours colours, double t) {
  if (std::isnan(t)) return not_finite_colour;
  const double level = std::clamp(t, 0.0, 1.0) * (colour_levels - 1);
  return map_of(colours)[std::size_t(level + 0.5)];
}

}  // namespace cardon
