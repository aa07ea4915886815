// SPDX-License-Identifier: Apache-2.0
#include "zoltan_partitioner.hpp"

#include <fmt/format.h>
#include <zoltan.h>

#include <algorithm>
#include <cardon/thorn/error.hpp>
#include <mutex>
#include <numeric>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "mpi_start.hpp"

namespace cardon {
namespace {

constexpr int tries = 4;

// Zoltan's random numbers are the process's.
std::mutex one_at_a_time;

void require_done(int code, const char* what) {
  if (code == ZOLTAN_OK || code == ZOLTAN_WARN) return;
  throw Error(Problem{.slug = "balancer/partitioner",
                      .message = fmt::format("Zoltan failed at {} (code {})", what, code),
                      .help = "choose another balancer"},
              exit_environment);
}

// Relative to the largest; 1 where all are 0.
std::vector<float> relative(const std::vector<double>& weights) {
  const double max = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
  std::vector<float> result;
  for (const double weight : weights) result.push_back(max > 0 ? float(weight / max) : 1);
  return result;
}

std::span<const int> neighbours_of(const WeightedGraph& graph, int v) {
  const int begin = graph.first[std::size_t(v)], end = graph.first[std::size_t(v) + 1];
  return std::span(graph.neighbours).subspan(std::size_t(begin), std::size_t(end - begin));
}

double mean_edge_weight(const WeightedGraph& graph, int v) {
  const auto begin = graph.edge_weights.begin() + graph.first[std::size_t(v)],
             end = graph.edge_weights.begin() + graph.first[std::size_t(v) + 1];
  return std::accumulate(begin, end, 0.0) / std::max(1, int(end - begin));
}

/// What Zoltan asks for.
struct Hypergraph {
  std::vector<float> weights;  ///< of vertices
  std::vector<int> first;      ///< of each hyperedge in `pins`
  std::vector<ZOLTAN_ID_TYPE> pins;
  std::vector<float> edge_weights;  ///< of hyperedges

  explicit Hypergraph(const WeightedGraph& graph) : weights(relative(graph.weights)) {
    std::vector<double> means;
    for (int v = 0; v < graph.vertices(); ++v) {
      const std::span<const int> neighbours = neighbours_of(graph, v);
      first.push_back(int(pins.size()));
      pins.push_back(ZOLTAN_ID_TYPE(v));
      pins.insert(pins.end(), neighbours.begin(), neighbours.end());
      means.push_back(mean_edge_weight(graph, v));
    }
    edge_weights = relative(means);
  }
};

const Hypergraph& hypergraph_of(void* data) { return *static_cast<const Hypergraph*>(data); }

int count_vertices(void* data, int* code) {
  *code = ZOLTAN_OK;
  return int(hypergraph_of(data).weights.size());
}

void list_vertices(void* data, int, int, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local, int,
                   float* weights, int* code) {
  const Hypergraph& graph = hypergraph_of(data);
  for (std::size_t v = 0; v < graph.weights.size(); ++v) global[v] = local[v] = ZOLTAN_ID_TYPE(v);
  std::copy(graph.weights.begin(), graph.weights.end(), weights);
  *code = ZOLTAN_OK;
}

void report_size(void* data, int* edges, int* pins, int* format, int* code) {
  const Hypergraph& graph = hypergraph_of(data);
  *edges = int(graph.first.size());
  *pins = int(graph.pins.size());
  *format = ZOLTAN_COMPRESSED_EDGE;
  *code = ZOLTAN_OK;
}

void list_pins(void* data, int, int, int, int, ZOLTAN_ID_PTR edges, int* first, ZOLTAN_ID_PTR pins,
               int* code) {
  const Hypergraph& graph = hypergraph_of(data);
  for (std::size_t e = 0; e < graph.first.size(); ++e) edges[e] = ZOLTAN_ID_TYPE(e);
  std::copy(graph.first.begin(), graph.first.end(), first);
  std::copy(graph.pins.begin(), graph.pins.end(), pins);
  *code = ZOLTAN_OK;
}

void count_edge_weights(void* data, int* edges, int* code) {
  *edges = int(hypergraph_of(data).first.size());
  *code = ZOLTAN_OK;
}

void list_edge_weights(void* data, int, int, int, int, ZOLTAN_ID_PTR edges, ZOLTAN_ID_PTR,
                       float* weights, int* code) {
  const Hypergraph& graph = hypergraph_of(data);
  for (std::size_t e = 0; e < graph.first.size(); ++e) edges[e] = ZOLTAN_ID_TYPE(e);
  std::copy(graph.edge_weights.begin(), graph.edge_weights.end(), weights);
  *code = ZOLTAN_OK;
}

/// One partitioning on this process alone.
class ZoltanRun {
 public:
  ZoltanRun(Hypergraph& graph, const PartitionRequest& request, unsigned seed)
      : zoltan_(Zoltan_Create(MPI_COMM_SELF)) {
    require_done(zoltan_ == nullptr ? ZOLTAN_MEMERR : ZOLTAN_OK, "its start");
    const std::pair<const char*, std::string> parameters[] = {
        {"DEBUG_LEVEL", "0"},
        {"LB_METHOD", "HYPERGRAPH"},
        {"HYPERGRAPH_PACKAGE", "PHG"},
        {"LB_APPROACH", "PARTITION"},
        {"NUM_GID_ENTRIES", "1"},
        {"NUM_LID_ENTRIES", "1"},
        {"OBJ_WEIGHT_DIM", "1"},
        {"EDGE_WEIGHT_DIM", "1"},
        {"RETURN_LISTS", "PARTS"},
        {"PHG_EDGE_SIZE_THRESHOLD", "1.0"},
        {"NUM_GLOBAL_PARTS", std::to_string(request.shares.size())},
        {"IMBALANCE_TOL", fmt::format("{}", 1 + std::max(request.tolerance, 0.001))},
        {"SEED", std::to_string(seed)}};
    for (const auto& [name, value] : parameters)
      require_done(Zoltan_Set_Param(zoltan_, name, value.c_str()), name);
    Zoltan_Set_Num_Obj_Fn(zoltan_, count_vertices, &graph);
    Zoltan_Set_Obj_List_Fn(zoltan_, list_vertices, &graph);
    Zoltan_Set_HG_Size_CS_Fn(zoltan_, report_size, &graph);
    Zoltan_Set_HG_CS_Fn(zoltan_, list_pins, &graph);
    Zoltan_Set_HG_Size_Edge_Wts_Fn(zoltan_, count_edge_weights, &graph);
    Zoltan_Set_HG_Edge_Wts_Fn(zoltan_, list_edge_weights, &graph);
    set_shares(request.shares);
  }
  ~ZoltanRun() { Zoltan_Destroy(&zoltan_); }
  ZoltanRun(const ZoltanRun&) = delete;
  ZoltanRun& operator=(const ZoltanRun&) = delete;

  std::vector<int> parts(int vertices) {
    int changes = 0, global = 0, local = 0, imports = 0, exports = 0;
    ZOLTAN_ID_PTR in = nullptr, in_local = nullptr, out = nullptr, out_local = nullptr;
    int *from = nullptr, *from_part = nullptr, *to = nullptr, *to_part = nullptr;
    const int code =
        Zoltan_LB_Partition(zoltan_, &changes, &global, &local, &imports, &in, &in_local, &from,
                            &from_part, &exports, &out, &out_local, &to, &to_part);
    std::vector<int> parts(std::size_t(vertices), 0);
    for (int n = 0; n < exports; ++n) parts.at(out[n]) = to_part[n];
    Zoltan_LB_Free_Part(&in, &in_local, &from, &from_part);
    Zoltan_LB_Free_Part(&out, &out_local, &to, &to_part);
    require_done(code, "the partition of the graph of blocks");
    return parts;
  }

 private:
  void set_shares(const std::vector<double>& shares) {
    std::vector<int> part(shares.size());
    std::iota(part.begin(), part.end(), 0);
    std::vector<float> sizes(shares.begin(), shares.end());
    require_done(
        Zoltan_LB_Set_Part_Sizes(zoltan_, 1, int(part.size()), part.data(), nullptr, sizes.data()),
        "the sizes of parts");
  }

  Zoltan_Struct* zoltan_;
};

// The largest excess over a share, relative to it.
double imbalance(const WeightedGraph& graph, const std::vector<int>& parts,
                 const std::vector<double>& shares) {
  std::vector<double> weights(shares.size(), 0.0);
  for (int v = 0; v < graph.vertices(); ++v)
    weights.at(std::size_t(parts[std::size_t(v)])) += graph.weights[std::size_t(v)];
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double share = std::accumulate(shares.begin(), shares.end(), 0.0);
  double worst = 0;
  for (std::size_t p = 0; p < shares.size() && all > 0; ++p)
    worst = std::max(worst, weights[p] / all / (shares[p] / share) - 1);
  return worst;
}

}  // namespace

double hyperedge_cut(const WeightedGraph& graph, const std::vector<int>& parts) {
  double cut = 0;
  for (int v = 0; v < graph.vertices(); ++v) {
    std::set<int> touched{parts[std::size_t(v)]};
    for (const int w : neighbours_of(graph, v)) touched.insert(parts[std::size_t(w)]);
    cut += mean_edge_weight(graph, v) * double(touched.size() - 1);
  }
  return cut;
}

std::vector<int> ZoltanPartitioner::partition(const WeightedGraph& graph,
                                              const PartitionRequest& request) const {
  std::vector<int> best(std::size_t(graph.vertices()), 0);
  if (best.empty() || request.shares.size() <= 1) return best;
  const std::lock_guard lock(one_at_a_time);
  ensure_mpi();
  float version = 0;
  require_done(Zoltan_Initialize(0, nullptr, &version), "its start");
  Hypergraph hypergraph(graph);
  std::pair<double, double> min_cost;  // excess beyond the tolerance, cut
  for (unsigned n = 0; n < tries; ++n) {
    std::vector<int> parts =
        ZoltanRun(hypergraph, request, request.seed * tries + n).parts(graph.vertices());
    const std::pair<double, double> found{
        std::max(0.0, imbalance(graph, parts, request.shares) - request.tolerance),
        hyperedge_cut(graph, parts)};
    if (n > 0 && found >= min_cost) continue;
    min_cost = found;
    best = std::move(parts);
  }
  return best;
}

}  // namespace cardon
