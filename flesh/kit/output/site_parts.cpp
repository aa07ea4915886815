// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/kit/output_names.hpp>
#include <cardon/kit/site_parts.hpp>
#include <cardon/thorn/error.hpp>
#include <system_error>

#include "output/gather.hpp"
#include "output/write_behind.hpp"

namespace cardon {
namespace {

bool is_there(const std::filesystem::path& file) {
  std::error_code unknown;
  return std::filesystem::exists(file, unknown);
}

}  // namespace

std::vector<int> SiteParts::owners(const Snapshot& snapshot, const Box& box) const {
  if (snapshot.sites.size() != sites_.names.size())
    throw Bug("outputs: the boxes of the sites are not known");
  std::vector<int> owners;
  for (std::size_t site = 0; site < snapshot.sites.size(); ++site)
    if (!intersect(box, snapshot.sites[site]).empty()) owners.push_back(int(site));
  return owners;
}

std::vector<std::string> SiteParts::names(const std::vector<int>& owners) const {
  std::vector<std::string> names;
  for (const int site : owners) names.push_back(sites_.names[std::size_t(site)]);
  return names;
}

SiteParts::Path SiteParts::part(const Path& whole, const std::string& site) const {
  return whole.parent_path() / (whole.stem().string() + "." + site + extension_);
}

void SiteParts::write_each(const OutputSetup& setup, const Snapshot& snapshot, const Box& box,
                           const Naming& naming,
                           const std::function<Writer(const GridFunction& field)>& writer,
                           std::size_t& bytes) {
  const std::vector<int> owners = this->owners(snapshot, box);
  const Box& site = snapshot.sites[std::size_t(sites_.own)];
  for (const FieldView& view : snapshot.fields) {
    Share share{.own = intersect(box, site), .owners = owners, .site = site};
    share.whole = setup.folder / naming.folder /
                  fmt::format("{}.{}.{}{}", identifier(*setup.program, *view.field), naming.shape,
                              iteration_text(snapshot.iteration), naming.extension);
    if (!share.own.empty()) share.values = gather(view, share.own, *sites_.transport);
    const std::size_t held = share.values.size() * sizeof(Real);
    write_behind(setup, held,
                 [this, share = std::move(share), write = writer(*view.field), &bytes]() mutable {
                   const Path whole = share.whole;
                   const std::vector<int> owners = share.owners;
                   if (!share.own.empty()) bytes += write(std::move(share));
                   if (owners.size() > 1) expect(whole, owners);
                 });
  }
  write_behind(setup, 0, [this, &bytes] { bytes += join(); });
}

void SiteParts::expect(const Path& whole, const std::vector<int>& owners) {
  const bool sees_all = std::all_of(owners.begin(), owners.end(),
                                    [this](int site) { return sites_.shared[std::size_t(site)]; });
  if (transport_->rank() != 0 || !sees_all) return;
  Expected expected{whole, {}};
  for (const std::string& site : names(owners)) expected.parts.push_back(part(whole, site));
  expected_.push_back(std::move(expected));
}

std::size_t SiteParts::join() {
  std::size_t bytes = 0;
  for (auto next = expected_.begin(); next != expected_.end();) {
    const auto one = next++;
    if (!std::all_of(one->parts.begin(), one->parts.end(), is_there)) continue;
    bytes += join_(one->parts, one->whole);
    std::error_code ignored;
    for (const Path& part : one->parts) std::filesystem::remove(part, ignored);
    expected_.erase(one);
  }
  return bytes;
}

std::size_t SiteParts::close() {
  if (sites_.names.size() < 2) return 0;
  transport_->all_gather({});
  std::size_t bytes = 0;
  collective_or_throw(*transport_, [&] { bytes = join(); });
  return bytes;
}

}  // namespace cardon
