// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/services/node_reading.hpp>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/suggest.hpp"
#include "parameters/formula.hpp"
#include "parameters/problems.hpp"
#include "parameters/quantity.hpp"
#include "parameters/range_text.hpp"
#include "parameters/units.hpp"
#include "parameters/yaml_text.hpp"

namespace cardon {
namespace {

constexpr const char* text_wanted = "text";
constexpr double largest_exact_whole = 9007199254740992.0;  // 2^53

const std::string& scalar_text(const Node& node, const std::string& name,
                               const std::string& wanted) {
  if (node.is_scalar() && !node.text.empty()) return node.text;
  if (node.is_scalar() || node.is_null())
    throw Error(make_problem("parameter/wrong-type", name + " has no value", node.where,
                             "must be " + wanted));
  std::string hint = node.is_list() ? "this is a list" : "this is a map";
  if (node.is_map() && wanted == text_wanted)
    hint += "; text with a colon and a space needs quotes";
  throw Error(make_problem("parameter/wrong-type", name + " must be " + wanted, node.where, hint));
}

void refuse_leading_zero(const Node& node, const std::string& name) {
  if (!has_leading_zero(node.text)) return;
  std::string better = node.text;
  const std::size_t zero = better.find('0');
  better.erase(zero, std::min(better.find_first_not_of('0', zero), better.size() - 1) - zero);
  if (better[zero] == '.') better.insert(zero, "0");
  throw Error(make_problem("parameter/wrong-type", name + ": a number may not start with 0",
                           node.where, "write " + better));
}

// The place of part of a scalar, for the caret.
Location part_of(const Node& node, int position, int length) {
  Location where = node.where;
  if (position >= 0 && node.text_column > 0) {
    where.column = node.text_column + position;
    where.length = length;
  }
  return where;
}

double in_own_unit(const Quantity& quantity, const std::string& unit, const Node& node,
                   const std::string& name) {
  if (quantity.unit.empty() || quantity.unit == unit) return quantity.value;
  const auto from = parse_unit(quantity.unit);
  const auto to = unit.empty() ? UnitScale{} : parse_unit(unit);
  if (from && to && from->powers == to->powers) return convert_unit(quantity.value, *from, *to);
  throw Error(make_problem(
      "parameter/unit",
      name + (unit.empty() ? " has no unit" : " is in " + unit) + ", which " + quantity.unit +
          " cannot be converted to",
      part_of(node, quantity.unit_position, int(quantity.unit.size())),
      unit.empty() ? "leave the unit out" : "use " + unit + " or a unit of the same kind"));
}

Quantity quantity_of(const Node& node, const std::string& name, const std::string& unit,
                     const std::string& wanted) {
  const std::string text = scalar_text(node, name, wanted);
  refuse_leading_zero(node, name);
  QuantityMistake mistake;
  const auto quantity = parse_quantity(text, unit, mistake);
  if (!quantity) {
    throw Error(
        make_problem(mistake.unknown_unit ? "parameter/unit" : "parameter/wrong-type",
                     name + (mistake.unknown_unit ? " has an unknown unit" : " must be " + wanted),
                     part_of(node, mistake.position, mistake.length), mistake.hint));
  }
  if (!std::isfinite(quantity->value))
    throw Error(make_problem("parameter/wrong-type", name + " must be " + wanted, node.where,
                             "this is not finite"));
  return *quantity;
}

void check_range(double value, const Range& range, const std::string& unit, const Node& node,
                 const std::string& name) {
  if (range.contains(value)) return;
  std::string rule = range_text(range);
  if (rule.empty())
    rule = "from " + real_text(range.lower) + " to " + real_text(range.upper);  // the bounds of int
  else if (value > range.upper && range.upper >= std::numeric_limits<int>::max())
    rule += " and at most " + real_text(range.upper);  // not part of the rule, but broken
  throw Error(make_problem("parameter/out-of-range",
                           name + " = " + shown_value(AnyValue(value), unit) + " is out of range",
                           node.where, "must be " + rule + (unit.empty() ? "" : " " + unit)));
}

[[noreturn]] void refuse_whole(const Node& node, const std::string& name, const std::string& hint) {
  throw Error(
      make_problem("parameter/wrong-type", name + " must be a whole number", node.where, hint));
}

}  // namespace

Real read_real(const Node& node, const std::string& name, const std::string& unit,
               const Range& range) {
  const double value =
      in_own_unit(quantity_of(node, name, unit, "a real number"), unit, node, name);
  check_range(value, range, unit, node, name);
  return value;
}

long read_integer(const Node& node, const std::string& name, const Range& range) {
  const std::string text = scalar_text(node, name, "a whole number");
  refuse_leading_zero(node, name);
  long value = 0;
  const std::size_t skip = text[0] == '+' ? 1 : 0;
  const auto [end, failure] = std::from_chars(text.data() + skip, text.data() + text.size(), value);
  if (end != text.data() + text.size()) {
    const Quantity quantity = quantity_of(node, name, "", "a whole number");
    if (!quantity.unit.empty()) refuse_whole(node, name, "leave the unit out");
    if (quantity.value != std::floor(quantity.value))
      refuse_whole(node, name, real_text(quantity.value) + " is not whole");
    if (std::abs(quantity.value) > largest_exact_whole)
      refuse_whole(node, name, "this is too large");
    value = long(quantity.value);
  } else if (failure != std::errc()) {
    refuse_whole(node, name, "this is too large");
  }
  check_range(double(value), range, "", node, name);
  return value;
}

bool read_boolean(const Node& node, const std::string& name) {
  const std::string text = scalar_text(node, name, "true or false");
  if (text == "true") return true;
  if (text == "false") return false;
  const std::vector<std::string> yes = {"yes", "on", "True", "TRUE", "y", "1"};
  const std::vector<std::string> no = {"no", "off", "False", "FALSE", "n", "0"};
  std::string hint = did_you_mean(text, {"true", "false"});
  if (std::find(yes.begin(), yes.end(), text) != yes.end()) hint = "write true";
  if (std::find(no.begin(), no.end(), text) != no.end()) hint = "write false";
  throw Error(
      make_problem("parameter/wrong-type", name + " must be true or false", node.where, hint));
}

std::string read_text(const Node& node, const std::string& name) {
  if (node.is_scalar()) return node.text;
  return scalar_text(node, name, text_wanted);
}

std::string read_keyword(const Node& node, const std::string& name,
                         const std::vector<std::string>& choices) {
  const std::string text = scalar_text(node, name, "a word");
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return text;
  Problem problem = make_problem("parameter/not-a-choice", name + " cannot be " + text, node.where,
                                 did_you_mean(text, choices));
  problem.notes = {"legal values: " + comma_list(choices)};
  throw Error(std::move(problem));
}

Interval read_interval(const Node& node, const std::string& name, const std::string& unit) {
  const std::string wanted =
      "a number of iterations or a time such as 0.2" + (unit.empty() ? "" : ' ' + unit);
  const std::string text = scalar_text(node, name, wanted);
  const Quantity quantity = quantity_of(node, name, unit, wanted);
  const bool in_time = !quantity.unit.empty() || text.find('.') != text.npos;
  const double value = in_own_unit(quantity, unit, node, name);
  check_range(value, positive, in_time ? unit : "", node, name);
  if (in_time) return {0, value, unit};
  if (value != std::floor(value) || value > largest_exact_whole)
    throw Error(make_problem(
        "parameter/wrong-type", name + " must be " + wanted, node.where,
        real_text(value) + " is not a whole number of iterations; add a unit for a time"));
  return {long(value), 0};
}

Problem unknown_key(const Node& member, const std::string& owner,
                    const std::vector<std::string>& legal) {
  Problem problem = make_problem("parameter/unknown", "unknown key " + member.key + " in " + owner,
                                 member.key_where, did_you_mean(member.key, legal));
  problem.notes = {owner + " has: " + comma_list(legal)};
  return problem;
}

}  // namespace cardon
