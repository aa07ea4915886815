// SPDX-License-Identifier: Apache-2.0
// Messages as the ghost zones of a wave, of a noisy wave and of a shock would send them.
#pragma once
#include <cardon/services/codec.hpp>
#include <string>
#include <vector>

namespace cardon::performance {

/// One piece of at most 16 kB: a range of values in every message, in groups of rows.
struct Piece {
  std::size_t first = 0, size = 0;
  std::vector<CodecRows> rows;
};

/// The messages of one face, one per step.
struct Series {
  std::string name;
  std::vector<Piece> pieces;
  std::vector<std::vector<double>> messages;
};

/// Cuts messages of so many planes of so many rows into pieces, as many rows as fit into each.
void cut_rows(Series& series, int length, int rows, int planes);

/// Three layers of 91 x 91 points, 199 kB: a Gaussian pulse of width 24 points by leapfrog with
/// Courant number 0.5, its z face and its x face (rows of 3); of width 8; the z face with noise of
/// 1e-3, new at every step; the density of Sod's shock tube, exact, oblique to the grid.
std::vector<Series> all_series();

}  // namespace cardon::performance
