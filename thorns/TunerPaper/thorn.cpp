// SPDX-License-Identifier: Apache-2.0
#include <cardon/service.hpp>

#include "paper_tuner.hpp"

using namespace cardon;

CARDON_THORN(TunerPaper) {
  thorn.summary("Tunes runs over several sites by the rules of the paper of 2001");
  provide<Tuner, PaperTuner>(thorn, "paper",
                             "Rules of 2001: depth by trial, then compression on or off")
      .section(PaperTuner::section)
      .parameters(paper_same, paper_average, paper_period);
}
