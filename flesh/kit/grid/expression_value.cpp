// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cardon/services/expression_function.hpp>
#include <cardon/thorn/expression_value.hpp>

namespace cardon {
namespace {

// One function serves one thread at a time, but kernels (and with them the shared pointer) are
// copied to all threads: every thread therefore evaluates a copy of its own.
struct OwnCopy {
  std::weak_ptr<const ExpressionFunction> original;
  std::unique_ptr<ExpressionFunction> copy;
};

bool same(const std::weak_ptr<const ExpressionFunction>& a,
          const std::shared_ptr<const ExpressionFunction>& b) {
  return !a.owner_before(b) && !b.owner_before(a);
}

const ExpressionFunction& copy_of_this_thread(
    const std::shared_ptr<const ExpressionFunction>& function) {
  thread_local std::array<OwnCopy, 8> copies;
  thread_local std::size_t next = 0;
  for (OwnCopy& own : copies)
    if (own.copy && same(own.original, function)) return *own.copy;
  OwnCopy& own = copies[next++ % copies.size()];
  own.original = function;
  own.copy = std::make_unique<ExpressionFunction>(*function);
  return *own.copy;
}

}  // namespace

bool ExpressionValue::uses_time() const { return function_->uses_time(); }

std::optional<Real> ExpressionValue::constant() const { return function_->constant(); }

Real ExpressionValue::operator()(const Point& p) const {
  if (const std::optional<Real>& constant = function_->constant()) return *constant;
  return copy_of_this_thread(function_)(p.x(), p.y(), p.z(), time_);
}

}  // namespace cardon
