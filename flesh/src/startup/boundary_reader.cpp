// SPDX-License-Identifier: Apache-2.0
#include "startup/boundary_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cardon/kit/counted.hpp>
#include <utility>

#include "base/suggest.hpp"

namespace cardon {
namespace {

class Reader {
 public:
  Reader(const LegalBoundaries& legal, std::vector<Problem>& problems)
      : legal_(legal.names), missing_(legal.missing_thorns), problems_(problems) {}

  BoundarySpec one_face(const Node& node) {
    BoundarySpec spec;
    spec.where = node.where;
    if (node.is_scalar()) {
      spec.name = node.text;
    } else if (node.is_map() && node.children.size() == 1) {
      spec.name = node.children[0].key;
      spec.where = node.children[0].key_where;
      spec.argument = node.children[0];
    } else {
      complain(node.where, "a boundary is neither a name nor a map such as {dirichlet: \"0\"}");
      return spec;
    }
    check_name(spec);
    return spec;
  }

  void direction(const Node& node, BoundarySpec (&faces)[2], const std::string& axis) {
    const std::size_t before = problems_.size();
    if (node.is_list()) {
      if (node.children.size() != 2)
        return complain(node.where, fmt::format("the pair [lower, upper] of direction {} has {} {}",
                                                axis, node.children.size(),
                                                node.children.size() == 1 ? "entry" : "entries"));
      for (std::size_t side = 0; side < 2; ++side) faces[side] = one_face(node.children[side]);
    } else if (node.is_map() && (node.find("lower") || node.find("upper"))) {
      lower_and_upper(node, faces, axis);
    } else {
      faces[0] = faces[1] = one_face(node);
    }
    // A face that is not understood counts as periodic.
    const bool understood = problems_.size() == before && !std::exchange(excused_, false);
    if (understood && (faces[0].name == "periodic") != (faces[1].name == "periodic"))
      complain(node.where, fmt::format("direction {} is periodic on one face only", axis));
  }

  void complain(const Location& where, std::string message) {
    problems_.push_back(
        {.slug = "grid/boundary",
         .message = std::move(message),
         .where = where,
         .notes = {fmt::format("boundaries are: {}", fmt::join(legal_, ", "))},
         .help = "write for example boundary: [radiative, [reflecting, radiative], periodic]"});
  }

 private:
  void lower_and_upper(const Node& node, BoundarySpec (&faces)[2], const std::string& axis) {
    const Node* side[2] = {node.find("lower"), node.find("upper")};
    if (!side[0] || !side[1] || node.children.size() != 2)
      return complain(node.where,
                      fmt::format("direction {} needs exactly the keys lower and upper", axis));
    for (int s = 0; s < 2; ++s) faces[s] = one_face(*side[s]);
  }

  void check_name(BoundarySpec& spec) {
    if (std::find(legal_.begin(), legal_.end(), spec.name) != legal_.end()) return;
    const std::string thorn = spec.name.substr(0, spec.name.find("::"));
    if (std::find(missing_.begin(), missing_.end(), thorn) != missing_.end()) {
      excused_ = true;
    } else {
      complain(spec.where, fmt::format("there is no boundary {}", spec.name));
      problems_.back().hint = did_you_mean(spec.name, legal_);
    }
    spec.name = "periodic";
  }

  const std::vector<std::string>&legal_, &missing_;
  std::vector<Problem>& problems_;
  bool excused_ = false;  // a face has a boundary of a thorn that is missing
};

}  // namespace

BoundarySpecs read_boundaries(const Node& node, int dimensions, const LegalBoundaries& legal,
                              std::vector<Problem>& problems) {
  static const char* const axes[3] = {"x", "y", "z"};
  BoundarySpecs specs;
  Reader reader(legal, problems);
  if (node.is_null()) return specs;
  if (node.is_list() && int(node.children.size()) != dimensions) {
    reader.complain(node.where,
                    fmt::format("grid.boundary has {}, but the grid has {}",
                                counted(node.children.size(), "direction"), dimensions));
    return specs;
  }
  if (node.is_list()) {
    for (int d = 0; d < dimensions; ++d)
      reader.direction(node.children[std::size_t(d)], specs.face[d], axes[d]);
    return specs;
  }
  reader.direction(node, specs.face[0], "x, y and z");
  for (int d = 1; d < dimensions; ++d)
    for (int side = 0; side < 2; ++side) specs.face[d][side] = specs.face[0][side];
  return specs;
}

}  // namespace cardon
