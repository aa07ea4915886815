// SPDX-License-Identifier: Apache-2.0
#include "check/probe_findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "check/declaration_text.hpp"
#include "fields/level_text.hpp"

namespace cardon {
namespace {

std::string offset_text(const Index3& o) { return fmt::format("({}, {}, {})", o[0], o[1], o[2]); }

std::string others_text(const std::vector<Index3>& offsets, std::size_t told) {
  constexpr std::size_t shown = 4;
  std::string text;
  for (std::size_t n = 0, listed = 0; n < offsets.size() && listed < shown; ++n)
    if (n != told) {
      text += (listed ? ", " : "") + offset_text(offsets[n]);
      ++listed;
    }
  const std::size_t left = offsets.size() > 1 + shown ? offsets.size() - 1 - shown : 0;
  return text + (left ? fmt::format(" and {} more", left) : "");
}

std::size_t farthest(const std::vector<Index3>& offsets) {
  const auto reach = [](const Index3& o) {
    return std::max({std::abs(o[0]), std::abs(o[1]), std::abs(o[2])});
  };
  const auto is_nearer = [&](const Index3& a, const Index3& b) { return reach(a) < reach(b); };
  return std::size_t(std::max_element(offsets.begin(), offsets.end(), is_nearer) - offsets.begin());
}

Problem beyond_stencil(const TaskFindings& f, const SlotFindings& s) {
  const std::size_t told = farthest(s.beyond);
  Index3 needed = s.declared;
  for (const Index3& o : s.beyond)
    for (int d = 0; d < 3; ++d) needed[d] = std::max(needed[d], std::abs(o[d]));
  const std::string declared = stencil_text(s.declared, f.program->grid.dimensions);
  Problem p;
  p.slug = "schedule/stencil";
  p.message = fmt::format("{} reads {} at offset {}, but declares {}", f.task->plain_name(),
                          field_text(*s.binding), offset_text(s.beyond[told]),
                          declared.empty() ? "a read at the point only" : declared);
  if (s.reads == false)
    p.message =
        fmt::format("{} reads {} at offset {}, but declares no read of it", f.task->plain_name(),
                    field_text(*s.binding), offset_text(s.beyond[told]));
  if (s.beyond.size() > 1) p.notes.push_back("also at offsets " + others_text(s.beyond, told));
  p.help = "declare " + reads_text(f, s, needed);
  if (f.at_face) p.help = "boundaries read along the normal only, up to the stencil of reads()";
  return p;
}

Problem strayed_write(const TaskFindings& f, const SlotFindings& s) {
  Problem p;
  p.slug = "schedule/write-offset";
  p.message = fmt::format("{} writes {} at offset {}; a task writes at its point only",
                          f.task->plain_name(), field_text(*s.binding), offset_text(s.strayed[0]));
  if (s.strayed.size() > 1) p.notes.push_back("also at offsets " + others_text(s.strayed, 0));
  p.help = "compute each value at the point where it belongs, from values that reads() declares";
  return p;
}

Problem own_write(const TaskFindings& f, const SlotFindings& s) {
  Problem p;
  p.slug = "schedule/undeclared";
  p.message = fmt::format("{} uses the value that {} had before, but declares only to write it",
                          f.task->plain_name(), field_text(*s.binding));
  p.notes.push_back("without a declared read the old value may be missing");
  p.help = fmt::format("declare reads({}) as well", declaration_text(f, *s.binding));
  return p;
}

Problem undeclared_scalar(const TaskFindings& f, const std::string& scalar) {
  Problem p;
  p.slug = "schedule/undeclared";
  p.message = fmt::format("{} reduces {}, which it does not declare", f.task->plain_name(), scalar);
  p.help = f.at_face
               ? "a boundary reduces nothing: reduce the scalar in a task that reads the fields"
               : fmt::format("declare reduces({})", scalar.substr(scalar.rfind(':') + 1));
  return p;
}

Problem impure(const TaskFindings& f) {
  Problem p;
  p.slug = "schedule/impure";
  p.message =
      fmt::format("{} gave two different results for the same values", f.task->plain_name());
  p.notes.push_back(
      "a task may be called any number of times for a point, on any rank: its result may depend "
      "only on fields, parameters, position and time");
  p.help = "remove static variables and random numbers from the task";
  return p;
}

Problem knows_storage(const TaskFindings& f) {
  Problem p;
  p.slug = "schedule/storage-index";
  p.message =
      fmt::format("{} gives a different result for the copy of a point beyond a periodic face",
                  f.task->plain_name());
  p.notes = {
      "p.a, p.b and p.c are positions in the storage of a block, which differ between copies"};
  p.help = "use coordinates, or p.i(), p.j(), p.k() to see whether a point is at a face";
  return p;
}

Problem knows_region(const TaskFindings& f) {
  Problem p;
  p.slug = "schedule/region";
  p.message = fmt::format("{} gives a different result when it is called for more points at once",
                          f.task->plain_name());
  p.notes = {"the region of a call follows from the decomposition"};
  p.help =
      "use the region's bounds for loops only, and coordinates for what depends on the position";
  return p;
}

Problem warning(const std::string& slug, std::string message, std::string help) {
  return {.slug = slug, .message = std::move(message), .help = std::move(help)};
}

/// The bits are the same in all decompositions, so it is no error.
Problem knows_index(const TaskFindings& f) {
  Problem p = warning(
      "schedule/index",
      fmt::format(
          "{} gives a different result at the same position if points are numbered differently",
          f.task->plain_name()),
      "use coordinates for what depends on the position: p.x(), in C and Fortran cardon_x()");
  p.notes = {"with another resolution or a larger domain its result would differ"};
  return p;
}

/// The components that one declaration of a read covers: it must fit all of them.
struct JoinedReads {
  SlotFindings findings;
  std::string field;
  void join(const SlotFindings& other) {
    findings.used_at_all = findings.used_at_all || other.used_at_all;
    for (int d = 0; d < 3; ++d) {
      findings.used[d] = std::max(findings.used[d], other.used[d]);
      findings.declared[d] = std::max(findings.declared[d], other.declared[d]);
    }
  }
};

std::vector<JoinedReads> joined_reads(const TaskFindings& f) {
  std::vector<JoinedReads> all;
  for (const SlotFindings& s : f.slots) {
    if (!s.reads) continue;
    const std::string group = level_text(group_name(f, *s.binding), s.binding->declared_level);
    const auto same = [&](const JoinedReads& j) {
      const Binding& b = *j.findings.binding;
      return level_text(group_name(f, b), b.declared_level) == group;
    };
    const auto found = std::find_if(all.begin(), all.end(), same);
    if (found == all.end()) {
      all.push_back({s, field_text(*s.binding)});
    } else {
      found->join(s);
      found->field = group;
    }
  }
  return all;
}

void append_read_warning(const TaskFindings& f, const JoinedReads& read,
                         std::vector<Problem>& warnings) {
  const SlotFindings& s = read.findings;
  const std::string task = f.task->plain_name();
  const std::string& field = read.field;
  const int dimensions = f.program->grid.dimensions;
  if (!s.used_at_all) {
    warnings.push_back(
        warning("schedule/unused",
                fmt::format("{} declares to read {}, but was not seen to use it", task, field),
                fmt::format("remove {} from reads(): it costs an exchange",
                            declaration_text(f, *s.binding))));
  } else if (s.used != s.declared) {
    const std::string used = stencil_text(s.used, dimensions);
    warnings.push_back(warning("schedule/wide-stencil",
                               fmt::format("{} declares {} for {}, but was seen to use {}", task,
                                           stencil_text(s.declared, dimensions), field,
                                           used.empty() ? "the point only" : used + " only"),
                               fmt::format("declare {}: a smaller stencil needs fewer ghost zones",
                                           reads_text(f, s, s.used))));
  }
}

bool is_initial(const Task& task) { return task.bin == Bin::initial; }

/// Initial data of a field that is advanced.
bool is_start(const TaskFindings& f, const Binding& b) {
  return is_initial(*f.task) && !f.at_face && b.declared_level >= 0 &&
         f.program->fields[std::size_t(b.field)].is_advanced();
}

/// Right-hand sides, next levels and initial data have no old value that could be kept.
std::string left_alone_help(const TaskFindings& f, const Binding& b) {
  if (is_start(f, b)) return "write it at every point of the region, or let another task write it";
  if (b.declared_level < 0) return "write it everywhere";
  return fmt::format("write it everywhere, or declare reads({}) so that the old value is kept",
                     declaration_text(f, b));
}

/// No component can be taken out of a declaration of which others are written.
bool others_are_written(const TaskFindings& f, const SlotFindings& slot) {
  const std::string group = declaration_text(f, *slot.binding);
  return std::any_of(f.slots.begin(), f.slots.end(), [&](const SlotFindings& s) {
    return s.writes && !s.never_written && declaration_text(f, *s.binding) == group;
  });
}

/// Impure tasks and those that write elsewhere are not looked at any further.
bool has_seen_writes(const TaskFindings& f) {
  return !f.impure && std::all_of(f.slots.begin(), f.slots.end(),
                                  [](const SlotFindings& s) { return s.strayed.empty(); });
}

/// Whether another task writes the level, too, perhaps at the other points. Only tasks of Initial
/// add to initial data.
bool is_shared(const TaskFindings& f, const Binding& written) {
  const auto same = [&](const Binding& b) {
    return b.writes && b.field == written.field && b.declared_level == written.declared_level;
  };
  return std::any_of(f.program->tasks.begin(), f.program->tasks.end(), [&](const Task& task) {
    return task.kind == Task::compute && task.function && is_initial(task) == is_initial(*f.task) &&
           task.plain_name() != f.task->plain_name() &&
           std::any_of(task.bindings.begin(), task.bindings.end(), same);
  });
}

/// Right-hand sides, next levels and initial data hold nothing before they are written. Who reads
/// them, too, adds to what another task has written, perhaps with values or at points that were not
/// tried.
bool is_missing_write(const TaskFindings& f, const SlotFindings& s) {
  const Binding& b = *s.binding;
  return has_seen_writes(f) && s.writes && !s.reads && s.never_written &&
         (b.declared_level < 0 || (is_start(f, b) && !is_shared(f, b)));
}

/// The same at some points only. Values that do not occur, such as a negative density, do not
/// count.
bool is_partial_write(const TaskFindings& f, const SlotFindings& s) {
  const Binding& b = *s.binding;
  return has_seen_writes(f) && s.writes && !s.reads && !s.never_written &&
         s.left_alone_at_plain_values && (b.declared_level < 0 || is_start(f, b)) &&
         !is_shared(f, b);
}

/// Who reads what it writes keeps the old value, and another task may write it at all points.
bool is_left_to_nobody(const TaskFindings& f, const SlotFindings& s) {
  return has_seen_writes(f) && !f.at_face && !s.reads && !is_shared(f, *s.binding);
}

/// Declarations of which nothing was written, each once: those whose values nobody else provides,
/// or the others.
std::vector<std::string> unwritten_declarations(const TaskFindings& f, bool left_to_nobody) {
  std::vector<std::string> names;
  for (const SlotFindings& s : f.slots) {
    if (!s.writes || !s.never_written || is_missing_write(f, s) || others_are_written(f, s) ||
        is_left_to_nobody(f, s) != left_to_nobody)
      continue;
    const std::string name = level_text(group_name(f, *s.binding), s.binding->declared_level);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

/// One for all: a task that leaves out one field because of a parameter often leaves out many.
void append_unwritten(const TaskFindings& f, bool left_to_nobody, std::vector<Problem>& problems) {
  const std::vector<std::string> names = unwritten_declarations(f, left_to_nobody);
  if (names.empty()) return;
  const bool single = names.size() == 1;
  const std::string others =
      names.size() > 2 ? fmt::format(" and {} other fields", names.size() - 1) : "";
  problems.push_back(warning(
      "schedule/unwritten",
      fmt::format("{} declares to write {}{}, but left {} alone", f.task->plain_name(),
                  others.empty() ? fmt::format("{}", fmt::join(names, " and ")) : names.front(),
                  others, single ? "it" : "them"),
      fmt::format("write {0}, or remove {0} from writes(), or give the task a condition, when(), "
                  "if it is not needed with these parameters",
                  single ? names.front() : "them")));
}

Problem unreduced(const TaskFindings& f, const std::string& scalar) {
  return {.slug = "schedule/unreduced",
          .message =
              fmt::format("{} declares to reduce {}, but does not", f.task->plain_name(), scalar),
          .notes = {"it was called for the whole grid, with several values and times"},
          .help = fmt::format("reduce it at every point, or do not declare {}, or give the task a "
                              "condition, when(), if it is not needed with these parameters",
                              scalar.substr(scalar.rfind(':') + 1))};
}

/// What a scalar decides is not known before the run.
bool is_surely_unreduced(const TaskFindings& f) { return f.task->reads_scalars.empty(); }

std::string left_alone_text(const TaskFindings& f, const SlotFindings& s) {
  return fmt::format("{} declares to write {}, but leaves it alone at some points",
                     f.task->plain_name(), field_text(*s.binding));
}

Problem missing_write(const TaskFindings& f, const SlotFindings& s) {
  return {.slug = "schedule/unwritten",
          .message = s.never_written ? fmt::format("{} declares to write {}, but does not",
                                                   f.task->plain_name(), field_text(*s.binding))
                                     : left_alone_text(f, s),
          .notes = {f.task->bin == Bin::evolve ? "it would hold old values, or NaN"
                                               : "it would hold NaN"},
          .help = left_alone_help(f, *s.binding)};
}

}  // namespace

void append_errors(const TaskFindings& f, std::vector<Problem>& errors) {
  if (f.impure) errors.push_back(impure(f));
  if (f.knows_storage) errors.push_back(knows_storage(f));
  if (f.knows_region) errors.push_back(knows_region(f));
  for (const SlotFindings& s : f.slots) {
    if (!s.beyond.empty()) errors.push_back(beyond_stencil(f, s));
    if (!s.strayed.empty()) errors.push_back(strayed_write(f, s));
    if (s.reads_own_write) errors.push_back(own_write(f, s));
    if (is_missing_write(f, s) || is_partial_write(f, s)) errors.push_back(missing_write(f, s));
  }
  append_unwritten(f, true, errors);
  for (const std::string& scalar : f.undeclared_scalars)
    errors.push_back(undeclared_scalar(f, scalar));
  for (const std::string& scalar : f.unreduced_scalars)
    if (is_surely_unreduced(f)) errors.push_back(unreduced(f, scalar));
}

void append_warnings(const TaskFindings& f, std::vector<Problem>& warnings) {
  if (f.impure) return;
  const std::string task = f.task->plain_name();
  if (f.knows_index) warnings.push_back(knows_index(f));
  for (const JoinedReads& read : joined_reads(f)) append_read_warning(f, read, warnings);
  append_unwritten(f, false, warnings);
  for (const SlotFindings& s : f.slots) {
    if (is_missing_write(f, s) || is_partial_write(f, s)) continue;
    const bool component = s.writes && s.never_written && others_are_written(f, s);
    if (component)
      warnings.push_back(warning(
          "schedule/unwritten",
          fmt::format("{} declares to write {}, but left it alone", task, field_text(*s.binding)),
          left_alone_help(f, *s.binding)));
    else if (s.left_alone && !(s.writes && s.never_written))
      warnings.push_back(
          warning("schedule/unwritten", left_alone_text(f, s), left_alone_help(f, *s.binding)));
  }
  for (const std::string& scalar : f.unreduced_scalars)
    if (!is_surely_unreduced(f)) warnings.push_back(unreduced(f, scalar));
}

}  // namespace cardon
