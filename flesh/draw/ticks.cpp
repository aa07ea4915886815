// SPDX-License-Identifier: Apache-2.0
#include "draw/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cardon {
namespace {

// Widths of ranges relative to their largest number: narrow ones have labels relative to a number
// in the axis label, narrower ones than the narrowest are not drawn.
constexpr double narrow = 1e-5, narrowest = 1e-12;
constexpr int max_ticks = 100;

double round_step(double rough) {
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

// A true minus sign is as wide as the digits.
std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "\u2212");
  return text;
}

// The multiple of the largest power of ten within [lower, upper], which does not contain 0.
double roundest(double lower, double upper, double step) {
  const int last = int(std::floor(std::log10(step)));
  for (int k = int(std::ceil(std::log10(std::max(std::abs(lower), std::abs(upper))))); k > last;
       --k) {
    const double power = std::pow(10.0, std::abs(k));  // exact, unlike those below 1
    const double n = std::ceil(k < 0 ? lower * power : lower / power);
    const double number = k < 0 ? n / power : n * power;
    if (number >= lower && number <= upper) return number;
  }
  return lower;
}

std::string with_sign(double number) {
  return fmt::format(" {} {:.14g}", number < 0 ? "\u2212" : "+", std::abs(number));
}

int common_exponent(double largest) {
  if (largest == 0 || (largest < 1e5 && largest >= 1e-3)) return 0;
  return int(std::floor(std::log10(largest) + 1e-9));
}

}  // namespace

std::string power_of_ten(int exponent) {
  static const char* const raised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                       "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string text = exponent < 0 ? "10\u207b" : "10";
  for (char digit : std::to_string(std::abs(exponent))) text += raised[digit - '0'];
  return text;
}

std::string short_number(double value) {
  std::string text = fmt::format("{:.4g}", value);
  if (const std::size_t e = text.find('e'); e != text.npos)
    text = text.substr(0, e) + "\u00d7" + power_of_ten(std::stoi(text.substr(e + 1)));
  return with_minus(text);
}

std::array<double, 2> drawable_range(double lower, double upper) {
  constexpr double min_value = 1e-300, max_value = 8e307;  // 2 * max_value is still a number
  if (!(lower <= upper)) return {0, 1};
  lower = std::clamp(lower, -max_value, max_value);
  upper = std::clamp(upper, -max_value, max_value);
  const double largest = std::max(std::abs(lower), std::abs(upper));
  if (upper - lower >= std::max(narrowest * largest, min_value)) return {lower, upper};
  const double room = largest < min_value ? 1 : 0.1 * largest;
  return {lower - room, upper + room};
}

Ticks linear_ticks(double lower, double upper, int wanted) {
  Ticks ticks;
  const double span = upper - lower, largest = std::max(std::abs(lower), std::abs(upper));
  if (!std::isfinite(span) || !(span >= 0.5 * narrowest * largest)) return ticks;
  const double step = round_step(span / std::clamp(wanted, 1, max_ticks));
  if (!std::isnormal(step)) return ticks;
  const double origin = span < narrow * largest ? roundest(lower, upper, step) : 0;
  lower -= origin;
  upper -= origin;
  const int exponent = common_exponent(std::max(std::abs(lower), std::abs(upper)));
  const double scale = std::pow(10.0, exponent);
  const int decimals = std::clamp(int(std::ceil(-std::log10(step / scale) - 1e-9)), 0, 12);
  const double slack = std::max(1e-9 * span, 4e-16 * largest);
  for (double n = std::ceil((lower - slack) / step); n * step <= upper + slack; ++n) {
    ticks.positions.push_back(origin + n * step);
    ticks.labels.push_back(
        with_minus(fmt::format("{:.{}f}", n == 0 ? 0.0 : n * step / scale, decimals)));
  }
  if (exponent != 0) ticks.factor = "\u00d7" + power_of_ten(exponent);
  if (origin != 0) ticks.factor += with_sign(origin);
  return ticks;
}

}  // namespace cardon
