// SPDX-License-Identifier: Apache-2.0
#include "codec_data.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace cardon::performance {
namespace {

constexpr int layers = 3, width = 91;
constexpr int points = 160, steps = 70, first_step = 31;
constexpr int piece_values = 2048;

using Values = std::vector<double>;

void cut(Series& series, int length) {
  if (length == layers)
    cut_rows(series, length, width * width, 1);
  else
    cut_rows(series, length, width, layers);
}

class Wave {
 public:
  explicit Wave(double sigma) {
    for (int z = 0; z < points; ++z)
      for (int y = 0; y < points; ++y)
        for (int x = 0; x < points; ++x) now_.push_back(pulse(x, y, z, sigma));
    last_ = now_;
  }
  void step() {
    for (int z = 1; z < points - 1; ++z)
      for (int y = 1; y < points - 1; ++y) step_row(place(1, y, z));
    now_.swap(last_);
  }
  Values box(int x0, int y0, int z0, int nx, int nz) const {
    Values values;
    for (int z = z0; z < z0 + nz; ++z) {
      for (int y = y0; y < y0 + width; ++y) {
        const auto row = now_.begin() + std::ptrdiff_t(place(x0, y, z));
        values.insert(values.end(), row, row + nx);
      }
    }
    return values;
  }

 private:
  static constexpr std::size_t sy = points, sz = sy * points;
  static std::size_t place(int x, int y, int z) {
    return std::size_t(z) * sz + std::size_t(y) * sy + std::size_t(x);
  }
  static double pulse(int x, int y, int z, double sigma) {
    const double dx = x - 80.3, dy = y - 81.7, dz = z - 78.2;
    return std::exp(-(dx * dx + dy * dy + dz * dz) / (2 * sigma * sigma));
  }
  void step_row(std::size_t row) {
    const double* u = now_.data() + row;
    double* old = last_.data() + row;
    for (std::size_t x = 0; x < points - 2; ++x) {
      const double around = u[x - 1] + u[x + 1] + u[x - sy] + u[x + sy] + u[x - sz] + u[x + sz];
      old[x] = 2 * u[x] - old[x] + 0.25 * (around - 6 * u[x]);
    }
  }

  Values now_, last_;
};

void add_wave(std::vector<Series>& all, double sigma) {
  const std::string name = "wave, width " + std::to_string(int(sigma));
  Series z_face{name + ", z face", {}, {}}, x_face{name + ", x face", {}, {}};
  cut(z_face, width);
  cut(x_face, layers);
  Wave wave(sigma);
  for (int step = 1; step <= steps; ++step) {
    wave.step();
    if (step < first_step) continue;
    z_face.messages.push_back(wave.box(34, 34, 55, width, layers));
    x_face.messages.push_back(wave.box(55, 34, 34, layers, width));
  }
  all.push_back(z_face);
  all.push_back(x_face);
}

Series with_noise(const Series& smooth) {
  Series series = smooth;
  series.name = "noise of 1e-3 on the first";
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(0, 1e-3);
  for (Values& message : series.messages)
    for (double& value : message) value += noise(random);
  return series;
}

// Density behind distance `s` from the diaphragm at time t; left 1, right 0.125, gamma 1.4.
double sod(double s, double t) {
  if (s > 0.9 * t) return 0.125;
  if (s > 0.5 * t) return 0.265574;
  if (s > -0.1 * t) return 0.426319;
  if (s < -1.2 * t) return 1;
  const double f = (s + 1.2 * t) / (1.1 * t);
  return std::pow(1 - f * (1 - std::pow(0.426319, 0.2)), 5.0);
}

Series shock() {
  Series series{"shock, z face", {}, {}};
  cut(series, width);
  for (int step = first_step; step <= steps; ++step) {
    Values message;
    for (int z = 125; z < 125 + layers; ++z)
      for (int y = 104; y < 104 + width; ++y)
        for (int x = 104; x < 104 + width; ++x)
          message.push_back(sod(0.94 * x + 0.15 * (y - 150) + 0.1 * z - 150, 51.5 + 0.3 * step));
    series.messages.push_back(message);
  }
  return series;
}

}  // namespace

void cut_rows(Series& series, int length, int rows, int planes) {
  int room = 0;
  for (int plane = 0; plane < planes; ++plane) {
    for (int row = 0; row < rows;) {
      if (room < length) {
        const std::size_t end =
            series.pieces.empty() ? 0 : series.pieces.back().first + series.pieces.back().size;
        series.pieces.push_back({end, 0, {}});
        room = piece_values;
      }
      const int count = std::min(room / length, rows - row);
      series.pieces.back().rows.push_back({length, count});
      series.pieces.back().size += std::size_t(length * count);
      room -= length * count;
      row += count;
    }
  }
}

std::vector<Series> all_series() {
  std::vector<Series> all;
  add_wave(all, 24);
  add_wave(all, 8);
  all.push_back(with_noise(all.front()));
  all.push_back(shock());
  return all;
}

}  // namespace cardon::performance
