// SPDX-License-Identifier: Apache-2.0
// Chains of codecs on data of several kinds: ratio, and speed of writing and reading pieces with
// all that belongs to it: choice of orders, header, checksum, memory of earlier messages.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cardon/codec/piece_reader.hpp>
#include <cardon/codec/piece_writer.hpp>
#include <chrono>
#include <cstring>

#include "codec_data.hpp"
#include "registry/thorn_library.hpp"

namespace cardon::performance {
namespace {

constexpr std::size_t warm_up = 12;  // messages that do not count
using Clock = std::chrono::steady_clock;

struct Figures {
  double ratio = 0, write = 0, read = 0;  // GB of values per second
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
  Figures all() {
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

Figures best_of(int rounds, const Series& series, const std::vector<std::string>& chain,
                const CodecFactory& make) {
  Figures best;
  for (int round = 0; round < rounds; ++round) {
    const Figures one = Run(series, chain, make).all();
    best = {one.ratio, std::max(best.write, one.write), std::max(best.read, one.read)};
  }
  return best;
}

std::vector<std::vector<std::string>> default_chains() {
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
  const double packed = best_of(1, smooth, {"extrapolate", "bitpack"}, make).ratio;
  const double zlib = best_of(1, smooth, {"zlib-6"}, make).ratio;
  const double filtered = best_of(1, smooth, {"extrapolate", "zlib-1"}, make).ratio;
  fmt::print("{}: extrapolate, bitpack {:.2f}; extrapolate, zlib-1 {:.2f}; zlib-6 {:.2f}\n",
             smooth.name, packed, filtered, zlib);
  return (packed >= 2.4 ? 0 : 1) + (filtered >= zlib ? 0 : 1);
}

int main_of(int argc, char** argv) {
  CLI::App app{"Chains of codecs: ratio and speed"};
  bool check = false;
  int rounds = 5;
  std::vector<std::string> chain;
  app.add_flag("--check", check, "Only test what is promised of ratios");
  app.add_option("--rounds", rounds, "Best of so many");
  app.add_option("chain", chain, "Codecs of one chain; without: a table of several");
  CLI11_PARSE(app, argc, argv);
  std::vector<Problem> problems;
  const ThornLibrary library = load_thorns(ThornPath(), {}, problems);
  const CodecFactory make = [&](std::string_view name, const Location& where) {
    return library.catalogue.make<Codec>(name, where);
  };
  const std::vector<Series> all = all_series();
  if (check) return broken_promises(all.front(), make);
  const auto chains =
      chain.empty() ? default_chains() : std::vector<std::vector<std::string>>{chain};
  for (const Series& series : all) {
    fmt::print("\n| {} | ratio | write GB/s | read GB/s |\n| --- | --- | --- | --- |\n",
               series.name);
    for (const auto& names : chains) {
      const Figures figures = best_of(rounds, series, names, make);
      fmt::print("| {} | {:.2f} | {:.2f} | {:.2f} |\n", chain_text(codec_names(names)),
                 figures.ratio, figures.write, figures.read);
    }
  }
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
