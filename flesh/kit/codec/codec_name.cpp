// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/codec/codec_name.hpp>

namespace cardon {

CodecName codec_name(const std::string& text, const Location& where) {
  const std::size_t dash = text.find('-');
  if (dash == std::string::npos) return {text, "", where};
  return {text.substr(0, dash), text.substr(dash + 1), where};
}

std::vector<CodecName> codec_names(const std::vector<std::string>& texts, const Location& where) {
  std::vector<CodecName> names;
  if (texts.size() == 1 && texts[0] == "none") return names;
  for (const std::string& text : texts) names.push_back(codec_name(text, where));
  return names;
}

std::string chain_text(const std::vector<CodecName>& names) {
  if (names.empty()) return "none";
  std::string text = names[0].text();
  for (std::size_t i = 1; i < names.size(); ++i) text += ", " + names[i].text();
  return text;
}

}  // namespace cardon
