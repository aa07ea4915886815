// SPDX-License-Identifier: Apache-2.0
#include "startup/tuning_reader.hpp"

#include <fmt/format.h>

#include <cardon/kit/codec/codec_chain.hpp>
#include <cardon/services/node_reading.hpp>
#include <cardon/services/tuner.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "files/regular_file.hpp"
#include "machine/node_form.hpp"
#include "startup/codec_factory.hpp"

namespace cardon {
namespace {

constexpr const char* tuning_section = "tuning";

bool is_installed(const ServiceCatalogue& catalogue, const CodecNames& chain) {
  for (const CodecName& name : chain)
    if (catalogue.find(role_name<Codec>, name.codec) == nullptr) return false;
  return true;
}

CodecNames read_chain(const Node& node, const CodecFactory& codec) {
  CodecNames chain;
  const auto add = [&](const Node& word) {
    chain.push_back(codec_name(read_text(word, "tuning.codecs"), word.where));
  };
  if (node.is_list())
    for (const Node& word : node.children) add(word);
  else
    add(node);
  check_codec_chain(chain, codec);
  if (is_lossless(chain, codec)) return chain;
  throw Error(Problem{.slug = "tuning/lossy",
                      .message = fmt::format("[{}] changes the data", chain_text(chain)),
                      .where = node.where,
                      .help = "a tuner chooses among chains without losses; to accept losses, "
                              "give the chain as driver.compression"});
}

std::vector<CodecNames> read_chains(const ParameterSet& parameters,
                                    const ServiceCatalogue& catalogue,
                                    std::vector<Problem>& problems) {
  std::vector<CodecNames> chains;
  if (!parameters.has(tuning_section, "codecs")) {
    for (const auto* codec : catalogue.of_role(role_name<Codec>))
      for (const auto& names : codec->service.chains)
        if (const CodecNames chain = codec_names(names); is_installed(catalogue, chain))
          chains.push_back(chain);
    return chains;
  }
  const Node& list = parameters.get<Node>(tuning_section, "codecs");
  if (!is_list(list, "tuning.codecs", problems)) return chains;
  const CodecFactory codec = make_codec(catalogue);
  for (const Node& node : list.children)
    attempt(problems, [&] { chains.push_back(read_chain(node, codec)); });
  return chains;
}

// A tuning.json, or the folder of the run that it is in.
void read_start(const ParameterSet& parameters, TuningSpec& spec, std::vector<Problem>& problems) {
  if (!parameters.has(tuning_section, "start")) return;
  std::filesystem::path file = parameters.get<std::string>(tuning_section, "start");
  std::error_code failed;
  if (std::filesystem::is_directory(file, failed)) file /= "tuning.json";
  spec.start_file = file.string();
  spec.start_where = parameters.where(tuning_section, "start");
  const RegularText read = read_regular_file(file);
  const nlohmann::json json = nlohmann::json::parse(read.text, nullptr, false);
  if (json.is_object() && json.contains("settings")) {
    spec.start = json["settings"].dump();
    return;
  }
  problems.push_back(
      {.slug = "tuning/start",
       .message = fmt::format("{} {}", file.string(),
                              read.missing           ? "does not exist"
                              : read.failure.empty() ? "holds no settings of a tuner"
                                                     : "cannot be read: " + read.failure),
       .where = spec.start_where,
       .help = "name the folder of a run that was tuned, or its tuning.json, from the folder in "
               "which you start cardon"});
}

}  // namespace

TuningSpec read_tuning_section(const ParameterSet& p, const ServiceCatalogue& catalogue,
                               std::vector<Problem>& problems) {
  TuningSpec start;
  if (p.registry().find(tuning_section) == nullptr) return start;
  read_start(p, start, problems);
  return read_tuning_values(std::move(start), p, catalogue, problems);
}

TuningSpec read_tuning_values(TuningSpec spec, const ParameterSet& p,
                              const ServiceCatalogue& catalogue, std::vector<Problem>& problems) {
  if (p.registry().find(tuning_section) == nullptr) return spec;
  spec.given = p.given(tuning_section);
  spec.tuner = p.get<std::string>(tuning_section, "tuner");
  spec.tuner_where = p.where(tuning_section, "tuner");
  if (spec.tuner == "none") spec.tuner.clear();
  spec.window = p.get<long>(tuning_section, "window");
  spec.budget = p.get<Real>(tuning_section, "budget");
  spec.max_depth = p.get<int>(tuning_section, "max_depth");
  spec.seed = unsigned(p.get<int>(tuning_section, "seed"));
  if (!spec.tuner.empty())
    attempt(problems, [&] { catalogue.require(role_name<Tuner>, spec.tuner, spec.tuner_where); });
  spec.chains = read_chains(p, catalogue, problems);
  return spec;
}

}  // namespace cardon
