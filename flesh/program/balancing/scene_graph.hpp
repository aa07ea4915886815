// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "balancing/block_scene.hpp"

namespace cardon {

/// Blocks and messages of a scene that is not a stencil (BlockScene::graph); their work is
/// relative.
void add_graph(const BlockScene& scene, BalanceProblem& problem);

/// Blocks from this one on answer: they compute a step once the messages of the others for the same
/// step are there. -1: none does.
int first_answering(const BlockScene& scene);

}  // namespace cardon
