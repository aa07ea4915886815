// SPDX-License-Identifier: Apache-2.0
#include "launch/loaded_modules.hpp"

#include <link.h>
#include <sys/stat.h>

#include <array>
#include <cardon/thorn/error.hpp>
#include <map>
#include <mutex>
#include <vector>

#include "files/lazy_function.hpp"
#include "modules/file_digest.hpp"
#include "registry/elf_facts.hpp"
#include "registry/thorn_file.hpp"

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
  static const LazyFunction function = lazy_function("FileDigest", "cardon_file_digest");
  if (!function.address)
    throw Error(Problem{.slug = "provenance/no-digest",
                        .message = "the library that computes checksums of files cannot be loaded",
                        .notes = {function.reason},
                        .help = "install Cardon again, with all its files"},
                exit_environment);
  std::string digest;
  reinterpret_cast<decltype(&cardon_file_digest)>(function.address)(file, digest);
  return digest;
}

// Ranks may be threads of one process, and each asks twice: a tenth of a short run went into sums
// of the same files.
class KnownModules {
 public:
  LoadedModule find(const std::string& name, const fs::path& file) {
    struct stat now {};
    if (stat(file.c_str(), &now) != 0) return {name, file, "", {}};
    const Version version{static_cast<long long>(now.st_dev), static_cast<long long>(now.st_ino),
                          now.st_size, now.st_mtim.tv_sec, now.st_mtim.tv_nsec};
    const std::lock_guard lock(mutex_);
    Known& known = by_file_[file];
    if (known.module.checksum.empty() || known.version != version) known = {version, read(file)};
    LoadedModule module = known.module;
    module.name = name;
    return module;
  }

 private:
  using Version = std::array<long long, 5>;
  struct Known {
    Version version{};
    LoadedModule module;
  };

  static LoadedModule read(const fs::path& file) {
    std::error_code failed;
    const fs::path whole = fs::canonical(file, failed);
    return {"", failed ? file : whole, sha256_of(file), elf_facts(file).compiled};
  }

  std::mutex mutex_;
  std::map<fs::path, Known> by_file_;
};

LoadedModule module_of(const std::string& name, const fs::path& file) {
  static KnownModules modules;
  return modules.find(name, file);
}

}  // namespace

std::vector<LoadedModule> loaded_modules(std::span<const std::string> thorns) {
  std::map<std::string, fs::path> files;
  dl_iterate_phdr(add_file, &files);
  std::vector<LoadedModule> modules;
  const auto add = [&](const std::string& name) {
    const auto found = files.find(name);
    if (found == files.end()) return;
    modules.push_back(module_of(name, found->second));
    std::error_code ignored;
    if (const fs::path lazy = lazy_module(found->second); fs::exists(lazy, ignored))
      modules.push_back(module_of(name + " (lazy)", lazy));
  };
  add(flesh);
  for (const std::string& thorn : thorns) add(thorn);
  return modules;
}

}  // namespace cardon
