// SPDX-License-Identifier: Apache-2.0
// The functions of thorn.h by which tasks read, set and reduce scalars.
#include <fmt/format.h>

#include <cardon/thorn/error.hpp>
#include <span>
#include <string>
#include <utility>

#include "grid/scalar_sink.hpp"
#include "languages/field_list.hpp"
#include "languages/foreign_call.hpp"

namespace cardon {
namespace {

void check_row(const cardon_block* block, std::string_view scalar, int j, int k) {
  const int row[] = {j, k};
  for (int d = 1; d < 3; ++d)
    if (row[d - 1] < block->lo[d] || row[d - 1] >= block->hi[d])
      throw Error(Problem{
          .slug = "thorn/row",
          .message = fmt::format("{} reduces the row ({}, {}) into {}, but it is called for rows "
                                 "from ({}, {}) to ({}, {})",
                                 context_of(block).task, j, k, scalar, block->lo[1], block->lo[2],
                                 block->last[1], block->last[2]),
          .help = "reduce the rows of the region, by their global indices"});
}

[[noreturn]] void wrong_row(const cardon_block* block, std::string_view scalar,
                            const std::string& what) {
  throw Error(Problem{
      .slug = "thorn/row",
      .message = fmt::format("{} reduces {} into {}, but a row of its region has {} points",
                             context_of(block).task, what, scalar, block->hi[0] - block->lo[0]),
      .help = "give the values of one row of the region, from its first to its last point in x"});
}

void reduce_row(const cardon_block* block, const char* scalar, const double* row, int j, int k) {
  const cardon_call& call = *block->call;
  const BlockContext& context = context_of(block);
  if (call.piece == nullptr || context.scalars == nullptr)
    throw Error(Problem{
        .slug = "schedule/undeclared",
        .message =
            fmt::format("{} reduces {}, which it does not declare",
                        context.task.empty() ? context.thorn : context.task, text_of(scalar)),
        .help =
            "name the scalar in what a task reduces; step limits, boundaries and tasks that set "
            "scalars cannot reduce"});
  check_row(block, text_of(scalar), j, k);
  if (row == nullptr) wrong_row(block, text_of(scalar), "a null pointer");
  const int* shift = call.piece->frame.shift;
  Box wanted = call.piece->box;
  for (const int d : {1, 2}) {
    wanted.lo[d] = (d == 1 ? j : k) - shift[d];
    wanted.hi[d] = wanted.lo[d] + 1;
  }
  wanted = intersect(intersect(wanted, call.piece->box), context.owned);
  if (wanted.empty()) return;
  const int first = wanted.lo[0] + shift[0];
  context.scalars->add_row(context.thorn, text_of(scalar),
                           std::span(row + (first - block->lo[0]), std::size_t(wanted.extent(0))),
                           {first, j, k}, context.step);
}

[[noreturn]] void wrong_scalar(const cardon_block* block, std::string message, std::string help) {
  throw Error(Problem{.slug = "thorn/scalar",
                      .message = fmt::format("{} {}", context_of(block).task, message),
                      .help = std::move(help)});
}

// "mass" or "lagged(mass, 2)"; `verb` says what is asked for.
ScalarRef read_scalar(const cardon_block* block, const ScalarUse& use, std::string_view verb) {
  if (use.is_rate)
    wrong_scalar(
        block, fmt::format("{} rhs({}), a time derivative, which is only set", verb, use.name),
        fmt::format("ask for {0}, or keep the derivative in a scalar of its own", use.name));
  return ScalarRef(use.name, use.lag);
}

}  // namespace
}  // namespace cardon

using namespace cardon;

double cardon_get_scalar(const cardon_block* block, const char* scalar) {
  double value = 0;
  succeeds(block, [&] {
    const ScalarUse use = parse_scalar(text_of(scalar));
    value = block->call->block.value(read_scalar(block, use, "asks for the value of"));
  });
  return value;
}

void cardon_set_scalar(const cardon_block* block, const char* scalar, double value) {
  succeeds(block, [&] {
    const ScalarUse use = parse_scalar(text_of(scalar));
    if (use.lag > 0)
      wrong_scalar(block,
                   fmt::format("sets {} of {} steps before, which is only read", use.name, use.lag),
                   fmt::format("set {}", use.name));
    ScalarRef ref(use.name);
    ref.is_rate = use.is_rate;
    block->call->block.set(ref, value);
  });
}

void cardon_get_position(const cardon_block* block, const char* scalar, double position[3]) {
  Vec3 found;
  succeeds(block, [&] {
    const ScalarUse use = parse_scalar(text_of(scalar));
    found = block->call->block.position(read_scalar(block, use, "asks for the position of"));
  });
  for (int d = 0; d < 3; ++d) position[d] = found[d];
}

void cardon_reduce(const cardon_block* block, const char* scalar, const double* row, int j, int k) {
  succeeds(block, [&] { reduce_row(block, scalar, row, j, k); });
}

void cardon_reduce_row(const cardon_block* block, const char* scalar, const double* row, int length,
                       int j, int k) {
  succeeds(block, [&] {
    // Step limits have no rows; reduce_row refuses them in its own words.
    if (block->call->piece && length != block->hi[0] - block->lo[0])
      wrong_row(block, text_of(scalar), fmt::format("a row of {} values", length));
    reduce_row(block, scalar, row, j, k);
  });
}
