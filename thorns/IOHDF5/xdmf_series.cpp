// SPDX-License-Identifier: Apache-2.0
#include "xdmf_series.hpp"

#include <fmt/format.h>

#include "openpmd.hpp"

namespace cardon {
namespace {

// XDMF, like HDF5, lists the slowest direction first. Grids always get three directions: readers
// disagree on flat ones.
std::string triple(const Index3& n) { return fmt::format("{} {} {}", n[2], n[1], n[0]); }

std::string shape(const Index3& points, int components) {
  return components == 1 ? triple(points) : fmt::format("{} {}", triple(points), components);
}

const char* kind(int components) {
  return components == 1 ? "Scalar" : components == 3 ? "Vector" : "Tensor6";
}

}  // namespace

// Without Precision="8" ParaView reads origin and spacing in single precision.
std::string XdmfSeries::axes() const {
  const bool cells = grid_.centring == Centring::cell;
  Index3 nodes = grid_.points;
  Vec3 origin = grid_.origin, spacing = grid_.spacing;
  for (int d = 0; d < 3; ++d) {
    if (d >= grid_.dimensions) spacing[d] = 1;
    if (!cells) continue;
    nodes[d] += 1;
    origin[d] -= 0.5 * spacing[d];
  }
  const auto item = [](const Vec3& v) {
    return fmt::format(
        "          <DataItem Dimensions=\"3\" NumberType=\"Float\" Precision=\"8\" "
        "Format=\"XML\">{} {} {}</DataItem>\n",
        v.z, v.y, v.x);
  };
  return fmt::format("        <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"{}\"/>\n",
                     triple(nodes)) +
         "        <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n" + item(origin) + item(spacing) +
         "        </Geometry>\n";
}

void XdmfSeries::add(long iteration, Real time, const std::vector<XdmfField>& fields) {
  steps_ +=
      fmt::format(
          "      <Grid Name=\"it{:06}\" GridType=\"Uniform\">\n        <Time Value=\"{}\"/>\n",
          iteration, time) +
      axes();
  const char* centre = grid_.centring == Centring::cell ? "Cell" : "Node";
  for (const XdmfField& field : fields)
    steps_ += fmt::format(
        "        <Attribute Name=\"{0}\" AttributeType=\"{6}\" Center=\"{1}\">\n"
        "          <DataItem Dimensions=\"{2}\" NumberType=\"Float\" Precision=\"{3}\" "
        "Format=\"HDF\">"
        "{4}:{5}</DataItem>\n"
        "        </Attribute>\n",
        field.name, centre, shape(grid_.points, field.components), single_ ? 4 : 8, field.file,
        field.dataset, kind(field.components));
  steps_ += "      </Grid>\n";
}

std::string XdmfSeries::text() const {
  return "<?xml version=\"1.0\"?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n"
         "    <Grid Name=\"series\" GridType=\"Collection\" CollectionType=\"Temporal\">\n" +
         steps_ + "    </Grid>\n  </Domain>\n</Xdmf>\n";
}

}  // namespace cardon
