// SPDX-License-Identifier: Apache-2.0
#include "parameters/formula.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "base/suggest.hpp"

namespace cardon {
namespace {

constexpr double pi = 3.14159265358979323846;

// muParser would take x=3 as an assignment to x and let a formula change its own arguments.
int assignment_position(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '=') continue;
    const char before = i > 0 ? text[i - 1] : ' ';
    if (i + 1 < text.size() && text[i + 1] == '=') {
      ++i;
    } else if (before != '<' && before != '>' && before != '!') {
      return int(i);
    }
  }
  return -1;
}

std::vector<std::string> known_names(const mu::Parser& parser) {
  std::vector<std::string> names;
  for (const auto& [name, address] : parser.GetVar()) names.push_back(name);
  for (const auto& [name, value] : parser.GetConst())
    if (name[0] != '_') names.push_back(name);
  for (const auto& [name, function] : parser.GetFunDef()) names.push_back(name);
  return names;
}

std::string variable_list(const FormulaVariables& variables, const FormulaConstants& constants) {
  std::string list;
  for (const auto& variable : variables) list += variable.first + ", ";
  for (const auto& constant : constants) list += constant.first + ", ";
  return list + "pi";
}

std::string plain_message(const mu::ParserError& error) {
  switch (error.GetCode()) {
    case mu::ecUNEXPECTED_EOF:
      return "the formula ends too early";
    case mu::ecMISSING_PARENS:
      return "a closing parenthesis is missing";
    case mu::ecUNEXPECTED_PARENS:
      return "a parenthesis is not expected here";
    case mu::ecUNEXPECTED_OPERATOR:
      return "an operator is not expected here";
    case mu::ecUNEXPECTED_VAL:
      return "a number is not expected here";
    case mu::ecUNEXPECTED_VAR:
      return "a name is not expected here";
    case mu::ecUNEXPECTED_FUN:
      return "a function is not expected here";
    case mu::ecUNEXPECTED_ARG_SEP:
      return "a comma is not expected here";
    case mu::ecTOO_MANY_PARAMS:
      return "too many arguments";
    case mu::ecTOO_FEW_PARAMS:
      return "too few arguments";
    case mu::ecEMPTY_EXPRESSION:
      return "the formula is empty";
    default:
      return error.GetMsg();
  }
}

FormulaMistake mistake_of(const mu::ParserError& error, const std::string& text,
                          const std::vector<std::string>& names, const std::string& variables) {
  const std::string& token = error.GetToken();
  FormulaMistake mistake;
  mistake.position = std::min(int(error.GetPos()), int(text.size()));
  // muParser's position is sometimes behind the token; the token itself is the surer sign.
  if (const std::size_t at = token.empty() ? text.npos : text.find(token); at != text.npos) {
    if (text.compare(std::size_t(mistake.position), token.size(), token) != 0)
      mistake.position = int(at);
    mistake.length = int(token.size());
  }
  if (error.GetCode() != mu::ecUNASSIGNABLE_TOKEN) {
    mistake.message = plain_message(error);
    return mistake;
  }
  // muParser takes a number that it cannot read, or its first digits, for a name.
  const char* start = text.c_str() + mistake.position;
  char* end = nullptr;
  if (std::isinf(std::strtod(start, &end)) && !std::isalpha(std::uint8_t(*start))) {
    mistake.length = int(end - start);
    mistake.message = "this number is too large for a real";
    return mistake;
  }
  const std::size_t name_end =
      token.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
  const std::string name = token.substr(0, name_end);
  if (!name.empty()) mistake.length = int(name.size());
  mistake.message = "unknown name " + (name.empty() ? token : name);
  mistake.hint = did_you_mean(name, names);
  if (mistake.hint.empty())
    mistake.hint = "known here: " + variables + " and functions such as exp";
  return mistake;
}

}  // namespace

std::unique_ptr<mu::Parser> compile_formula(const std::string& text,
                                            const FormulaVariables& variables,
                                            const FormulaConstants& constants,
                                            FormulaMistake& mistake) {
  if (const int at = assignment_position(text); at >= 0) {
    mistake = {"a formula may not assign", "use == to compare", at, 1};
    return nullptr;
  }
  auto parser = std::make_unique<mu::Parser>();
  FormulaConstants used;
  try {
    parser->DefineConst("pi", pi);
    for (const auto& [name, address] : variables) parser->DefineVar(name, address);
    for (const auto& [name, value] : constants) {
      if (name == "pi" || parser->GetVar().count(name) || parser->GetFunDef().count(name)) continue;
      parser->DefineConst(name, value);
      used.emplace_back(name, value);
    }
    parser->SetExpr(text);
    parser->Eval();
    if (parser->GetNumResults() == 1) return parser;
    mistake = {"a formula has one value, not several", "", int(text.find(',')), 1};
  } catch (const mu::ParserError& error) {
    mistake = mistake_of(error, text, known_names(*parser), variable_list(variables, used));
  }
  return nullptr;
}

std::optional<double> evaluate_constant(const std::string& text, FormulaMistake& mistake) {
  const std::unique_ptr<mu::Parser> parser = compile_formula(text, {}, {}, mistake);
  if (!parser) return std::nullopt;
  return parser->Eval();
}

}  // namespace cardon
