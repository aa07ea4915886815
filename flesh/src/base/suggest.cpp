// SPDX-License-Identifier: Apache-2.0
#include "base/suggest.hpp"

#include <algorithm>
#include <utility>

namespace cardon {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  return out;
}

// Half of a short word changed is another word.
int furthest(std::string_view word) { return word.size() >= 4 ? 2 : word.size() >= 2 ? 1 : 0; }

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = int(i);
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = int(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

std::vector<std::string> suggest(std::string_view word,
                                 const std::vector<std::string>& candidates) {
  std::vector<std::pair<int, std::string>> near;
  for (const std::string& candidate : candidates) {
    const int distance = edit_distance(lower(word), lower(candidate));
    if (distance <= furthest(word)) near.emplace_back(distance, candidate);
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto& [distance, name] : near) names.push_back(std::move(name));
  return names;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  std::vector<std::string> names = suggest(word, candidates);
  if (names.empty()) return "";
  const int nearest = edit_distance(lower(word), lower(names[0]));
  std::erase_if(names, [&](const std::string& name) {
    return edit_distance(lower(word), lower(name)) > nearest;
  });
  names.resize(std::min<std::size_t>(names.size(), 3));
  std::string text = "did you mean " + names[0];
  for (std::size_t i = 1; i < names.size(); ++i)
    text += (i + 1 == names.size() ? " or " : ", ") + names[i];
  return text + "?";
}

}  // namespace cardon
