// SPDX-License-Identifier: Apache-2.0
#include "sbn_search_model.hpp"

#include <cmath>
#include <vector>

namespace cardon {
namespace {

using Distribution = std::vector<double>;  // probability by number of jobs

// Longer queues have no probability to speak of for the means of the tables.
constexpr std::size_t length = 256;

Distribution poisson(double mean) {
  Distribution p(length, 0.0);
  p[0] = std::exp(-mean);
  for (std::size_t j = 1; j < length; ++j) p[j] = p[j - 1] * mean / double(j);
  return p;
}

// A rank gives half of its jobs.
Distribution halved(const Distribution& v) {
  Distribution half(length, 0.0);
  for (std::size_t j = 0; j < length; ++j) half[j / 2] += v[j];
  return half;
}

Distribution convolved(const Distribution& a, const Distribution& b) {
  Distribution sum(length, 0.0);
  for (std::size_t i = 0; i < length; ++i)
    for (std::size_t j = 0; i + j < length; ++j) sum[i + j] += a[i] * b[j];
  return sum;
}

}  // namespace

double SbnSearchModel::expected_jobs() const {
  const Distribution p = poisson(mean);
  Distribution stops(length, 0.0), goes_on = p;
  for (std::size_t j = std::size_t(stop); stop > 0 && j < length; ++j) {
    stops[j] = p[j];
    goes_on[j] = 0;
  }
  Distribution result = halved(p);
  for (int s = 1; s < dimension; ++s) {
    Distribution next = convolved(goes_on, convolved(result, result));
    for (std::size_t j = 0; j < length; ++j) next[j] += stops[j];
    result = halved(next);
  }
  double jobs = 0;
  for (std::size_t j = 0; j < length; ++j) jobs += double(j) * result[j];
  return jobs;
}

double SbnSearchModel::expected_ranks() const {
  const Distribution p = poisson(mean);
  double goes_on = 0;
  for (std::size_t j = 0; j < length; ++j)
    if (stop == 0 || int(j) < stop) goes_on += p[j];
  double ranks = 0;
  for (int s = 0; s < dimension; ++s) ranks += std::pow(2 * goes_on, dimension - s - 1);
  return ranks;
}

}  // namespace cardon
