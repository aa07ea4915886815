// SPDX-License-Identifier: Apache-2.0
#include "registry/elf_facts.hpp"

#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace cardon {
namespace {

constexpr const char* flags_section = ".GCC.command.line";
constexpr std::uint64_t max_text = 1 << 22;  // bytes of names and flags

class ElfFile {
 public:
  explicit ElfFile(const std::filesystem::path& file)
      : descriptor_(open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat found {};
    if (fstat(descriptor_, &found) == 0 && S_ISREG(found.st_mode))
      size_ = std::uint64_t(found.st_size);
  }
  ~ElfFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  ElfFacts facts() {
    ElfFacts facts;
    if (!read_header()) return facts;
    facts.damage = damage();
    if (facts.damage.empty()) facts.compiled = compiled();
    return facts;
  }

 private:
  bool read(std::uint64_t at, void* to, std::uint64_t bytes) const {
    return at <= size_ && bytes <= size_ - at &&
           pread(descriptor_, to, bytes, off_t(at)) == ssize_t(bytes);
  }

  // False for a file of another kind, or of another kind of machine.
  bool read_header() {
    char magic[SELFMAG] = {};
    if (!read(0, magic, SELFMAG) || std::memcmp(magic, ELFMAG, SELFMAG) != 0) return false;
    whole_header_ = read(0, &header_, sizeof header_);
    return !whole_header_ ||
           (header_.e_ident[EI_CLASS] == (sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32) &&
            header_.e_phentsize == sizeof(ElfW(Phdr)) &&
            (header_.e_shnum == 0 || header_.e_shentsize == sizeof(ElfW(Shdr))));
  }

  template <class Entry>
  bool read_table(std::uint64_t at, std::size_t count, std::vector<Entry>& entries) {
    entries.resize(count);
    return read(at, entries.data(), count * sizeof(Entry));
  }

  std::string damage() {
    const std::string cut = "the file is truncated: it has " + std::to_string(size_) + " bytes";
    std::vector<ElfW(Phdr)> segments;
    if (!whole_header_ || !read_table(header_.e_phoff, header_.e_phnum, segments) ||
        !read_table(header_.e_shoff, header_.e_shnum, sections_))
      return cut;
    const bool beyond = std::any_of(segments.begin(), segments.end(), [&](const auto& s) {
      return s.p_offset > size_ || s.p_filesz > size_ - s.p_offset;
    });
    return beyond ? cut : "";
  }

  std::string text_of(const ElfW(Shdr) & section) {
    if (section.sh_size > max_text) return "";
    std::string text(std::size_t(section.sh_size), '\0');
    return read(section.sh_offset, text.data(), text.size()) ? text : "";
  }

  std::vector<std::string> compiled() {
    std::vector<std::string> texts;
    if (header_.e_shstrndx >= sections_.size()) return texts;
    const std::string names = text_of(sections_[header_.e_shstrndx]);
    for (const ElfW(Shdr) & section : sections_) {
      if (section.sh_name >= names.size() || flags_section != std::string(&names[section.sh_name]))
        continue;
      const std::string all = text_of(section);
      for (std::size_t at = 0; at < all.size(); at += texts.back().size() + 1)
        texts.emplace_back(&all[at]);
    }
    std::erase(texts, "");
    return texts;
  }

  int descriptor_;
  std::uint64_t size_ = 0;
  bool whole_header_ = false;
  ElfW(Ehdr) header_{};
  std::vector<ElfW(Shdr)> sections_;
};

}  // namespace

ElfFacts elf_facts(const std::filesystem::path& file) { return ElfFile(file).facts(); }

}  // namespace cardon
