// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "balancing/block_scene.hpp"

namespace cardon {

/// Bodies that attract each other, in the leaves of an octree with at most eight each, as many as
/// the product of BlockScene::blocks says. All leaves exchange messages; weights are those of D. J.
/// Harvey's dissertation (University of Texas at Arlington, 2001, section 7.2.1): close leaves send
/// their bodies, others one centre of mass. Bytes are bodies times BlockScene::face_bytes and
/// block_bytes.
void add_bodies(const BlockScene& scene, BalanceProblem& problem);

}  // namespace cardon
