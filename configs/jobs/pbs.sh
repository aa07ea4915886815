#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A run under PBS (PBS Professional, OpenPBS) that continues by itself until it is finished. Copy this file, change what is
# marked, and submit it:
#
#   qsub -v FILE=wave.yaml pbs.sh
#
#PBS -N cardon
#PBS -l select=2:ncpus=16:mpiprocs=16
#PBS -l walltime=04:00:00
#PBS -j oe
set -eu
cd "$PBS_O_WORKDIR"
file=${FILE:?usage: qsub -v FILE=wave.yaml pbs.sh}
name=$(basename "$file" .yaml)
wall="230 min"                      # change: 10 minutes less than walltime; PBS gives no early warning

restart=()
if compgen -G "runs/$name/*/checkpoints/*" >/dev/null; then restart=(--restart latest); fi

status=0
mpirun cardon run "$file" "time.stop.wall=$wall" "${restart[@]}" || status=$?

# 75: stopped in time with a checkpoint; the next job continues.
if [ "$status" -eq 75 ]; then
  qsub -v "FILE=$FILE" pbs.sh       # change: the name of this copy, in the folder from which it was submitted
  exit 0
fi
exit "$status"
