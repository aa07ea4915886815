// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cardon/block.hpp>
#include <cardon/program.hpp>

namespace cardon {

/// Calls the function of a task. An Error that leaves it is one of this rank alone
/// (Error::in_task). Other exceptions become Error "thorn/exception". A program that ends within
/// it, by `exit` or Fortran's `stop` or by a signal, says which task that was; `exit` leads to exit
/// code 2.
void call_task(const Task& task, Block& block);

}  // namespace cardon
