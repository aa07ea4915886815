// SPDX-License-Identifier: Apache-2.0
#include "ensemble/member_names.hpp"

#include <algorithm>
#include <cardon/kit/data_checksum.hpp>
#include <cctype>
#include <set>
#include <span>

namespace cardon {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_decimal(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_name_part(char c) {
  return is_letter(c) || is_decimal(c) || c == '.' || c == '+' || c == '-';
}

std::string short_key(const std::string& key) {
  const std::size_t dot = key.find_last_of(".:");
  return key.substr(dot == key.npos ? 0 : dot + 1);
}

// A letter, then letters, digits and underscores, no two of these in a row.
bool is_exact_key(const std::string& key) {
  if (key.empty() || !is_letter(key[0]) || key.find("__") != key.npos) return false;
  return std::all_of(key.begin(), key.end(),
                     [](char c) { return is_letter(c) || is_decimal(c) || c == '_'; });
}

// Such as 0.1, rk4, forward_euler and 30 ms: an underscore behind a digit stands for a space,
// others for themselves. A letter behind a point could be the next key.
bool is_exact_value(const std::string& value) {
  if (value.empty() || !is_name_part(value.back()) || value.back() == '.') return false;
  for (std::size_t n = 0; n < value.size(); ++n) {
    const char before = n > 0 ? value[n - 1] : ' ';
    if (is_name_part(value[n])) {
      if (is_letter(value[n]) && before == '.') return false;
    } else if (!(value[n] == ' ' && is_decimal(before)) &&
               !(value[n] == '_' && is_name_part(before) && !is_decimal(before))) {
      return false;
    }
  }
  return true;
}

std::string with_plain_characters(const std::string& name) {
  std::string plain;
  for (const char c : name)
    if (is_name_part(c) || plain.empty() || plain.back() != '_') plain += is_name_part(c) ? c : '_';
  return plain;
}

std::string checksum_of(const std::vector<std::string>& set) {
  std::string all;
  for (const std::string& word : set) all += word + '\0';
  constexpr std::size_t digits = 16;
  return DataChecksum::of(std::as_bytes(std::span(all))).substr(0, digits);
}

}  // namespace

MemberNames::MemberNames(const std::vector<std::string>& keys) {
  std::set<std::string> words;
  for (const std::string& key : keys) words.insert(short_key(key));
  distinct_ = words.size() == keys.size();
}

std::string MemberNames::of(const std::vector<std::string>& set) const {
  constexpr std::size_t longest = 120;
  std::string name;
  bool exact = distinct_;
  for (const std::string& word : set) {
    const std::size_t equals = word.find('=');
    const std::string key = short_key(word.substr(0, equals)), value = word.substr(equals + 1);
    exact = exact && is_exact_key(key) && is_exact_value(value);
    name += (name.empty() ? "" : ".") + key + "-" + value;
  }
  name = with_plain_characters(name);
  if (exact && name.size() <= longest) return name;
  name = name.substr(0, std::min(longest, name.find_last_not_of("_.") + 1));
  if (name.empty() || name[0] == '.') name = "member" + name;
  return name + "." + checksum_of(set);
}

}  // namespace cardon
