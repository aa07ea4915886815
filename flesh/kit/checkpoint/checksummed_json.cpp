// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/checkpoint/checksummed_json.hpp>
#include <cardon/kit/data_checksum.hpp>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

namespace cardon {
namespace {

constexpr std::string_view head = "{\"checksum\": \"", middle = "\",\n\"content\": ", end = "}\n";
constexpr std::size_t text_before = head.size() + DataChecksum::digits + middle.size();

std::string checksum(std::string_view text) {
  return DataChecksum::of(std::as_bytes(std::span(text.data(), text.size())));
}

std::string_view content(const std::string& text) {
  return std::string_view(text).substr(text_before, text.size() - text_before - end.size());
}

}  // namespace

std::string seal(const nlohmann::json& json) {
  // A file name may have bytes that are not UTF-8.
  const std::string text = json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
  return std::string(head) + checksum(text) + std::string(middle) + text + std::string(end);
}

std::string seal_of(const std::string& text, const std::string& name) {
  const std::string_view all = text;
  if (all.size() <= text_before + end.size() || !all.starts_with(head) || !all.ends_with(end) ||
      all.substr(head.size() + DataChecksum::digits, middle.size()) != middle)
    throw CheckpointDamage{name + " is damaged"};
  std::string found(all.substr(head.size(), DataChecksum::digits));
  if (found != checksum(content(text))) throw CheckpointDamage{name + " is damaged"};
  return found;
}

nlohmann::json unseal(const std::string& text, const std::string& name) {
  seal_of(text, name);
  const std::string_view inner = content(text);
  nlohmann::json json = nlohmann::json::parse(inner.begin(), inner.end(), nullptr, false);
  if (json.is_discarded()) throw CheckpointDamage{name + " is damaged"};
  return json;
}

}  // namespace cardon
