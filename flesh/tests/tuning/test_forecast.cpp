// SPDX-License-Identifier: Apache-2.0
// How well the reference of a ChangeDetector foretells the next value of a series, against simple
// predictors and a choice among them by their errors so far, as of the Network Weather Service
// (R. Wolski, N. Spring and J. Hayes, Future Generation Computer Systems 15, 1999).
#include <gtest/gtest.h>

#include <algorithm>
#include <cardon/kit/tuning/robust.hpp>
#include <cardon/tuning/change_detector.hpp>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace cardon::test {
namespace {

struct Predictor {
  virtual ~Predictor() = default;
  virtual void add(double value) = 0;
  virtual double next() const = 0;
};

struct Reference : Predictor {
  void add(double value) override { detector.add({value, 0.05 * value, 1}); }
  double next() const override { return detector.reference().value; }
  ChangeDetector detector;
};

struct OfThePast : Predictor {
  void add(double value) override { past.push_back(value); }
  std::vector<double> last(std::size_t n) const {
    return {past.end() - long(std::min(n, past.size())), past.end()};
  }
  std::vector<double> past;
};

struct LastValue : OfThePast {
  double next() const override { return past.back(); }
};

struct Mean : OfThePast {
  explicit Mean(std::size_t count) : values(count) {}
  double next() const override {
    const std::vector<double> all = last(values);
    double sum = 0;
    for (const double value : all) sum += value;
    return sum / double(all.size());
  }
  std::size_t values;
};

struct Median : OfThePast {
  double next() const override { return median(last(10)); }
};

struct Smoothed : Predictor {
  void add(double value) override { mean = mean > 0 ? mean + 0.2 * (value - mean) : value; }
  double next() const override { return mean; }
  double mean = 0;
};

using Members = std::map<std::string, std::unique_ptr<Predictor>>;

Members simple_ones() {
  Members all;
  all["last value"] = std::make_unique<LastValue>();
  all["mean of all"] = std::make_unique<Mean>(1000);
  all["mean of 10"] = std::make_unique<Mean>(10);
  all["median of 10"] = std::make_unique<Median>();
  all["smoothed"] = std::make_unique<Smoothed>();
  return all;
}

double error(const Predictor& predictor, double value) {
  return std::abs(std::log(predictor.next() / value));
}

/// Follows the one that was best lately.
struct Choice : Predictor {
  Choice() : members(simple_ones()) { members["reference"] = std::make_unique<Reference>(); }
  void add(double value) override {
    for (auto& [name, member] : members) {
      if (has_begun) errors[name] = 0.9 * errors[name] + error(*member, value);
      member->add(value);
    }
    has_begun = true;
  }
  double next() const override {
    const auto best =
        std::min_element(errors.begin(), errors.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return members.at(best == errors.end() ? "last value" : best->first)->next();
  }
  Members members;
  std::map<std::string, double> errors;
  bool has_begun = false;
};

constexpr int windows = 200;

/// 5 % of noise on what `truth` says of a window.
template <class Truth>
std::vector<double> series(const Truth& truth, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<> noise(0, 0.05);
  std::vector<double> values;
  for (int n = 0; n < windows; ++n) values.push_back(truth(n) * std::exp(noise(random)));
  return values;
}

std::map<std::string, std::vector<double>> all_series(unsigned seed) {
  std::map<std::string, std::vector<double>> all{
      {"constant", series([](int) { return 1.0; }, seed)},
      {"step", series([](int n) { return n >= 60 && n < 140 ? 4.0 : 1.0; }, seed + 1)},
      {"periodic",
       series([](int n) { return 1 + 0.4 * std::sin(2 * std::numbers::pi * n / 40); }, seed + 2)}};
  std::vector<double> mixed;
  for (const char* name : {"constant", "step", "periodic"})
    mixed.insert(mixed.end(), all[name].begin(), all[name].end());
  all["mixed"] = mixed;
  return all;
}

double mean_error(Predictor& predictor, const std::vector<double>& values) {
  double sum = 0;
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (n > 0) sum += error(predictor, values[n]);
    predictor.add(values[n]);
  }
  return sum / double(values.size() - 1);
}

/// By series and predictor, mean of five seeds.
std::map<std::string, std::map<std::string, double>> errors() {
  constexpr unsigned seeds = 5;
  std::map<std::string, std::map<std::string, double>> found;
  for (unsigned seed = 0; seed < seeds; ++seed)
    for (const auto& [kind, values] : all_series(10 * seed + 1)) {
      Members members = simple_ones();
      members["reference"] = std::make_unique<Reference>();
      members["choice"] = std::make_unique<Choice>();
      for (auto& [name, member] : members) found[kind][name] += mean_error(*member, values) / seeds;
    }
  return found;
}

// E30. Expected: the error of a choice of predictors is at most that of every single one on the
// mixed series.
TEST(Forecast, ReferencesAgainstSimplePredictors) {
  auto found = errors();
  for (const auto& [kind, members] : found)
    for (const auto& [name, one] : members)
      std::printf("%-9s %-13s %5.1f %%\n", kind.c_str(), name.c_str(), 100 * one);
  const auto best = [&](const std::string& kind) {
    double min_error = 1;
    for (const auto& [name, one] : found[kind])
      if (name != "reference" && name != "choice") min_error = std::min(min_error, one);
    return min_error;
  };
  EXPECT_LT(found["constant"]["reference"], 1.05 * best("constant"));
  EXPECT_LT(found["step"]["reference"], best("step"));
  EXPECT_LT(found["mixed"]["choice"], best("mixed"));
  // What a periodic series costs the reference, which waits for a change that lasts.
  EXPECT_LT(found["mixed"]["reference"], 1.3 * best("mixed"));
}

}  // namespace
}  // namespace cardon::test
