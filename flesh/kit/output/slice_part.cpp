// SPDX-License-Identifier: Apache-2.0
#include <cardon/kit/slice_part.hpp>
#include <cardon/kit/text_file.hpp>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "files/regular_file.hpp"
#include "output/part_error.hpp"

namespace cardon {
namespace {

using Json = nlohmann::json;

constexpr const char* format = "Cardon slice part 1";

[[noreturn]] void fail_slice(const std::filesystem::path& file, const std::string& reason) {
  fail_to_read_part(file, "a slice", reason);
}

Json to_json(const PictureAxis& axis) {
  return {{"label", axis.label},      {"lower", axis.lower},     {"upper", axis.upper},
          {"first", axis.first},      {"spacing", axis.spacing}, {"samples", axis.samples},
          {"periodic", axis.periodic}};
}

PictureAxis axis_of(const Json& json) {
  return {json.at("label"),   json.at("lower"),   json.at("upper"),   json.at("first"),
          json.at("spacing"), json.at("samples"), json.at("periodic")};
}

Json to_json(const SlicePart& part) {
  const SlicePicture& picture = part.picture;
  Json json = {{"format", format},
               {"site", part.site},
               {"sites", part.sites},
               {"first", part.first},
               {"samples", part.samples},
               {"title", picture.title},
               {"subtitle", picture.subtitle},
               {"value", picture.value_label},
               {"horizontal", to_json(picture.horizontal)},
               {"vertical", to_json(picture.vertical)},
               {"colours", int(picture.colours)},
               {"width", picture.width},
               {"provenance", picture.provenance}};
  if (picture.range) json["range"] = *picture.range;
  return json;
}

SlicePart part_of(const Json& json) {
  SlicePart part{json.at("site"), json.at("sites"), json.at("first"), json.at("samples"), {}};
  SlicePicture& picture = part.picture;
  picture.title = json.at("title");
  picture.subtitle = json.at("subtitle");
  picture.value_label = json.at("value");
  picture.horizontal = axis_of(json.at("horizontal"));
  picture.vertical = axis_of(json.at("vertical"));
  picture.colours = Colours(json.at("colours").get<int>());
  picture.width = json.at("width");
  picture.provenance = json.at("provenance");
  if (json.contains("range")) picture.range = json["range"].get<std::array<double, 2>>();
  return part;
}

bool fits(const SlicePart& part) {
  const int whole[2] = {part.picture.horizontal.samples, part.picture.vertical.samples};
  for (std::size_t n = 0; n < 2; ++n)
    if (part.first[n] < 0 || part.samples[n] < 1 || whole[n] < part.samples[n] ||
        part.first[n] > whole[n] - part.samples[n])
      return false;
  return true;
}

void place(const SlicePart& part, SlicePicture& whole) {
  const auto width = std::size_t(whole.horizontal.samples), n = std::size_t(part.samples[0]);
  for (std::size_t row = 0; row < std::size_t(part.samples[1]); ++row)
    std::memcpy(
        &whole.values[(std::size_t(part.first[1]) + row) * width + std::size_t(part.first[0])],
        &part.picture.values[row * n], n * sizeof(double));
}

}  // namespace

std::size_t write_slice_part(const SlicePart& part, const std::filesystem::path& file) {
  const std::vector<double>& values = part.picture.values;
  std::string text = to_json(part).dump(-1, ' ', true, Json::error_handler_t::replace) + "\n";
  const std::size_t head = text.size();
  text.resize(head + values.size() * sizeof(double));
  std::memcpy(text.data() + head, values.data(), values.size() * sizeof(double));
  replace_file(file, text);
  return text.size();
}

SlicePart read_slice_part(const std::filesystem::path& file) try {
  std::ifstream in = open_regular_file(file);
  std::string line;
  if (!std::getline(in, line)) fail_slice(file, "it cannot be read");
  const Json json = Json::parse(line);
  if (json.at("format") != format) fail_slice(file, "its format differs");
  SlicePart part = part_of(json);
  if (!fits(part)) fail_slice(file, "its position is outside the plane");
  std::vector<double>& values = part.picture.values;
  std::error_code unknown;
  if (std::size_t(part.samples[1]) >
      std::filesystem::file_size(file, unknown) / sizeof(double) / std::size_t(part.samples[0]))
    fail_slice(file, "its size does not fit its first line");
  values.resize(std::size_t(part.samples[0]) * std::size_t(part.samples[1]));
  const auto size = std::streamsize(values.size() * sizeof(double));
  if (!in.read(reinterpret_cast<char*>(values.data()), size) ||
      in.peek() != std::ifstream::traits_type::eof())
    fail_slice(file, "its size does not fit its first line");
  return part;
} catch (const Json::exception& problem) {
  fail_slice(file, problem.what());
}

SlicePicture join_slice(std::span<const std::filesystem::path> parts) {
  SlicePicture whole;
  std::size_t filled = 0;
  for (const std::filesystem::path& file : parts) {
    const SlicePart part = read_slice_part(file);
    if (filled == 0) {
      whole = part.picture;
      whole.values.assign(
          std::size_t(whole.horizontal.samples) * std::size_t(whole.vertical.samples),
          std::nan(""));
    } else if (part.picture.horizontal.samples != whole.horizontal.samples ||
               part.picture.vertical.samples != whole.vertical.samples ||
               part.picture.provenance != whole.provenance) {
      fail_slice(file, "it is a part of another slice");
    }
    place(part, whole);
    filled += part.picture.values.size();
  }
  if (filled != whole.values.size() || parts.empty())
    throw Bug("the parts of a slice do not make the whole");
  return whole;
}

}  // namespace cardon
