// SPDX-License-Identifier: Apache-2.0
#include "restart/earlier_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cardon/kit/data_checksum.hpp>
#include <fstream>
#include <optional>

#include "base/host_names.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

/// What a file held; else what is wrong with it.
struct Found {
  std::optional<std::string> text;
  std::string damage;
};

// A pipe or a device would be read for ever, so sizes come first.
Found read_table(const fs::path& file, const TableState& table) {
  std::error_code code;
  const fs::file_status status = fs::status(file, code);
  if (status.type() == fs::file_type::not_found) return {{}, file.string() + " is missing"};
  if (status.type() != fs::file_type::regular)
    return {{},
            code ? fmt::format("cannot access {}: {}", file.string(), code.message())
                 : file.string() + " is not a regular file"};
  const std::uintmax_t bytes = fs::file_size(file, code);
  if (!code && bytes < table.bytes)
    return {{},
            fmt::format("{} has {} bytes, but had {} at the checkpoint", file.string(), bytes,
                        table.bytes)};
  std::string text(table.bytes, '\0');
  std::ifstream in(file, std::ios::binary);
  if (!in.read(text.data(), std::streamsize(text.size())))
    return {{}, "cannot read " + file.string()};
  if (DataChecksum::of(std::as_bytes(std::span(text))) != table.checksum)
    return {{},
            fmt::format("{} is damaged: its first {} bytes are not those that were written",
                        file.string(), table.bytes)};
  return {std::move(text), ""};
}

bool is_first_of_site(const Machine& machine, int rank) {
  return std::any_of(machine.sites.begin(), machine.sites.end(),
                     [rank](const Site& site) { return site.ranks.front() == rank; });
}

/// Where rank 0 found damage: the same on all ranks. Empty texts: none.
std::vector<std::string> from_rank_0(const std::vector<std::string>& damage, std::size_t count,
                                     Transport& transport) {
  std::string mine;
  for (const std::string& one : damage) mine += one + '\0';
  const std::string all = gather_text(mine, transport).front();
  std::vector<std::string> texts;
  for (std::size_t start = 0; texts.size() < count; start += texts.back().size() + 1)
    texts.emplace_back(all.c_str() + start);
  return texts;
}

}  // namespace

EarlierTables read_earlier_tables(const fs::path& run, const std::vector<TableState>& tables,
                                  const Machine& machine, Transport& transport) {
  EarlierTables earlier;
  if (tables.empty()) return earlier;
  const int rank = transport.rank();
  std::vector<std::string> damage;
  if (rank == 0)
    for (const TableState& table : tables) {
      Found found = read_table(run / table.name, table);
      if (found.text) earlier.texts[table.name] = std::move(*found.text);
      damage.push_back(found.damage);
    }
  damage = from_rank_0(damage, tables.size(), transport);
  for (std::size_t n = 0; n < tables.size(); ++n) {
    if (damage[n].empty()) continue;
    Found found;
    if (rank > 0 && is_first_of_site(machine, rank))
      found = read_table(run / tables[n].name, tables[n]);
    const auto have = gather_text(found.text ? "y" : "", transport);
    const auto who = std::find(have.begin(), have.end(), "y");
    if (who == have.end()) {
      earlier.damage.push_back(damage[n]);
      continue;
    }
    const std::size_t sender = std::size_t(who - have.begin());
    auto texts = gather_text(rank == int(sender) ? *found.text : "", transport);
    if (rank == 0) earlier.texts[tables[n].name] = std::move(texts[sender]);
  }
  return earlier;
}

}  // namespace cardon
