// SPDX-License-Identifier: Apache-2.0
// The rule book of the planner: everything it knows about ghost zones is in this class, one small
// function per rule. They are virtual so that a test can break one rule at a time and see that the
// property test notices.
#pragma once
#include <cardon/plan/link.hpp>

#include "plan/flat_task.hpp"
#include "plan/task_decl.hpp"
#include "plan/validity.hpp"

namespace cardon::plan {

/// A place where a link could exchange next.
struct ExchangePoint {
  int position = 0;
  int slots_sent = 0;
  bool step_boundary = false;
};

class Rules {
 public:
  virtual ~Rules() = default;

  /// How far `task` reads on `link`. Boundary tasks read inside the region they are given.
  virtual int radius(const TaskDecl& task, const Read& read, const Link& link) const;

  /// Forward through one task, from how far each slot is valid to how far it is valid afterwards:
  /// what is computed from data valid to v with radius r is valid to v - r. At most `depth` layers
  /// can be valid. False: the ghost zones are used up, the task cannot run without an exchange
  /// before it.
  virtual bool forward(const FlatTask& task, int link, int depth, Layers& valid) const;

  /// Backward through one task, from how many layers of each slot are needed after it to how many
  /// are needed before it. Returns the task's growth: the layers beyond the owned points that it
  /// must compute.
  virtual int backward(const FlatTask& task, int link, Layers& need) const;
  virtual int growth(const FlatTask& task, const Layers& need) const;
  virtual bool ends_life(const FlatTask& task) const { return !task.partial; }
  virtual int need_of_read(int growth, int radius) const { return growth + radius; }
  /// Layers needed of every slot at the next exchange: it will bring what is needed from there on.
  virtual int need_at_exchange() const { return 0; }
  virtual void rotate_forward(const FlatTask& task, int depth, Layers& valid) const;
  virtual void rotate_backward(const FlatTask& task, Layers& need) const;

  /// Which points are right after a task that was computed with `growth` layers on each link.
  virtual void computed(const FlatTask& task, const std::vector<int>& growth,
                        std::vector<Validity>& valid) const;
  virtual void rotate_validity(const FlatTask& task, const Validity& empty,
                               std::vector<Validity>& valid) const;
  /// Whether a slot of which `needs` layers (per link) will be used has to be sent.
  virtual bool must_send(const Validity& valid, const std::vector<int>& needs) const {
    return !valid.covers(needs);
  }
  /// Whether an exchange on a link of `level` must ask how far the slot is needed on one of level
  /// `other`: it passes on the points which that one brought, and older copies of them are stale.
  virtual bool concerns(int other, int level) const { return forces(other, level); }
  /// How many ghost layers of every slot are right where a walk begins: nobody knows any.
  virtual int right_at_start() const { return 0; }

  /// How many layers of a ghost zone of `depth` layers may be used before the next exchange.
  virtual int usable(int depth) const { return depth; }
  /// How many layers of a slot are sent when `need` of `depth` layers will be used.
  virtual int sent(int need, [[maybe_unused]] int depth) const { return need; }

  /// Whether an exchange on a link of one level forces an exchange on a link of another: blocks
  /// hold ghost copies of the points that a wide exchange refreshes.
  virtual bool forces(int level, int other) const { return level > other; }
  /// Which of two links exchanges first where both do: the wide one, so that refreshed points are
  /// passed on.
  virtual bool comes_first(int level, int other) const { return level > other; }
  /// Of two equally far exchange points, whether `a` is the better one.
  virtual bool better(const ExchangePoint& a, const ExchangePoint& b) const;
  /// To exchange at the beginnings of steps rather than as late as possible pays if this makes
  /// exchanges no more frequent, as items between them, and they send less, as layers of all slots.
  virtual bool no_more_often(int items_at_starts, int items_late) const {
    return items_at_starts >= items_late;
  }
  virtual bool sends_less(int layers_at_starts, int layers_late) const {
    return layers_at_starts < layers_late;
  }
};

}  // namespace cardon::plan
