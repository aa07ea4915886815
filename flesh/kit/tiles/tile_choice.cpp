// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cardon/kit/median.hpp>
#include <cardon/kit/tiles/tile_choice.hpp>
#include <cmath>
#include <limits>
#include <utility>

namespace cardon {
namespace {

constexpr std::size_t samples = 5;       // of each way
constexpr std::size_t max_samples = 15;  // where ways do not differ clearly
constexpr double too_slow = 1.5;     // times the time of the other way: fewer samples are enough
constexpr std::size_t sure = 2;      // so many, if these agree: other programs disturb unequally
constexpr double agreement = 1.1;    // largest / least
constexpr double beaten_by = 1.15;   // times the time of another way: agreeing samples are enough
constexpr double matters = 0.98;     // of the time of plain sweeps: what tiles must save
constexpr int plain_steps = 4;       // of a segment that is timed in plain sweeps, at most
constexpr std::size_t watched = 32;  // segments, four times as many after each look
constexpr int max_looks = 3;         // a host that is never quiet is not timed for ever
constexpr double contradicts = 1.2;  // recent segments / the same ones when they were timed
constexpr double max_longer = 1.5;   // times the best length
constexpr int lengths[] = {8, 16, 4, 2, 1};

}  // namespace

TileChoice::Times::Times() : wanted(samples) {}

// The lower quartile: a sample in two may have been disturbed.
double TileChoice::Times::typical() const {
  if (seconds.empty()) return 0;
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() / 4];
}
double TileChoice::Times::middle() const { return median(seconds); }
double TileChoice::Times::min() const { return *std::min_element(seconds.begin(), seconds.end()); }
bool TileChoice::Times::agree() const {
  return seconds.size() >= sure &&
         *std::max_element(seconds.begin(), seconds.end()) < agreement * min();
}
bool TileChoice::Times::enough() const { return seconds.size() >= wanted; }

TileChoice::TileChoice(const TileSettings& settings, const TileRoom& room)
    : settings_(settings), room_(room) {
  possible_ = settings.mode != TileSettings::Mode::never && room.dimensions > 1 &&
              (settings.mode == TileSettings::Mode::by_hand ||
               room.block_bytes > std::size_t(room.threads) * room.second_level);
}

SegmentFacts TileChoice::expected(int steps) const {
  SegmentFacts facts = one_;
  facts.instances += (steps - 1) * (two_.instances - one_.instances);
  for (int d = 0; d < 3; ++d) {
    facts.span[d] += (steps - 1) * (two_.span[d] - one_.span[d]);
    facts.extent[d] += (steps - 1) * (two_.extent[d] - one_.extent[d]);
  }
  facts.arrays = std::max(one_.arrays, two_.arrays);
  facts.window = std::max(one_.window, two_.window);
  for (int d = 1; d < room_.dimensions; ++d)
    facts.fits = facts.fits && facts.span[d] + facts.reach[d] <= room_.points[d];
  return facts;
}

void TileChoice::know(const SegmentFacts& one_step, const SegmentFacts& two_steps) {
  one_ = one_step;
  two_ = two_steps;
  lengths_.clear();
  for (const int steps : lengths) {
    const SegmentFacts facts = expected(steps);
    if (facts.instances > 1 && fitting(facts).rows > 0) lengths_.push_back(steps);
  }
  if (lengths_.empty() && one_.instances > 1 && first_tried(one_).rows > 0) lengths_.push_back(1);
}

TileChoice::Way TileChoice::way_of(const SegmentFacts& facts, const TileShape& shape) const {
  const std::vector<TileShape> all = shapes(facts);
  const auto found = std::find(all.begin(), all.end(), shape);
  return {facts.instances, found == all.end() ? 0 : int(found - all.begin())};
}

const TileChoice::Times* TileChoice::known(const Way& way) const {
  const auto found = tiled_.find(way);
  return found == tiled_.end() ? nullptr : &found->second;
}

// Where others end segments, some lengths wait for messages longer than others, so each has plain
// sweeps of its own.
int TileChoice::length_of(const SegmentFacts& facts) const {
  return lengths_.empty() ? facts.instances : any_length;
}

const TileChoice::Times& TileChoice::plain(int length) const {
  static const Times none;
  const auto found = plain_.find(length);
  return found == plain_.end() ? none : found->second;
}

bool TileChoice::hopeless(const Times& times, const Times& plain) {
  return times.agree() && plain.seconds.size() >= sure && times.min() > too_slow * plain.typical();
}

// Another length or shape is much faster. Where others end segments, lengths say nothing of each
// other.
bool TileChoice::beaten(const Way& way, const Times& times) const {
  return times.agree() && std::any_of(tiled_.begin(), tiled_.end(), [&](const auto& other) {
           return (!lengths_.empty() || other.first.instances == way.instances) &&
                  other.second.agree() && times.min() > beaten_by * other.second.typical();
         });
}

bool TileChoice::timed(const Way& way, const Times& plain) const {
  const Times* times = known(way);
  return times != nullptr && (times->enough() || hopeless(*times, plain) || beaten(way, *times));
}

bool TileChoice::plainly_timed(int length) const {
  const Times& plain = this->plain(length);
  if (plain.enough()) return true;
  return plain.agree() && std::any_of(tiled_.begin(), tiled_.end(), [&](const auto& timed) {
           const auto& [way, times] = timed;
           return (length == any_length || way.instances == length) &&
                  times.seconds.size() >= sure && plain.min() > too_slow * times.typical();
         });
}

// In plain sweeps, and in tiles that fit the caches.
bool TileChoice::lengths_timed() const {
  return plainly_timed(any_length) && std::all_of(lengths_.begin(), lengths_.end(), [&](int steps) {
           return timed({expected(steps).instances}, plain(any_length));
         });
}

bool TileChoice::decided() const {
  if (settings_.mode == TileSettings::Mode::by_hand) return true;
  if (lengths_.empty())
    return std::any_of(plain_.begin(), plain_.end(),
                       [&](const auto& times) { return plainly_timed(times.first); });
  if (!lengths_timed()) return false;
  const int steps = best_tiled_steps();
  return steps == 0 || !tries_other_rows(expected(steps));
}

// Tiles of other rows of this segment are still to be timed.
bool TileChoice::tries_other_rows(const SegmentFacts& facts) const {
  const Times* first = known({facts.instances});
  const int length = length_of(facts);
  const Times& plain = this->plain(length);
  if (!(lengths_.empty() ? plainly_timed(length) : lengths_timed())) return false;
  if (!timed({facts.instances}, plain) || hopeless(*first, plain)) return false;
  if (!lengths_.empty() && facts.instances != expected(best_tiled_steps()).instances) return false;
  return untimed_shape(facts).has_value();
}

std::optional<int> TileChoice::untimed_shape(const SegmentFacts& facts) const {
  const Times& plain = this->plain(length_of(facts));
  for (int shape = 0; shape < int(shapes(facts).size()); ++shape)
    if (!timed({facts.instances, shape}, plain)) return shape;
  return {};
}

int TileChoice::fastest_shape(const SegmentFacts& facts) const {
  int best = 0;
  for (int shape = 1; shape < int(shapes(facts).size()); ++shape) {
    const Times *times = known({facts.instances, shape}),
                *best_times = known({facts.instances, best});
    if (times != nullptr && best_times != nullptr &&
        times->typical() < matters * best_times->typical())
      best = shape;
  }
  return best;
}

// s per instance of the faster tiles.
double TileChoice::min_time(int instances) const {
  double min_seconds = std::numeric_limits<double>::infinity();
  for (const auto& [way, times] : tiled_)
    if (way.instances == instances && !times.seconds.empty())
      min_seconds = std::min(min_seconds, times.typical());
  return min_seconds;
}

// Steps of the fastest segment in tiles; 0: none.
int TileChoice::best_tiled_steps() const {
  int best = 0;
  double min_seconds = std::numeric_limits<double>::infinity();
  for (const int steps : lengths_) {
    const double seconds = min_time(expected(steps).instances);
    if (seconds >= min_seconds) continue;
    min_seconds = seconds;
    best = steps;
  }
  return best;
}

// The length of which there are the fewest samples, the first of equal ones. Plain sweeps come
// second.
int TileChoice::untimed_steps() const {
  const Times& plain = this->plain(any_length);
  std::size_t min_count = max_samples;
  const int plainly = std::min(plain_steps, *std::max_element(lengths_.begin(), lengths_.end()));
  int next = plainly;
  for (const int steps : lengths_) {
    const Times* times = known({expected(steps).instances});
    const std::size_t count = times == nullptr ? 0 : times->seconds.size();
    if (count >= min_count || timed({expected(steps).instances}, plain)) continue;
    min_count = count;
    next = steps;
  }
  return !plainly_timed(any_length) && plain.seconds.size() < min_count ? plainly : next;
}

int TileChoice::steps() const {
  if (settings_.mode == TileSettings::Mode::by_hand)
    return settings_.steps > 0 ? settings_.steps : (lengths_.empty() ? 1 : lengths_.front());
  if (lengths_.empty()) return 1;
  if (!lengths_timed()) return untimed_steps();
  const int best = best_tiled_steps();
  if (best == 0 || !decided()) return std::max(best, 1);
  return min_time(expected(best).instances) < matters * plain(any_length).typical() ? best : 1;
}

// Each segment reads all memory once, so a few steps more make segments longer, not more.
int TileChoice::segments_of(int steps) const {
  const int length = std::max(this->steps(), 1);
  const int fewer = std::max(steps / length, 1);
  const int longer = (steps + fewer - 1) / fewer;
  return longer <= max_longer * length && may_have(longer) ? fewer : (steps + length - 1) / length;
}

// More steps than the best length.
bool TileChoice::may_have(int steps) const {
  if (settings_.steps > 0 || lengths_.empty() || !decided() || this->steps() == 1) return false;
  return fitting(expected(steps)).rows > 0;
}

bool TileChoice::is_tried(const SegmentFacts& facts) const {
  return std::any_of(lengths_.begin(), lengths_.end(),
                     [&](int steps) { return expected(steps).instances == facts.instances; });
}

// A segment that something else ends, in tiles like those of the best length.
TileShape TileChoice::as_the_best(const SegmentFacts& facts) const {
  const std::vector<TileShape> all = shapes(facts);
  if (!decided()) return all.front();
  const int steps = best_tiled_steps();
  if (steps == 0) return all.front();
  const SegmentFacts best = expected(steps);
  const double rows = shapes(best)[std::size_t(fastest_shape(best))].rows;
  const auto unlike = [&](const TileShape& shape) { return std::abs(std::log(shape.rows / rows)); };
  return *std::ranges::min_element(all, {}, unlike);
}

TileShape TileChoice::shape(const SegmentFacts& facts) const {
  if (!facts.fits) return {0, 0};
  if (settings_.mode == TileSettings::Mode::by_hand) return by_hand(facts);
  const bool tried = lengths_.empty() || is_tried(facts);
  // Of other lengths than those that are tried, only what fits is tiled.
  const TileShape first = tried ? first_tried(facts) : fitting(facts);
  if (facts.instances < 2 || first.rows == 0) return {0, 0};
  if (settings_.mode == TileSettings::Mode::always) return first;
  if (!tried) return as_the_best(facts);
  const Way way{facts.instances};
  const std::size_t count = known(way) == nullptr ? 0 : known(way)->seconds.size();
  const Times& plain = this->plain(length_of(facts));
  if (!plainly_timed(length_of(facts)))
    return plain.seconds.size() < count || timed(way, plain) ? TileShape{0, 0} : first;
  if (!timed(way, plain)) return first;
  if (tries_other_rows(facts)) return shapes(facts)[std::size_t(*untimed_shape(facts))];
  const int best = fastest_shape(facts);
  const Times* times = known({facts.instances, best});
  if (times->typical() >= matters * plain.typical()) return {0, 0};
  return shapes(facts)[std::size_t(best)];
}

void TileChoice::took(const SegmentFacts& facts, const TileShape& shape, double seconds) {
  if (facts.instances == 0) return;
  // What cannot be tiled need not be tried again.
  if (!facts.fits)
    tiled_[{facts.instances}].seconds.assign(samples, std::numeric_limits<double>::infinity());
  if (!std::exchange(warm_, true)) return;
  if (decided()) watch(facts, shape, seconds / facts.instances);
  Times& times = shape.rows == 0 ? plain_[length_of(facts)] : tiled_[way_of(facts, shape)];
  if (times.enough()) return;
  times.seconds.push_back(seconds / facts.instances);
  want_more(facts);
}

// Where the samples of plain sweeps and of the best tiles overlap.
void TileChoice::want_more(const SegmentFacts& facts) {
  Times& plain = plain_[length_of(facts)];
  if (!plain.enough() || (!lengths_.empty() && !lengths_timed())) return;
  const int steps = best_tiled_steps();
  const auto found = tiled_.find({steps > 0 ? expected(steps).instances : facts.instances});
  if (found == tiled_.end() || !found->second.enough()) return;
  Times& tiles = found->second;
  if (tiles.min() > plain.middle() || plain.min() > tiles.middle()) return;
  tiles.wanted = std::min(tiles.seconds.size() + 1, max_samples);
  plain.wanted = std::min(plain.seconds.size() + 1, max_samples);
}

// What cannot be tiled stays so.
void TileChoice::watch(const SegmentFacts& facts, const TileShape& shape, double seconds) {
  const Times* const then =
      shape.rows == 0 ? &plain(length_of(facts)) : known(way_of(facts, shape));
  if (settings_.mode == TileSettings::Mode::by_hand || looks_ == max_looks || then == nullptr ||
      !then->enough())
    return;
  recent_.push_back(seconds / then->middle());
  if (recent_.size() < watched << (2 * looks_)) return;
  const double now = median(recent_);
  recent_.clear();
  if (now < contradicts && now * contradicts > 1) return;
  ++looks_;
  plain_.clear();
  std::erase_if(tiled_, [](const auto& timed) { return std::isfinite(timed.second.min()); });
}

// Where exchanges end segments, the longest is what the driver is after.
double TileChoice::gain() const {
  if (lengths_.empty() && tiled_.empty()) return 0;
  const int instances = lengths_.empty() ? tiled_.rbegin()->first.instances
                                         : expected(std::max(best_tiled_steps(), 1)).instances;
  const Times& plain = this->plain(lengths_.empty() ? instances : any_length);
  return plain.seconds.empty() ? 0 : plain.typical() / min_time(instances);
}

}  // namespace cardon
