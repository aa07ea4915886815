// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cardon {

class Boundary;
struct DriverSetup;
struct Program;

/// The least extent of a block at each face of the domain: boundary points and what the boundary
/// reads behind them. 0 for periodic directions.
struct FaceThickness {
  int lower[3] = {0, 0, 0};  ///< points, by direction
  int upper[3] = {0, 0, 0};  ///< points, by direction
};

/// How far inside the innermost filled point a boundary reads in this program: by one point more
/// where it fills right-hand sides, by two where some field decays.
int face_reach(const Program& program, const Boundary& boundary, int radius);
/// What the boundaries of a run need.
FaceThickness face_thickness(const DriverSetup& setup);

}  // namespace cardon
