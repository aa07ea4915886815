// SPDX-License-Identifier: Apache-2.0
#include "sedov_blast.hpp"

#include <cmath>
#include <cstddef>

namespace euler {

namespace {

constexpr double step = 2.5e-3;  // of log(r / R)
constexpr int steps = 6400;

/// With xi = r / R the velocity is 2 / (D + 2) r / t V(xi) and the density G(xi) times that at
/// first. w = gamma V - 1, which is 0 at the centre, g = log G.
struct Similar {
  double w, g;
};

Similar operator+(Similar a, Similar b) { return {a.w + b.w, a.g + b.g}; }
Similar operator*(double s, Similar a) { return {s * a.w, s * a.g}; }

/// Derivatives by log xi. Conservation of mass and of entropy along the flow, with the temperature
/// from the integral of energy, Z = gamma (gamma - 1) (1 - V) V^2 / (2 (gamma V - 1)).
Similar change(Similar s, int n, double gamma) {
  const double v = (s.w + 1) / gamma, rest = 1 - v;
  const double pull = ((gamma - 1) * n * v - (n + 2) + 2 * v) / rest;
  const double dv = s.w * pull / (s.w * (2 / v - gamma / rest) - gamma);
  return {gamma * dv, (dv + n * v) / rest};
}

}  // namespace

SedovBlast::SedovBlast(int dimensions, double gamma, double energy, double density)
    : dimensions_(dimensions), energy_(energy), density_(density) {
  integrate(gamma);
}

// Inwards from the shock, by the classical method of Runge and Kutta. The constant is that for
// which the kinetic and internal energy inside R is the one of the explosion.
void SedovBlast::integrate(double gamma) {
  const int n = dimensions_;
  Similar s{(gamma - 1) / (gamma + 1), std::log((gamma + 1) / (gamma - 1))};
  double sum = 0;
  for (int i = 0; i <= steps; ++i) {
    const double v = (s.w + 1) / gamma;
    const double energy = std::exp(-(n + 2) * i * step + s.g) * (gamma - 1) * v * v * v / (2 * s.w);
    const double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;  // Simpson's rule
    sum += step / 3 * weight * energy;
    log_ratio_.push_back(s.g);
    const Similar a = change(s, n, gamma), b = change(s + -0.5 * step * a, n, gamma);
    const Similar c = change(s + -0.5 * step * b, n, gamma), d = change(s + -step * c, n, gamma);
    s = s + (-step / 6) * (a + 2 * b + 2 * c + d);
  }
  const double pi = 3.14159265358979323846, sphere = n == 1 ? 2 : n == 2 ? 2 * pi : 4 * pi;
  constant_ = sphere * sum * 4 / ((n + 2) * (n + 2));
}

double SedovBlast::radius(double time) const {
  return std::pow(energy_ * time * time / (constant_ * density_), 1.0 / (dimensions_ + 2));
}

double SedovBlast::density(double r, double time) const {
  const double shock = radius(time);
  if (r >= shock) return density_;
  const double place = r > 0 ? std::log(shock / r) / step : steps;
  if (place >= steps) return density_ * std::exp(log_ratio_.back());
  const auto i = std::size_t(place);
  const double part = place - double(i);
  return density_ * std::exp((1 - part) * log_ratio_[i] + part * log_ratio_[i + 1]);
}

}  // namespace euler
