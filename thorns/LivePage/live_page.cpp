// SPDX-License-Identifier: Apache-2.0
#include "live_page.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cardon/kit/collective_or_throw.hpp>
#include <cardon/thorn/error.hpp>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "page_note.hpp"
#include "page_parameters.hpp"
#include "plan_facts.hpp"
#include "run_facts.hpp"
#include "self_signed.hpp"
#include "state_json.hpp"

namespace cardon {
namespace {

constexpr const char* section = "page";
constexpr double between_states = 0.25;  // s
constexpr double between_reports = 1.0;  // s, of ranks to rank 0

ServerSettings settings_of(const ParameterSet& parameters) {
  ServerSettings s;
  s.address = parameters.get(section, page::address);
  s.port = parameters.get(section, page::port);
  s.interval = parameters.get(section, page::interval);
  return s;
}

/// What is known of links besides what they carry: by the section machine, or as it was found when
/// the sites were.
void add_links(RunState& state, const Machine& machine) {
  for (LinkState& link : state.links)
    for (const SiteLink& known : machine.links)
      if (known.name == link.name) {
        link.latency = known.latency;
        link.bandwidth = known.bandwidth;
      }
}

template <class Name>
TlsFile file_of(const ParameterSet& parameters, const Name& name) {
  const Location& where = parameters.where(section, name.name());
  return {std::string(parameters.get(section, name)), where};
}

/// Null: none is given. What is wrong with the files is known on the computer of rank 0 only.
std::shared_ptr<const TlsIdentity> given_identity(const StepSetup& setup, bool wanted) {
  const TlsFile certificate = file_of(setup.parameters, page::certificate);
  const TlsFile key = file_of(setup.parameters, page::key);
  if (certificate.path.empty() != key.path.empty())
    throw Error({.slug = "page/tls",
                 .message = "page.certificate and page.key are needed together",
                 .where = key.path.empty() ? certificate.where : key.where,
                 .help = "give both; or none: addresses other than loopback then get a certificate "
                         "that is made for the run"});
  std::shared_ptr<const TlsIdentity> identity;
  if (certificate.path.empty()) return identity;
  collective_or_throw(setup.transport, [&] {
    if (wanted) identity = std::make_shared<const TlsIdentity>(read_identity(certificate, key));
  });
  const std::string invalid = identity ? why_invalid_now(*identity) : "";
  if (!invalid.empty())
    setup.warn({.slug = "page/expired",
                .message = fmt::format("page.certificate {} {}", certificate.path, invalid),
                .where = certificate.where,
                .help = "browsers warn of the live page, and other programs may refuse it, until "
                        "the certificate is renewed"});
  return identity;
}

}  // namespace

LivePage::~LivePage() { leave("ended"); }

void LivePage::open(const StepSetup& setup) {
  setup_.emplace(setup);
  settings_ = settings_of(setup.parameters);
  if (setup.parameters.get(section, page::serve) != "never")
    settings_.identity =
        given_identity(setup, setup.transport.rank() == 0 && page_is_wanted(setup.parameters));
}

void LivePage::record_in(const std::filesystem::path& run_folder) {
  if (setup_->parameters.get(section, page::serve) == "never") return;
  collective_or_throw(setup_->transport, [&] {
    if (setup_->transport.rank() == 0 && page_is_wanted(setup_->parameters)) start(run_folder);
  });
  const std::byte served{server_ ? std::uint8_t{1} : std::uint8_t{0}};
  if (setup_->transport.all_gather({&served, 1}).front() == std::vector{std::byte{1}})
    reports_.emplace(setup_->transport, setup_->tag, between_reports);
}

void LivePage::start(const std::filesystem::path& run_folder) {
  content_ = std::make_shared<PageContent>(run_folder);
  content_->schedule = json_line(schedule_json(setup_->program));
  content_->set_parameters(json_line(parameters_json(setup_->parameters)));
  state_.title = setup_->parameters.get<std::string>("", "title");
  state_.folder = run_folder.string();
  state_.phase = "starting";
  state_.points = setup_->program.grid.domain().points();
  state_.sites = sites_of(content_->files.sites());
  progress_.emplace(*setup_, state_);
  content_->board.put(state_);
  if (!settings_.identity && !is_loopback(settings_.address))
    settings_.identity =
        std::make_shared<const TlsIdentity>(make_identity(names_of_host(settings_.address)));
  server_ = std::make_unique<PageServer>(settings_, content_);
  write_page_note(run_folder, {server_->url(), content_->token, content_->steering_token,
                               settings_.identity ? fingerprint(*settings_.identity) : ""});
  announce();
}

// log.txt, which others may read, gets no token; so the screen is written to directly.
void LivePage::announce() const {
  const bool seen = isatty(STDOUT_FILENO) == 1;
  const std::string note = (std::filesystem::path(state_.folder) / page_note_name).string();
  std::string text =
      seen ? fmt::format("live page   {0}#{1}\nto steer    {0}#{1}.{2}\n", server_->url(),
                         content_->token, content_->steering_token)
           : fmt::format("live page   {}  (its token is in {})\n", server_->url(), note);
  if (settings_.identity)
    text += fmt::format("certificate SHA-256 {}{}\n", fingerprint(*settings_.identity),
                        settings_.identity->self_signed ? "  (made for this run: compare it)" : "");
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

StepOrder LivePage::after_step(const StepView& step) {
  if (reports_ && !step.last) reports_->after_step(step.steps_taken(), setup_->driver);
  if (!server_) return {};
  const double now = seconds_now();
  if (now - shown_ >= between_states || step.last || step.iteration == setup_->first_iteration)
    show(step);
  return {};
}

void LivePage::show(const StepView& step) {
  shown_ = seconds_now();
  progress_->advance(state_, step, shown_);
  fill_figures(state_, setup_->program, setup_->driver.timings());
  if (setup_->driver_setup != nullptr && setup_->driver_setup->machine != nullptr)
    add_links(state_, *setup_->driver_setup->machine);
  state_.ranks = reports_->ranks();
  show_plan();
  state_.phase = step.last ? "ended" : "running";
  content_->board.put(state_);
}

// To plan takes up to some milliseconds, so what nobody looks at is not planned after changes;
// there is no plan then instead of an old one.
void LivePage::show_plan() {
  const std::vector<plan::Link> links = setup_->driver.links();
  const auto same = [](const plan::Link& a, const plan::Link& b) {
    return a.name == b.name && a.depth == b.depth;
  };
  if (std::equal(links.begin(), links.end(), planned_.begin(), planned_.end(), same)) return;
  if (had_plan_ && !content_->plan_wanted) {
    planned_.clear();
    content_->set_plan("{}");
    return;
  }
  had_plan_ = true;
  content_->plan_wanted = false;
  content_->set_plan(json_line(plan_json(setup_->program, links)));
  planned_ = links;
}

void LivePage::conclude() {
  if (reports_) reports_->close();
}

void LivePage::paused(const StepView& step, bool now) {
  if (!server_ || (state_.phase == "paused") == now) return;
  if (now) show(step);
  state_.phase = now ? "paused" : "running";
  content_->board.put(state_);
}

void LivePage::steered(const SteeredRun& run) {
  if (!server_) return;
  content_->set_parameters(json_line(parameters_json(run.parameters)));
  state_.last_iteration = run.last_iteration;
  if (run.parameters.has("time.stop", "time"))
    state_.stop_time = run.parameters.get<Real>("time.stop", "time");
  if (run.parameters.has("time.stop", "wall"))
    state_.wall_limit = run.parameters.get<Real>("time.stop", "wall");
}

void LivePage::leave(const char* phase) {
  if (!server_) return;
  state_.phase = phase;
  content_->board.put(state_);
  server_.reset();
  remove_page_note(state_.folder);
}

}  // namespace cardon
