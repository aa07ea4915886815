// SPDX-License-Identifier: Apache-2.0
#include "launch/loaded_modules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>
#include <openssl/evp.h>
#include <sys/stat.h>

#include <array>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "registry/elf_facts.hpp"

namespace cardon {
namespace {

namespace fs = std::filesystem;

constexpr const char* flesh = "libcardon";

// "WaveToy" of ".../WaveToy.so", "libcardon" of ".../libcardon.so.0".
std::string name_of(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.substr(0, name.find(".so"));
}

int add_file(dl_phdr_info* object, std::size_t, void* files) {
  const fs::path file = object->dlpi_name;
  if (!file.empty())
    static_cast<std::map<std::string, fs::path>*>(files)->emplace(name_of(file), file);
  return 0;
}

std::string sha256_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> sum(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  if (!stream || !sum || EVP_DigestInit_ex(sum.get(), EVP_sha256(), nullptr) != 1) return "";
  std::vector<char> part(1 << 18);
  while (stream.read(part.data(), std::streamsize(part.size())) || stream.gcount() > 0)
    EVP_DigestUpdate(sum.get(), part.data(), std::size_t(stream.gcount()));
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_DigestFinal_ex(sum.get(), digest.data(), &size);
  return fmt::format("{:02x}", fmt::join(digest.data(), digest.data() + size, ""));
}

// Ranks may be threads of one process, and each asks twice: a tenth of a short run went into sums
// of the same files.
class KnownChecksums {
 public:
  std::string find(const fs::path& file) {
    struct stat now {};
    if (stat(file.c_str(), &now) != 0) return "";
    const Version version{static_cast<long long>(now.st_dev), static_cast<long long>(now.st_ino),
                          now.st_size, now.st_mtim.tv_sec, now.st_mtim.tv_nsec};
    const std::lock_guard lock(mutex_);
    Known& known = by_file_[file];
    if (known.checksum.empty() || known.version != version) known = {version, sha256_of(file)};
    return known.checksum;
  }

 private:
  using Version = std::array<long long, 5>;
  struct Known {
    Version version{};
    std::string checksum;
  };
  std::mutex mutex_;
  std::map<fs::path, Known> by_file_;
};

std::string checksum_of(const fs::path& file) {
  static KnownChecksums checksums;
  return checksums.find(file);
}

}  // namespace

std::vector<LoadedModule> loaded_modules(std::span<const std::string> thorns) {
  std::map<std::string, fs::path> files;
  dl_iterate_phdr(add_file, &files);
  std::vector<LoadedModule> modules;
  const auto add = [&](const std::string& name) {
    const auto found = files.find(name);
    if (found == files.end()) return;
    std::error_code failed;
    const fs::path file = fs::canonical(found->second, failed);
    modules.push_back({name, failed ? found->second : file, checksum_of(found->second),
                       elf_facts(found->second).compiled});
  };
  add(flesh);
  for (const std::string& thorn : thorns) add(thorn);
  return modules;
}

}  // namespace cardon
