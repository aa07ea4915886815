// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/checkpoint_manifest.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "checkpoint/hex_text.hpp"
#include "checkpoint/whole_number.hpp"

namespace cardon {
namespace {

using nlohmann::json;

constexpr int format_version = 2;
constexpr const char* format_name = "Cardon checkpoint";
constexpr const char* anchor_name = "fixed steps are counted from: iteration, time";

json blocks_json(const std::vector<StoredBlock>& blocks) {
  json list = json::array();
  for (const StoredBlock& b : blocks) list.push_back({b.box.lo, b.box.hi, b.file});
  return list;
}

json parameters_json(const std::vector<StoredParameter>& parameters) {
  json list = json::array();
  for (const StoredParameter& p : parameters) {
    list.push_back({p.section, p.instance, p.name, p.value, p.source});
    if (!p.before.empty()) list.back().push_back(p.before);
  }
  return list;
}

json tables_json(const std::vector<TableState>& tables) {
  json list = json::array();
  for (const TableState& t : tables)
    list.push_back({{"name", t.name}, {"bytes", t.bytes}, {"checksum", t.checksum}});
  return list;
}

template <class T>
T number(const json& j) {
  return whole_number<T>(j, "manifest.json");
}

json clock_json(const ClockState& clock) {
  json j = {{"next", clock.next},
            {"target", clock.target},
            {"evaluated", clock.evaluated},
            {"interval", clock.interval},
            {"rejected steps", clock.rejected},
            {"rejections", clock.rejections},
            {"repeats", clock.repeats},
            {"recent", clock.recent},
            {"errors", clock.errors},
            {"caution", clock.caution}};
  if (clock.pending)
    j["pending"] = {{"iteration", clock.pending->iteration},
                    {"longest", clock.pending->longest},
                    {"limit", clock.pending->limit ? json(*clock.pending->limit) : json()}};
  return j;
}

Real positive_number(const json& j) {
  const Real value = j;
  if (!(value > 0) || !std::isfinite(value))
    throw CheckpointDamage{"manifest.json contains an invalid time step"};
  return value;
}

void read_rejections(const json& j, ClockState& clock) {
  for (const json& error : j.value("errors", json::array())) {
    clock.errors.push_back(error);
    if (!(clock.errors.back() >= 0) || !std::isfinite(clock.errors.back()))
      throw CheckpointDamage{"manifest.json contains an invalid error of a step"};
  }
  clock.caution = j.value("caution", json(1));
  if (!(clock.caution > 0 && clock.caution <= 1))
    throw CheckpointDamage{"manifest.json contains an invalid factor of steps"};
}

ClockState clock_of(const json& j, const CheckpointManifest& m) {
  ClockState clock{.iteration = m.iteration, .time = m.time, .dt = m.dt};
  clock.next = positive_number(j.at("next"));
  clock.target = positive_number(j.at("target"));
  clock.evaluated = number<long>(j.at("evaluated"));
  clock.interval = number<long>(j.value("interval", json(0)));
  clock.rejected = number<long>(j.at("rejected steps"));
  clock.rejections = number<long>(j.value("rejections", json(0)));
  clock.repeats = number<long>(j.value("repeats", json(0)));
  for (const json& limit : j.value("recent", json::array()))
    clock.recent.push_back(positive_number(limit));
  read_rejections(j, clock);
  if (j.contains("pending")) {
    const json& p = j.at("pending");
    clock.pending = {number<long>(p.at("iteration")), p.at("longest"), {}};
    if (const json& limit = p.at("limit"); !limit.is_null())
      clock.pending->limit = positive_number(limit);
  }
  return clock;
}

Index3 corner(const json& j) {
  return {number<int>(j.at(0)), number<int>(j.at(1)), number<int>(j.at(2))};
}

// Its extents and its number of points are to be numbers, too.
Box box(const json& lower, const json& upper) {
  const Box b{corner(lower), corner(upper)};
  double points = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const double extent = double(b.hi[d]) - double(b.lo[d]);
    points *= std::max(std::abs(extent), 1.0);
    if (std::abs(extent) > 0x1p30 || points > 0x1p59)
      throw CheckpointDamage{"manifest.json contains an invalid block size"};
  }
  return b;
}

// Nothing outside the run folder is read for it.
bool stays_inside(const std::filesystem::path& name) {
  return !name.empty() && name.is_relative() &&
         std::find(name.begin(), name.end(), "..") == name.end();
}

void read_tables(const json& j, CheckpointManifest& m) {
  for (const json& t : j) {
    m.tables.push_back({t.at("name"), number<std::uint64_t>(t.at("bytes")), t.at("checksum")});
    if (!stays_inside(m.tables.back().name))
      throw CheckpointDamage{"manifest.json names a table outside the run folder"};
  }
}

void read_lists(const json& j, CheckpointManifest& m) {
  for (const json& f : j.at("fields")) m.fields.push_back({f.at(0), number<int>(f.at(1))});
  for (const json& b : j.at("blocks: lower, upper, file"))
    m.blocks.push_back({box(b.at(0), b.at(1)), number<int>(b.at(2))});
  for (const json& f : j.at("files"))
    m.files.push_back({f.at("name"), f.at("site"), number<std::uint64_t>(f.at("bytes")),
                       f.at("checksum"), f.value("host", ""), f.value("storage", "")});
  if (j.contains("tables")) read_tables(j.at("tables"), m);
  for (const json& p : j.at("parameters: section, instance, name, value, source"))
    m.parameters.push_back({p.at(0), number<int>(p.at(1)), p.at(2), p.at(3), p.at(4),
                            p.size() > 5 ? p.at(5).get<std::string>() : std::string()});
  for (const StoredFile& f : m.files)
    if (f.name.find('/') != f.name.npos || f.name == "..")
      throw CheckpointDamage{"manifest.json names a file outside of its folder"};
  for (const StoredBlock& b : m.blocks)
    if (b.file < 0 || b.file >= int(m.files.size()))
      throw CheckpointDamage{"manifest.json names a file that does not exist"};
}

}  // namespace

std::string to_text(const CheckpointManifest& m) {
  json fields = json::array(), files = json::array();
  for (const StoredField& f : m.fields) fields.push_back({f.name, f.level});
  for (const StoredFile& f : m.files)
    files.push_back({{"name", f.name},
                     {"site", f.site},
                     {"bytes", f.bytes},
                     {"checksum", f.checksum},
                     {"host", f.host},
                     {"storage", f.storage}});
  return seal(
      {{"format", format_name},
       {"version", format_version},
       {"iteration", m.iteration},
       {"time", m.time},
       {"dt", m.dt},
       {"longest dt", m.longest_dt},
       {"adaptive steps", m.clock ? clock_json(*m.clock) : json()},
       {anchor_name, m.anchor ? json::array({m.anchor->iteration, m.anchor->time}) : json()},
       {"grid", m.grid},
       {"fields", fields},
       {"blocks: lower, upper, file", blocks_json(m.blocks)},
       {"files", files},
       {"tables", tables_json(m.tables)},
       {"scalars", m.scalars},
       {"states", m.states ? json(*m.states) : json()},
       {"parameters: section, instance, name, value, source", parameters_json(m.parameters)},
       {"provenance", m.provenance},
       {"services", m.services}});
}

CheckpointManifest checkpoint_manifest(const std::string& text) try {
  const json j = unseal(text, "manifest.json");
  if (j.at("format") != format_name || j.at("version") != format_version)
    throw CheckpointDamage{"manifest.json is of another version of Cardon"};
  CheckpointManifest m;
  m.iteration = number<long>(j.at("iteration"));
  m.time = j.at("time");
  m.dt = j.at("dt");
  m.longest_dt = j.value("longest dt", m.dt);
  if (const auto clock = j.find("adaptive steps"); clock != j.end() && !clock->is_null())
    m.clock = clock_of(*clock, m);
  else if (const auto from = j.find(anchor_name); from != j.end() && !from->is_null())
    m.anchor = StepAnchor{number<long>(from->at(0)), from->at(1)};
  m.grid = j.at("grid");
  m.scalars = j.at("scalars");
  if (const auto states = j.find("states"); states != j.end() && !states->is_null())
    m.states = states->get<std::vector<std::string>>();
  m.provenance = j.at("provenance");
  m.services = j.at("services");
  read_lists(j, m);
  return m;
} catch (const json::exception&) {
  throw CheckpointDamage{"manifest.json is not a manifest of a checkpoint"};
}

CheckpointManifest with_parts(CheckpointManifest manifest, const CheckpointParts& parts) {
  manifest.fields = parts.fields;
  manifest.blocks = parts.blocks;
  manifest.files = parts.files;
  manifest.scalars = hex_text(parts.state);
  return manifest;
}

}  // namespace cardon
