// SPDX-License-Identifier: Apache-2.0
#include "codec_runs.hpp"

#include "framework.hpp"

namespace cardon::performance {
namespace {

constexpr int sent_layers = 3;
constexpr int messages = 40;

struct Application {
  std::string name;
  int steps;  // before the first message
  std::vector<std::string> arguments;
};

// Centres lie beside grid points and off the middle, so that no two directions are alike.
std::vector<Application> applications() {
  return {
      {"EinsteinVacuum in 3-D, 25 fields",
       40,
       {"thorns=[EinsteinVacuum]", "grid.points=[48,40,44]", "time.integrator=rk4",
        "grid.domain=[[-7.6,8.3],[-7.1,6.2],[-8.2,6.4]]", "grid.boundary=periodic",
        "time.courant=0.4", "EinsteinVacuum.initial=quadrupole_wave",
        "EinsteinVacuum.amplitude=5e-3", "EinsteinVacuum.width=2"}},
      {"Euler in 3-D, blast, 5 fields",
       60,
       {"thorns=[Euler]", "grid.cells=[72,64,60]", "time.integrator=rk2",
        "grid.domain=[[0,0.72],[0,0.64],[0,0.6]]", "grid.boundary=reflecting", "time.courant=0.8",
        "Euler.initial=sedov", "Euler.explosion_energy=1", "Euler.width=0.05", "Euler.density=1",
        "Euler.pressure=0.01", "Euler.riemann=hll", "Euler.centre=[0.31,0.29,0.27]"}},
      {"GrayScott in 3-D, 2 fields",
       600,
       {"thorns=[GrayScott]", "grid.points=[72,64,60]", "time.integrator=euler",
        "grid.domain=[[0,0.72],[0,0.64],[0,0.6]]", "grid.boundary=periodic", "time.courant=0.8",
        "GrayScott.feed=0.037", "GrayScott.kill=0.06", "GrayScott.square=0.1",
        "GrayScott.coverage=0.3", "GrayScott.seed=3"}},
      {"WaveToy in 3-D, 1 field",
       80,
       {"thorns=[WaveToy]", "grid.points=[96,88,92]", "time.courant=0.5",
        "grid.domain=[[0,0.96],[0,0.88],[0,0.92]]", "grid.boundary=reflecting",
        "WaveToy.initial=gaussian", "WaveToy.centre=[0.37,0.41,0.29]", "WaveToy.width=0.12"}}};
}

std::vector<const GridFunction*> evolved_fields(const Program& program) {
  std::vector<const GridFunction*> fields;
  for (const GridFunction& field : program.fields)
    if (field.role == Role::evolved && !field.internal) fields.push_back(&field);
  return fields;
}

std::vector<double> message_of(const Framework& framework,
                               const std::vector<const GridFunction*>& fields, const Box& sent) {
  std::vector<double> values;
  for (const GridFunction* field : fields) {
    const FieldPiece piece = framework.field(field->full_name(), 0);
    for (int k = sent.lo[2]; k < sent.hi[2]; ++k)
      for (int j = sent.lo[1]; j < sent.hi[1]; ++j)
        values.insert(values.end(), piece.row(j, k) + sent.lo[0], piece.row(j, k) + sent.hi[0]);
  }
  return values;
}

Series series_of(const Application& application) {
  Framework framework(application.arguments);
  const auto fields = evolved_fields(framework.setup().program);
  Box sent = framework.grid().domain();
  sent.lo[2] = sent.extent(2) / 2;
  sent.hi[2] = sent.lo[2] + sent_layers;
  Series series{application.name, {}, {}};
  cut_rows(series, sent.extent(0), sent.extent(1), sent_layers * int(fields.size()));
  framework.steps(application.steps);
  for (int n = 0; n < messages; ++n) {
    framework.steps(1);
    series.messages.push_back(message_of(framework, fields, sent));
  }
  return series;
}

}  // namespace

std::vector<Series> run_series() {
  std::vector<Series> all;
  for (const Application& application : applications()) all.push_back(series_of(application));
  return all;
}

}  // namespace cardon::performance
