// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/picture.hpp>
#include <cardon/thorn/error.hpp>

#include "files/lazy_function.hpp"

namespace cardon {
namespace {

void* function_of_pictures(const char* name) {
  const LazyFunction function = lazy_function("Pictures", name);
  if (function.address) return function.address;
  throw Error(Problem{.slug = "output/no-pictures",
                      .message = "the library that draws pictures cannot be loaded",
                      .notes = {function.reason},
                      .help = "install Cardon again, or write no pictures"},
              exit_environment);
}

auto drawing() {
  using Draw = std::size_t (*)(const SlicePicture&, const std::filesystem::path&);
  static const auto draw = reinterpret_cast<Draw>(function_of_pictures("cardon_draw_slice"));
  return draw;
}

}  // namespace

void require_pictures() { drawing(); }

std::size_t draw_slice(const SlicePicture& picture, const std::filesystem::path& file) {
  return drawing()(picture, file);
}

std::string picture_provenance(const std::filesystem::path& file) {
  using Read = void (*)(const std::filesystem::path&, std::string&);
  static const auto read =
      reinterpret_cast<Read>(function_of_pictures("cardon_picture_provenance"));
  std::string found;
  read(file, found);
  return found;
}

}  // namespace cardon
