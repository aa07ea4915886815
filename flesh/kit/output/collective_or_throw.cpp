// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/thorn/error.hpp>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <string>

namespace cardon {
namespace {

// Texts, each behind its length.
class Packer {
 public:
  void add(const std::string& text) {
    add(text.size());
    packed_ += text;
  }
  void add(std::uint64_t number) {
    packed_.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  void add(const Problem& problem) {
    const Location& where = problem.where;
    for (const std::string* text :
         {&problem.slug, &problem.message, &problem.hint, &problem.help, &where.file, &where.text})
      add(*text);
    for (const int number : {where.line, where.column, where.length}) add(std::uint64_t(number));
    add(problem.notes.size());
    for (const std::string& note : problem.notes) add(note);
  }
  const std::string& packed() const { return packed_; }

 private:
  std::string packed_;
};

class Unpacker {
 public:
  explicit Unpacker(const std::vector<std::byte>& bytes)
      : at_(reinterpret_cast<const char*>(bytes.data())) {}
  std::uint64_t number() {
    std::uint64_t number = 0;
    std::memcpy(&number, at_, sizeof number);
    at_ += sizeof number;
    return number;
  }
  std::string text() {
    const auto length = std::size_t(number());
    const std::string text(at_, length);
    at_ += length;
    return text;
  }
  Problem problem() {
    Problem problem;
    Location& where = problem.where;
    for (std::string* part :
         {&problem.slug, &problem.message, &problem.hint, &problem.help, &where.file, &where.text})
      *part = text();
    for (int* part : {&where.line, &where.column, &where.length}) *part = int(number());
    problem.notes.resize(std::size_t(number()));
    for (std::string& note : problem.notes) note = text();
    return problem;
  }

 private:
  const char* at_;
};

std::string pack(const Error& error) {
  Packer packer;
  packer.add(std::uint64_t(error.exit_code()));
  packer.add(error.problems().size());
  for (const Problem& problem : error.problems()) packer.add(problem);
  return packer.packed();
}

Error unpack(const std::vector<std::byte>& bytes) {
  Unpacker unpacker(bytes);
  const auto code = ExitCode(unpacker.number());
  std::vector<Problem> problems(std::size_t(unpacker.number()));
  for (Problem& problem : problems) problem = unpacker.problem();
  return Error(std::move(problems), code);
}

}  // namespace

void collective_or_throw(Transport& transport, const std::function<void()>& work) {
  std::optional<Error> own;
  try {
    work();
  } catch (const Error& error) {
    own = error;
  }
  const std::string said = own ? pack(*own) : "";
  const auto all = transport.all_gather(std::as_bytes(std::span(said)));
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (all[rank].empty()) continue;
    Error first = own && int(rank) == transport.rank() ? *own : unpack(all[rank]);
    throw first.on_all_ranks();
  }
}

}  // namespace cardon
