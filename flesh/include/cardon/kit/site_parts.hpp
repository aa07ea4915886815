// SPDX-License-Identifier: Apache-2.0
// What every site writes of something that reaches over several sites.
#pragma once
#include <cardon/services/output.hpp>
#include <filesystem>
#include <functional>
#include <list>
#include <span>
#include <string>
#include <vector>

namespace cardon {

/// Each site writes its part to a file of its own, so that no value leaves it. Where rank 0 sees
/// the files of all sites it makes one file of them, as soon as they are there; elsewhere `cardon
/// gather` does.
class SiteParts {
 public:
  using Path = std::filesystem::path;  ///< of a file
  /// Makes the whole of its parts; returns its size in bytes.
  using Join = std::function<std::size_t(std::span<const Path> parts, const Path& whole)>;

  SiteParts() = default;
  /// `extension` of the files of parts: ".slice".
  SiteParts(const OutputSetup& setup, std::string extension, Join join)
      : transport_(setup.transport),
        sites_(setup.sites),
        extension_(std::move(extension)),
        join_(std::move(join)) {}

  /// How the files of a snapshot are called: slices/phi.xy.it000400.png.
  struct Naming {
    std::string folder;     ///< "slices"
    std::string shape;      ///< "xy"
    std::string extension;  ///< ".png"
  };
  /// What a site has of a field.
  struct Share {
    Path whole;                ///< file of the points of all sites
    Box own;                   ///< points of this site
    std::vector<int> owners;   ///< sites that have points; one: the share is the whole
    std::vector<Real> values;  ///< of `own`, x fastest
    Box site;                  ///< points of the site, in the box or not
  };
  /// Writes a share, or the whole; returns the bytes.
  using Writer = std::function<std::size_t(Share share)>;
  /// Has the points that lie in a box written for every field of a snapshot, behind the steps, and
  /// joins shares. `writer` is called at once for each field; what it returns is called on the
  /// first rank of a site that has such points. Adds to `bytes` what was written. Collective over
  /// the site.
  void write_each(const OutputSetup& setup, const Snapshot& snapshot, const Box& box,
                  const Naming& naming,
                  const std::function<Writer(const GridFunction& field)>& writer,
                  std::size_t& bytes);
  /// Names of these sites.
  std::vector<std::string> names(const std::vector<int>& owners) const;
  /// slices/phi.xy.it000400.a.slice, the part of site a of slices/phi.xy.it000400.png.
  Path part(const Path& whole, const std::string& site) const;
  /// Joins the last ones, when all sites have written them. Collective over all ranks, once.
  std::size_t close();

 private:
  /// The sites that have points of a box, in the order of the chain.
  std::vector<int> owners(const Snapshot& snapshot, const Box& box) const;
  /// A whole that several sites write in this step.
  void expect(const Path& whole, const std::vector<int>& owners);
  /// Joins, on rank 0, every file that has all its parts, and removes the parts. Returns the bytes
  /// written. Throws what Join does, Error "output/write-failed".
  std::size_t join();
  struct Expected {
    Path whole;
    std::vector<Path> parts;
  };
  Transport* transport_ = nullptr;
  OutputSites sites_;
  std::string extension_;
  Join join_;
  std::list<Expected> expected_;  // on rank 0
};

/// An output that is written in parts of sites. open() has to set `setup_` and `parts_`.
class PartedOutput : public Output {
 public:
  void close() override { bytes_ += parts_.close(); }
  std::size_t bytes_written() const override { return bytes_; }

 protected:
  /// As SiteParts::write_each().
  void write_each(const Snapshot& snapshot, const Box& box, const SiteParts::Naming& naming,
                  const std::function<SiteParts::Writer(const GridFunction& field)>& writer) {
    parts_.write_each(setup_, snapshot, box, naming, writer, bytes_);
  }

  OutputSetup setup_;  ///< of this run
  SiteParts parts_;    ///< of the files that are being written

 private:
  std::size_t bytes_ = 0;
};

}  // namespace cardon
