// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/services/step_service.hpp>
#include <cardon/thorn/parameter.hpp>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "span_recorder.hpp"
#include "trace_events.hpp"

namespace cardon {

/// Records what every rank does during a few steps, and writes it at the end of the run as
/// trace.json for Perfetto (ui.perfetto.dev) and chrome://tracing, with a table of late senders.
class ChromeTrace final : public StepService {
 public:
  static inline const Parameter steps{
      "steps", 0, "Steps whose tasks and waits are recorded in trace.json; 0: none", non_negative};
  static inline const Parameter after{"after", 0, "Iteration after which recording begins",
                                      non_negative};

  /// Throws Error trace/other-tool where Kokkos has loaded a tool already.
  void open(const StepSetup& setup) override;
  void record_in(const std::filesystem::path& run_folder) override { folder_ = run_folder; }
  StepOrder after_step(const StepView& step) override;
  bool idle(const StepView&) const override { return !transport_; }
  /// Sends what was recorded to rank 0, which writes it. Throws Error trace/not-written.
  void conclude() override;
  StepReport report(double) override;

 private:
  void at_rank_0(const std::string& text,
                 const std::function<void(const std::vector<std::string>&)>& use) const;
  void write(const std::string& name, const std::function<void(std::ostream&)>& contents) const;
  void search(const std::vector<std::string>& ranks);

  Driver* driver_ = nullptr;
  Transport* transport_ = nullptr;
  int tag_ = 0;
  long first_ = 0, last_ = 0;  // recorded while first_ < iteration <= last_
  std::int64_t origin_ = 0;
  TraceTrack track_;
  std::filesystem::path folder_;
  std::string found_;  // a sentence for the screen, on rank 0
  SpanRecorder recorder_;
};

}  // namespace cardon
