// Stops a run whose largest value has become small.
#include <cardon/kit/agreement.hpp>
#include <cardon/service.hpp>
#include <cmath>
#include <cstring>
#include <optional>
using namespace cardon;

class TemplateThorn : public StepService {
 public:
  static inline const Parameter every{
      "every", 0, "Iterations between checks of the fields; 0: never", non_negative};
  static inline const Parameter below{
      "below", 1e-6, "Stop when all values of evolved fields are smaller than this", positive};

  void open(const StepSetup& setup) override {
    program_ = &setup.program;
    driver_ = &setup.driver;
    fields_ = &setup.fields;
    every_ = setup.parameters.get("template_thorn", every);
    below_ = setup.parameters.get("template_thorn", below);
    agreement_.emplace(setup.transport, setup.tag, sizeof(Real),
                       [](const Agreement::Reports& reports, bool) { return largest(reports); });
  }

  // Ranks report at one look and read the answer at the next: none of them waits for that.
  StepOrder after_step(const StepView& step) override {
    agreement_->progress();
    if (every_ == 0 || step.last || step.iteration % every_ != 0) return {};
    StepOrder order;
    if (agreement_->is_open() && value(agreement_->conclude([&] { driver_->finish(); })) < below_)
      order.stop = "all values are below template_thorn.below";
    driver_->finish();
    agreement_->report(bytes(own_largest()));
    return order;
  }
  void conclude() override { agreement_->close(); }
  StepReport report(double) override { return {.activity = "template_thorn"}; }

 private:
  static Agreement::Bytes bytes(Real value) {
    Agreement::Bytes bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
  }
  static Real value(const Agreement::Bytes& bytes) {
    Real value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  static Agreement::Bytes largest(const Agreement::Reports& reports) {
    Real all = 0;
    for (const Agreement::Bytes& report : reports) all = std::max(all, value(report));
    return bytes(all);
  }
  /// Of the owned points of this rank.
  Real own_largest() const {
    Real max_value = 0;
    for (const GridFunction& field : program_->fields) {
      if (field.internal || field.role != Role::evolved) continue;
      for (const FieldPiece& piece : fields_->view(field.id, 0).pieces)
        for (int k = piece.box.lo[2]; k < piece.box.hi[2]; ++k)
          for (int j = piece.box.lo[1]; j < piece.box.hi[1]; ++j)
            for (int i = piece.box.lo[0]; i < piece.box.hi[0]; ++i)
              max_value = std::max(max_value, std::abs(piece.row(j, k)[i]));
    }
    return max_value;
  }

  const Program* program_ = nullptr;
  Driver* driver_ = nullptr;
  FieldAccess* fields_ = nullptr;
  long every_ = 0;
  Real below_ = 0;
  std::optional<Agreement> agreement_;
};

CARDON_THORN(TemplateThorn) {
  thorn.summary("Stops runs whose fields have decayed");
  provide<StepService, TemplateThorn>(thorn, "template_thorn", "Stops when all values are small")
      .section("template_thorn")
      .parameters(TemplateThorn::every, TemplateThorn::below);
}
