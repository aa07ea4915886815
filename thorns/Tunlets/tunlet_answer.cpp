// SPDX-License-Identifier: Apache-2.0
#include "tunlet_answer.hpp"

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace cardon {
namespace {

using AnswerJson = nlohmann::json;

std::string dumped(const AnswerJson& json) {
  return json.dump(-1, ' ', false, AnswerJson::error_handler_t::replace);
}

AnswerJson json_of(const AuthoredAction& one) {
  return {one.author, one.action.actuator, one.action.value, one.action.why};
}

AnswerJson json_of(const Problem& p) {
  return {{"slug", p.slug},
          {"message", p.message},
          {"where", {p.where.file, p.where.line, p.where.column, p.where.length, p.where.text}},
          {"hint", p.hint},
          {"notes", p.notes},
          {"help", p.help}};
}

Problem problem_from(const AnswerJson& json) {
  const AnswerJson& where = json["where"];
  return {.slug = json["slug"],
          .message = json["message"],
          .where = {where[0], where[1], where[2], where[3], where[4]},
          .hint = json["hint"],
          .notes = json["notes"].get<std::vector<std::string>>(),
          .help = json["help"]};
}

// An error that is too long loses its last problems, and then all but the message of the first.
std::string text_of(const Error& error) {
  AnswerJson all{{"code", int(error.exit_code())}, {"problems", AnswerJson::array()}};
  for (const Problem& problem : error.problems()) {
    all["problems"].push_back(json_of(problem));
    if (dumped(all).size() <= TunletAnswer::max_bytes) continue;
    all["problems"].erase(all["problems"].size() - 1);
    break;
  }
  if (all["problems"].empty()) {
    const Problem& first = error.problems().front();
    all["problems"].push_back(json_of(
        Problem{.slug = first.slug.substr(0, 100), .message = first.message.substr(0, 1000)}));
  }
  return dumped(all);
}

}  // namespace

bool TunletAnswer::add(AuthoredAction action) {
  const std::size_t more = dumped(json_of(action)).size() + 1;
  if (bytes_ + more > max_bytes) return false;
  bytes_ += more;
  actions.push_back(std::move(action));
  return true;
}

Agreement::Bytes TunletAnswer::to_bytes() const {
  AnswerJson list = AnswerJson::array();
  for (const AuthoredAction& one : actions) list.push_back(json_of(one));
  const std::string text = error ? text_of(*error) : dumped(list);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TunletAnswer TunletAnswer::from(const Agreement::Bytes& bytes) {
  const AnswerJson json = AnswerJson::parse(
      std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  TunletAnswer answer;
  if (json.is_array()) {
    for (const AnswerJson& one : json) answer.actions.push_back({one[0], {one[1], one[2], one[3]}});
    return answer;
  }
  std::vector<Problem> problems;
  for (const AnswerJson& one : json["problems"]) problems.push_back(problem_from(one));
  answer.error = Error(problems, ExitCode(json["code"].get<int>()));
  answer.error->on_all_ranks();
  return answer;
}

}  // namespace cardon
