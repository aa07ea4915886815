// SPDX-License-Identifier: Apache-2.0
#include <cardon/services/expression_function.hpp>
#include <cmath>

#include "parameters/formula.hpp"

namespace cardon {

// The parser holds the addresses of x ... t, so this never moves.
struct ExpressionFunction::Compiled {
  double x = 0, y = 0, z = 0, r = 0, t = 0;
  bool uses_r = false;
  bool uses_position = false, uses_time = false;
  std::unique_ptr<mu::Parser> parser;

  FormulaMistake compile(const std::string& text, const Constants& constants) {
    FormulaMistake mistake;
    parser = compile_formula(text, {{"x", &x}, {"y", &y}, {"z", &z}, {"r", &r}, {"t", &t}},
                             constants, mistake);
    if (!parser) return mistake;
    const auto used = parser->GetUsedVar();
    uses_r = used.count("r") > 0;
    uses_time = used.count("t") > 0;
    uses_position = used.size() > (uses_time ? 1 : 0);
    // GetUsedVar makes muParser forget its byte code; the first evaluation builds it again.
    parser->Eval();
    return mistake;
  }
};

namespace {

Problem problem_of(const FormulaMistake& mistake, const std::string& text, const std::string& name,
                   const Location& where, int text_column) {
  Problem problem;
  problem.slug = "parameter/expression";
  problem.message = name + ": " + mistake.message;
  problem.where = where;
  problem.hint = mistake.hint;
  if (mistake.position >= 0 && text_column > 0) {
    problem.where.column = text_column + mistake.position;
    problem.where.length = mistake.length;
  } else {
    problem.notes.push_back("in the formula " + text);
  }
  return problem;
}

}  // namespace

ExpressionFunction::ExpressionFunction(const std::string& text, const Constants& constants,
                                       const std::string& name, const Location& where,
                                       int text_column)
    : text_(text), constants_(constants), compiled_(std::make_unique<Compiled>()) {
  const FormulaMistake mistake = compiled_->compile(text_, constants_);
  if (!compiled_->parser) throw Error(problem_of(mistake, text, name, where, text_column));
  if (!uses_position() && !uses_time()) constant_ = compiled_->parser->Eval();
}

ExpressionFunction::ExpressionFunction(const ExpressionFunction& other)
    : text_(other.text_),
      constants_(other.constants_),
      compiled_(std::make_unique<Compiled>()),
      constant_(other.constant_) {
  compiled_->compile(text_, constants_);
}

ExpressionFunction& ExpressionFunction::operator=(const ExpressionFunction& other) {
  ExpressionFunction copy(other);
  return *this = std::move(copy);
}

ExpressionFunction::ExpressionFunction(ExpressionFunction&&) noexcept = default;
ExpressionFunction& ExpressionFunction::operator=(ExpressionFunction&&) noexcept = default;
ExpressionFunction::~ExpressionFunction() = default;

Real ExpressionFunction::operator()(Real x, Real y, Real z, Real t) const {
  Compiled& c = *compiled_;
  c.x = x;
  c.y = y;
  c.z = z;
  c.t = t;
  if (c.uses_r) c.r = std::sqrt(x * x + y * y + z * z);
  return c.parser->Eval();
}

bool ExpressionFunction::uses_position() const { return compiled_->uses_position; }
bool ExpressionFunction::uses_time() const { return compiled_->uses_time; }

}  // namespace cardon
