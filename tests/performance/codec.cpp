// SPDX-License-Identifier: Apache-2.0
// Chains of codecs on data of several kinds: ratio, and speed of writing and reading pieces with
// all that belongs to it: choice of orders, header, checksum, memory of earlier messages.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cardon/kit/codec/piece_reader.hpp>
#include <cardon/kit/codec/piece_writer.hpp>
#include <chrono>
#include <cstring>

#include "codec_runs.hpp"
#include "registry/thorn_library.hpp"

namespace cardon::performance {
namespace {

constexpr std::size_t warm_up = 12;  // messages that do not count
using Clock = std::chrono::steady_clock;

// Of several rounds the median, the smallest and the largest.
struct Spread {
  double middle = 0, low = 0, high = 0;
};

struct Figures {
  double ratio = 0;
  Spread write, read;  // GB of values per second
};

struct Ends {
  PieceWriter writer;
  PieceReader reader;
};

class Run {
 public:
  Run(const Series& series, const std::vector<std::string>& chain, const CodecFactory& make)
      : series_(series), lossless_(is_lossless(codec_names(chain), make)) {
    for (const Piece& piece : series.pieces) {
      const auto one = [&] { return CodecChain(codec_names(chain), make, piece.rows); };
      ends_.push_back({PieceWriter(one()), PieceReader(one(), "here")});
      buffers_.emplace_back(PieceHeader::size + 8 * piece.size);
      values_ = std::max(values_, piece.first + piece.size);
    }
  }
  // Ratio, and GB/s of writing and of reading.
  std::array<double, 3> all() {
    for (std::size_t m = 0; m < series_.messages.size(); ++m) message(m);
    const double bytes = 8.0 * double(values_ * (series_.messages.size() - warm_up));
    return {bytes / sent_, bytes / seconds_[0] * 1e-9, bytes / seconds_[1] * 1e-9};
  }

 private:
  void message(std::size_t m) {
    const auto number = std::uint32_t(m);
    const auto values = std::as_bytes(std::span(series_.messages[m]));
    std::vector<std::byte> back(values.size());
    std::size_t sent = 0;
    const auto begin = Clock::now();
    for (std::size_t p = 0; p < ends_.size(); ++p)
      sent += ends_[p].writer.write(part(values, p), number, std::uint32_t(p), buffers_[p]);
    const auto middle = Clock::now();
    for (std::size_t p = 0; p < ends_.size(); ++p)
      ends_[p].reader.read(buffers_[p], number, std::uint32_t(p), part(std::span(back), p));
    const auto end = Clock::now();
    if (lossless_ && std::memcmp(back.data(), values.data(), back.size()) != 0)
      throw Bug("other bits came out");
    if (m < warm_up) return;
    sent_ += double(sent);
    seconds_[0] += std::chrono::duration<double>(middle - begin).count();
    seconds_[1] += std::chrono::duration<double>(end - middle).count();
  }
  template <class Bytes>
  Bytes part(Bytes all, std::size_t p) const {
    return all.subspan(8 * series_.pieces[p].first, 8 * series_.pieces[p].size);
  }

  const Series& series_;
  bool lossless_;
  std::vector<Ends> ends_;
  std::vector<std::vector<std::byte>> buffers_;
  std::size_t values_ = 0;
  double sent_ = 0, seconds_[2] = {0, 0};
};

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values[values.size() / 2], values.front(), values.back()};
}

using Chains = std::vector<std::vector<std::string>>;

// By chain. All chains take turns, so that whatever else the machine does meets all of them.
std::vector<Figures> measure(int rounds, const Series& series, const Chains& chains,
                             const CodecFactory& make) {
  std::vector<Figures> figures(chains.size());
  std::vector<std::vector<double>> write(chains.size()), read(chains.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t c = 0; c < chains.size(); ++c) {
      const auto [ratio, writing, reading] = Run(series, chains[c], make).all();
      figures[c].ratio = ratio;
      write[c].push_back(writing);
      read[c].push_back(reading);
    }
  }
  for (std::size_t c = 0; c < chains.size(); ++c) {
    figures[c].write = spread_of(write[c]);
    figures[c].read = spread_of(read[c]);
  }
  return figures;
}

double ratio_of(const Series& series, const std::vector<std::string>& chain,
                const CodecFactory& make) {
  return Run(series, chain, make).all()[0];
}

std::string text(const Spread& s) {
  return fmt::format("{:.2f} ({:.2f}-{:.2f})", s.middle, s.low, s.high);
}

Chains default_chains() {
  return {{"zlib-1"},
          {"zlib-6"},
          {"shuffle", "zlib-1"},
          {"shuffle", "zstd-1"},
          {"shuffle", "lz4"},
          {"difference", "bitpack"},
          {"extrapolate", "bitpack"},
          {"extrapolate", "zlib-1"},
          {"extrapolate", "shuffle", "zlib-1"},
          {"extrapolate", "shuffle", "zstd-1"}};
}

// The promises that do not depend on how busy the machine is.
int broken_promises(const Series& smooth, const CodecFactory& make) {
  const double packed = ratio_of(smooth, {"extrapolate", "bitpack"}, make);
  const double zlib = ratio_of(smooth, {"zlib-6"}, make);
  const double filtered = ratio_of(smooth, {"extrapolate", "zlib-1"}, make);
  fmt::print("{}: extrapolate, bitpack {:.2f}; extrapolate, zlib-1 {:.2f}; zlib-6 {:.2f}\n",
             smooth.name, packed, filtered, zlib);
  return (packed >= 2.4 ? 0 : 1) + (filtered >= zlib ? 0 : 1);
}

void print_table(const Series& series, const Chains& chains, const std::vector<Figures>& figures) {
  fmt::print("\n| {} | ratio | write GB/s | read GB/s |\n| --- | --- | --- | --- |\n", series.name);
  for (std::size_t c = 0; c < chains.size(); ++c)
    fmt::print("| {} | {:.2f} | {} | {} |\n", chain_text(codec_names(chains[c])), figures[c].ratio,
               text(figures[c].write), text(figures[c].read));
}

int main_of(int argc, char** argv) {
  CLI::App app{"Chains of codecs: ratio and speed"};
  bool check = false;
  int rounds = 7;
  std::vector<std::string> chain;
  app.add_flag("--check", check, "Only test what is promised of ratios");
  app.add_option("--rounds", rounds, "Median of so many");
  app.add_option("chain", chain, "Codecs of one chain; without: a table of several");
  CLI11_PARSE(app, argc, argv);
  std::vector<Problem> problems;
  const ThornLibrary library = load_thorns(ThornPath(), {}, problems);
  const CodecFactory make = [&](std::string_view name, const Location& where) {
    return library.catalogue.make<Codec>(name, where);
  };
  std::vector<Series> all = all_series();
  if (check) return broken_promises(all.front(), make);
  for (Series& series : run_series()) all.push_back(std::move(series));
  const Chains chains = chain.empty() ? default_chains() : Chains{chain};
  for (const Series& series : all)
    print_table(series, chains, measure(rounds, series, chains, make));
  return 0;
}

}  // namespace
}  // namespace cardon::performance

int main(int argc, char** argv) {
  try {
    return cardon::performance::main_of(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
