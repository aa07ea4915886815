// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "fields.hpp"

namespace cardon::einstein {

/// All that is evolved, as tasks read it.
template <int radius>
struct EvolvedFields {
  Read<einstein::chi, radius> chi;
  Read<einstein::K, radius> K;
  Read<einstein::theta, radius> theta;
  Read<einstein::alpha, radius> alpha;
  Read<einstein::g, radius> g;
  Read<einstein::A, radius> A;
  Read<einstein::gamma, radius> gamma;
  Read<einstein::beta, radius> beta;
  Read<einstein::B, radius> B;
};

}  // namespace cardon::einstein
