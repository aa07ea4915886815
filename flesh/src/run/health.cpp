// SPDX-License-Identifier: Apache-2.0
#include "run/health.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/finite.hpp"
#include "cardon/error.hpp"

namespace cardon {

Health::Health(const Program& program, Driver& driver, Transport& transport, long every)
    : program_(program), driver_(driver), transport_(transport), every_(every) {}

std::optional<Health::Finding> Health::look() const {
  for (const GridFunction& f : program_.fields) {
    if (f.internal || f.role != Role::evolved) continue;
    std::optional<NotFinite> first;
    for (const FieldPiece& piece : driver_.view(f.id, 0).pieces) {
      const Real* corner = piece.row(piece.box.lo[1], piece.box.lo[2]) + piece.box.lo[0];
      first = first_of(first, find_not_finite(corner, piece.box, piece.sy, piece.sz));
    }
    if (first) return Finding{f.id, transport_.rank(), first->index, first->value};
  }
  return std::nullopt;
}

std::optional<Health::Finding> Health::agree(const std::optional<Finding>& mine) const {
  std::vector<std::byte> bytes(mine ? sizeof(Finding) : 0);
  if (mine) std::memcpy(bytes.data(), &*mine, sizeof(Finding));
  std::optional<Finding> first;
  for (const std::vector<std::byte>& theirs : transport_.all_gather(bytes)) {
    if (theirs.size() != sizeof(Finding)) continue;
    Finding f;
    std::memcpy(&f, theirs.data(), sizeof(Finding));
    if (!first || f.field < first->field ||
        (f.field == first->field && precedes(f.index, first->index)))
      first = f;
  }
  return first;
}

void Health::check(long iteration, Real time) {
  if (const auto finding = agree(look())) stop(*finding, iteration, time);
  last_good_ = iteration;
}

/// The last task of the step (of the initial tasks at iteration 0) that writes the point: on
/// boundary points that is a boundary task.
const Task* Health::last_writer(const Finding& finding, long iteration) const {
  const bool inside = program_.grid.interior().contains(finding.index);
  const Task* writer = nullptr;
  for (int id : iteration == 0 ? program_.initial : program_.step) {
    const Task& task = program_.tasks[std::size_t(id)];
    if (task.kind == Task::boundary) {
      const auto& fields = task.fields;
      if (!inside && std::find(fields.begin(), fields.end(), finding.field) != fields.end())
        writer = &task;
      continue;
    }
    if (!inside && task.region == Region::interior) continue;
    for (const Binding& b : task.bindings)
      if (b.writes && b.field == finding.field && b.level <= 0) writer = &task;
  }
  return writer;
}

void Health::stop(const Finding& finding, long iteration, Real time) const {
  const GridFunction& f = program_.fields[std::size_t(finding.field)];
  const Grid& g = program_.grid;
  std::string index, place;
  for (int d = 0; d < g.dimensions; ++d) {
    const int i = finding.index[std::size_t(d)];
    index += fmt::format("{}{}", d ? ", " : "", i);
    place += fmt::format("{}{:.6g}", d ? ", " : "", g.coordinate(d, i));
  }
  const Task* writer = last_writer(finding, iteration);
  Problem p;
  p.slug = "health/not-finite";
  p.message =
      fmt::format("{} in {} at iteration {}, time {:.6g} s",
                  std::isnan(finding.value) ? "NaN" : "infinity", f.full_name(), iteration, time);
  p.notes = {fmt::format("first at    point ({}), x = ({}) m, rank {}", index, place, finding.rank),
             fmt::format("written by  {}", writer ? writer->name : "no task of this step"),
             last_good_ < 0 ? std::string("no earlier check found all fields finite")
                            : fmt::format("last good   iteration {}", last_good_)};
  if (iteration == 0)
    p.help = "look at the initial data";
  else if (writer && writer->kind == Task::boundary)
    p.help =
        "look at the values given with grid.boundary; health.every: 1 finds the first bad step";
  else
    p.help = fmt::format(
        "a smaller time.courant (the step was {:.6g} s); health.every: 1 finds the first bad step",
        program_.dt);
  throw Error(p, exit_health);
}

}  // namespace cardon
