// SPDX-License-Identifier: Apache-2.0
#include "output/run_tables.hpp"

#include <cardon/kit/data_checksum.hpp>
#include <cardon/kit/text_file.hpp>
#include <cardon/thorn/error.hpp>
#include <optional>

namespace cardon {

struct TableFile::State {
  std::string name, head;
  std::filesystem::path path;
  TextFile file;
  DataChecksum checksum;
  bool changed = false;

  void append(std::string_view text) {
    file.append(text);
    checksum.add(std::as_bytes(std::span(text)));
  }

  std::optional<Problem> check() {
    const std::string change = changed ? "" : file.change();
    if (change.empty()) return {};
    changed = true;
    file.reopen();
    std::error_code ignored;
    if (std::filesystem::file_size(path, ignored) == 0) file.append(head);
    return Problem{
        .slug = "output/table-changed",
        .message = path.string() + " was changed while the run was writing it: " + change,
        .notes = {"rows written earlier that are no longer in it are lost"},
        .help = "do not modify the files of a run before it has ended; edit copies"};
  }
};

TableFile::TableFile(const OutputSetup& setup, const std::filesystem::path& file,
                     std::string_view head, std::string_view rows)
    : state_(std::make_shared<State>()) {
  state_->name = file.generic_string();
  state_->head = head;
  state_->path = setup.folder / file;
  state_->file = TextFile(state_->path);
  state_->append(head);
  if (!rows.empty()) state_->append(rows);
  if (setup.tables) setup.tables->add(state_);
}

void TableFile::append(std::string_view rows) { state_->append(rows); }

std::size_t TableFile::bytes_written() const { return state_->file.bytes_written(); }

std::vector<TableState> RunTables::states() const {
  std::vector<TableState> states;
  for (const auto& table : tables_)
    if (!table->changed)
      states.push_back({table->name, table->file.bytes_written(), table->checksum.hex()});
  return states;
}

void RunTables::check() {
  std::optional<Problem> first;
  for (const auto& table : tables_)
    if (auto problem = table->check(); problem && !first) first = std::move(problem);
  if (first) throw Error(*first, exit_environment);
}

}  // namespace cardon
