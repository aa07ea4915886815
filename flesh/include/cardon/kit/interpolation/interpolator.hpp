// SPDX-License-Identifier: Apache-2.0
// Values of fields at places between the points of the grid.
#pragma once
#include <cardon/kit/message_tags.hpp>
#include <cardon/services/snapshot.hpp>
#include <memory>
#include <string>
#include <vector>

namespace cardon {

/// Lagrange interpolation of order 1 to 5 in each direction, exact for polynomials of that degree.
/// The points that are used depend on the place alone: those around it, or the outermost ones near
/// a face; periodic directions continue at the other end.
///
/// The bits do not depend on the decomposition. Each value is made on one rank from owned values,
/// in a fixed order of sums; ghost zones need not be filled. Where several ranks own points of a
/// stencil the others send theirs: at most (order + 1)^dimensions numbers per place and field, in
/// one message per pair of ranks. What travels to rank 0 are the results.
class Interpolator {
 public:
  static constexpr int max_order = 5,  ///< of interpolation
      max_derivatives = 2;             ///< order of derivatives

  /// `derivatives`: 0, or 1 for first ones besides, or 2 for second ones too. Throws Error
  /// "output/outside-domain", "output/thin-grid" for all that is wrong at once; see
  /// interpolation_checks.hpp to tell where it stands.
  Interpolator(const Grid& grid, const std::vector<Vec3>& points, int order, int derivatives = 0);
  ~Interpolator();
  /// Takes over the places and what is known of their owners.
  Interpolator(Interpolator&&) noexcept;
  /// Takes over the places and what is known of their owners.
  Interpolator& operator=(Interpolator&&) noexcept;

  /// Number of places.
  int points() const;
  /// What is known of a field at each place: "" (the value), "dx", ..., "dxx", "dxy", ..., in the
  /// directions of the grid.
  const std::vector<std::string>& quantities() const;
  /// Returns all values, [field][quantity][point], for the fields of the snapshot on rank 0,
  /// nothing on other ranks. Every rank calls it. It is not a collective: ranks without points take
  /// no part. Who sends what is determined again when the decomposition has changed.
  std::vector<Real> values(const Snapshot& snapshot);

  /// The tags of its messages.
  static constexpr int tags[2] = {message_tag::stencil_values, message_tag::interpolated_values};

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace cardon
