// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cardon/kit/codec/codec_option.hpp>
#include <charconv>
#include <cmath>

namespace cardon {
namespace {

[[noreturn]] void throw_option(const CodecSetup& setup, const std::string& codec,
                               const std::string& rule, const std::string& example) {
  const std::string found = setup.option.empty() ? codec : codec + "-" + setup.option;
  throw Error(Problem{.slug = "codec/option",
                      .message = fmt::format("codec {} cannot be used as {}", codec, found),
                      .where = setup.where,
                      .notes = {rule},
                      .help = fmt::format("write for example {}", example)});
}

template <class Number>
bool read_number(const std::string& text, Number& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end;
}

}  // namespace

void require_no_option(const CodecSetup& setup, const std::string& codec) {
  if (!setup.option.empty()) throw_option(setup, codec, codec + " has no option", codec);
}

int integer_option(const CodecSetup& setup, const std::string& codec, int low, int high,
                   int otherwise) {
  if (setup.option.empty()) return otherwise;
  int value = 0;
  if (!read_number(setup.option, value) || value < low || value > high) {
    throw_option(setup, codec,
                 fmt::format("the option of {} is a whole number from {} to {}", codec, low, high),
                 fmt::format("{}-{}", codec, otherwise));
  }
  return value;
}

double positive_option(const CodecSetup& setup, const std::string& codec) {
  double value = 0;
  if (!read_number(setup.option, value) || !std::isfinite(value) || value <= 0) {
    throw_option(
        setup, codec,
        fmt::format("{} needs the maximum absolute error as its option, a positive number", codec),
        codec + "-1e-6");
  }
  return value;
}

void require_first(const CodecSetup& setup, const std::string& codec) {
  if (setup.first) return;
  throw Error(
      Problem{.slug = "codec/order",
              .message = fmt::format("codec {} must be the first of its chain", codec),
              .where = setup.where,
              .notes = {fmt::format(
                  "{} operates on values, not on the bytes that another codec produces", codec)},
              .help = fmt::format("put {} first", codec)});
}

void throw_damaged(const std::string& codec, const std::string& why) {
  throw Error(Problem{.slug = "codec/damaged",
                      .message = fmt::format("{} cannot decode a piece: {}", codec, why)},
              exit_environment);
}

}  // namespace cardon
