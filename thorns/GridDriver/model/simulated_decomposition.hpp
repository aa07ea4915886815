// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cardon/kit/grid/face_thickness.hpp>
#include <cardon/kit/grid/layout.hpp>
#include <memory>
#include <vector>

#include "virtual_plan.hpp"

namespace cardon::model {

/// What a block sends to another one in an exchange.
struct VirtualRoute {
  enum class Way { same_rank, site, wide };
  Way way = Way::site;
  int to = 0;        ///< index into SimulatedDecomposition::blocks
  double bytes = 0;  ///< of values
  int pieces = 1;    ///< in which it travels
};

/// What a block does in an exchange.
struct VirtualExchange {
  std::vector<VirtualRoute> sends;
  double unpack = 0;  ///< bytes taken in
  int expected = 0;   ///< arrivals, see parts_of
};

struct VirtualBlock {
  int rank = 0;  ///< index into SimulatedDecomposition::ranks
  int block = 0, slab = 0;
  const VirtualPlan* plan = nullptr;
  std::vector<Box> regions;  ///< as VirtualPlan::regions: what it computes
  std::vector<bool> fused;   ///< by operation of the plan: a boundary filled with its writer
  std::vector<VirtualExchange> patterns;
  std::size_t slab_bytes = 0;  ///< as BlockStorage
  std::vector<int> links;      ///< wide links of its plan, as Decomposition::wide_links
};

struct VirtualRank {
  int rank = 0;
  std::vector<int> blocks;
  std::vector<int> like_it;  ///< ranks for which it stands, itself among them
};

/// Arrivals that a message makes: long ones come in several.
int parts_of(const VirtualRoute& route);

/// A grid cut for a driver, with the plans of its sites, as a virtual run needs it. Only some ranks
/// may be walked, each for several others.
struct SimulatedDecomposition {
  std::shared_ptr<const Layout> layout;
  std::vector<std::shared_ptr<const VirtualPlan>> plans;  ///< by slab
  std::vector<VirtualRank> ranks;
  std::vector<VirtualBlock> blocks;
  /// By link and direction (0: from the lower site of the list to the other): the share of what
  /// goes over the link that the walked blocks send.
  std::vector<std::array<double, 2>> share;
  /// Points computed per step, summed over its tasks, by rank of the run; and those of them that
  /// the rank owns.
  std::vector<double> work, needed;
  const Program* program = nullptr;
  std::vector<Index3> radius;  ///< how far each task reads
  std::vector<bool> joins;     ///< by task: it may be part of a segment
  /// By task, without and with faces: as arrays_before_images().
  std::vector<std::array<std::size_t, 2>> arrays;
  std::vector<bool> has_images;  ///< by task: it writes a field that has images
  int reach[3][2] = {};          ///< how far the boundary of each face reads
  int depth = 0;                 ///< ghost layers between blocks
  long period = 1;               ///< steps after which all plans are where they were
};

/// `thickness`: of the faces. `depth`: ghost layers between the blocks of a site. All ranks are
/// walked if they are at most `max_ranks`; else a column of ranks along the chain.
SimulatedDecomposition make_virtual_cut(const Program& program,
                                        std::shared_ptr<const Layout> layout,
                                        std::vector<std::shared_ptr<const VirtualPlan>> plans,
                                        int depth, const FaceThickness& thickness, int max_ranks,
                                        double piece_bytes);

}  // namespace cardon::model
