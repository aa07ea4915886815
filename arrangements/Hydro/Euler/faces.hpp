// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/thorn.hpp>

namespace euler {

/// Declares the boundary Euler::characteristic, through which gas and waves leave, and gas that the
/// user describes enters. D. L. Whitfield and J. M. Janus, AIAA paper 84-1552, 1984.
void declare_faces(cardon::ThornBuilder& thorn);

}  // namespace euler
