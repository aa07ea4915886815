#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A run under Slurm that continues by itself until it is finished. Copy this file, change what is marked, and submit it:
#
#   sbatch slurm.sh wave.yaml
#
#SBATCH --job-name=cardon
#SBATCH --nodes=2                   # change
#SBATCH --ntasks-per-node=16        # change: one rank per core
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00             # change
#SBATCH --signal=USR1@300           # Slurm warns the run 5 minutes before the end: it writes a checkpoint
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
file=${1:?usage: sbatch slurm.sh FILE.yaml [key=value ...]}
shift
name=$(basename "$file" .yaml)

# The first job of a series starts from the initial data, the others from the latest checkpoint below runs/NAME.
restart=()
if compgen -G "runs/$name/*/checkpoints/*" >/dev/null; then restart=(--restart latest); fi

status=0
srun --kill-on-bad-exit=0 cardon run "$file" "$@" "${restart[@]}" || status=$?

# 75: stopped in time with a checkpoint.
if [ "$status" -eq 75 ]; then
  scontrol requeue "$SLURM_JOB_ID"
  exit 0
fi
exit "$status"
