// SPDX-License-Identifier: Apache-2.0
#include "steering_box.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <system_error>

namespace cardon {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;

constexpr const char* request_ending = ".request";
constexpr std::size_t longest_id = 64, longest_request = 2048;
constexpr long max_steps = 1'000'000'000;

bool is_id(const std::string& text) {
  return !text.empty() && text.size() <= longest_id &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return c < 128 && (std::isalnum(c) != 0 || c == '-'); });
}

bool is_list_of_words(const Json& json) {
  return json.is_array() && !json.empty() &&
         std::all_of(json.begin(), json.end(), [](const Json& word) { return word.is_string(); });
}

std::string refusal(const std::string& message) {
  return format_problem(
      {.slug = "steering/request", .message = message, .help = "cardon steer --help"});
}

// A misspelt "steps" would count as one step. Entries of a record, which are replayed, have more
// keys.
std::string foreign_key_in(const Json& request) {
  for (const auto& [key, value] : request.items())
    if (key != "set" && key != "do" && !(key == "steps" && request.value("do", Json()) == "step"))
      return refusal(fmt::format("a request cannot have the key {} here", Json(key).dump()));
  return "";
}

}  // namespace

std::string mistake_in(const Json& request) {
  if (!request.is_object()) return refusal("the request is not a JSON object");
  const bool sets = request.contains("set"), acts = request.contains("do");
  if (sets == acts) return refusal("a request has one of the keys set and do");
  if (sets)
    return is_list_of_words(request["set"]) ? "" : refusal("set is not a list of words key=value");
  const Json& word = request["do"];
  for (const char* known : {"pause", "continue", "checkpoint", "replan", "stop"})
    if (word == known) return "";
  if (word != "step") return refusal(word.dump() + " is not an action of a run");
  const Json steps = request.value("steps", Json(1));
  const bool good = steps.is_number_integer() && steps >= 1 && steps <= max_steps;
  return good ? "" : refusal("steps is not a positive integer");
}

std::vector<std::string> SteeringBox::waiting() const {
  std::vector<std::string> ids;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_, ignored))
    if (const std::string id = entry.path().stem().string();
        entry.path().extension() == request_ending && is_id(id))
      ids.push_back(id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

// Who may write in the folder but is somebody else may not steer.
std::string SteeringBox::read(const std::string& id) const {
  const std::string file = (folder_ / (id + request_ending)).string();
  const int descriptor = open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return "";
  struct stat status {};
  std::string text;
  const bool ours = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                    (status.st_uid == geteuid() || status.st_uid == 0);
  if (ours) {
    text.resize(longest_request + 1);
    const ssize_t size = ::read(descriptor, text.data(), text.size());
    text.resize(size > 0 ? std::size_t(size) : 0);
  }
  close(descriptor);
  return text;
}

std::string SteeringBox::take(std::size_t max_bytes,
                              const std::function<std::string(const Json&)>& refuse_why) {
  Json all = Json::array();
  for (const std::string& id : waiting()) {
    const std::string text = read(id);
    Json request = Json::parse(text, nullptr, false);
    std::string why = text.size() > longest_request
                          ? refusal(fmt::format("a request has at most {} bytes", longest_request))
                          : mistake_in(request);
    if (why.empty()) why = foreign_key_in(request);
    if (why.empty()) why = refuse_why(request);
    if (why.empty()) {
      request["id"] = id;
      all.push_back(request);
      if (all.dump(-1, ' ', true, Json::error_handler_t::replace).size() > max_bytes) {
        all.erase(all.size() - 1);  // at the next occasion
        break;
      }
    }
    std::error_code ignored;
    fs::remove(folder_ / (id + request_ending), ignored);
    if (!why.empty()) refuse(id, why);
  }
  return all.empty() ? "" : all.dump(-1, ' ', true, Json::error_handler_t::replace);
}

// Whoever asked may have removed the folder; the run does not depend on it.
void SteeringBox::answer(const std::string& id, const nlohmann::ordered_json& answer) const {
  try {
    replace_file(
        folder_ / (id + ".answer"),
        answer.dump(1, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  } catch (const Error&) {
  }
}

void SteeringBox::refuse(const std::string& id, const std::string& why) const {
  answer(id, {{"status", "refused"}, {"text", why}});
}

}  // namespace cardon
