# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What utils/quickstart and utils/test share. Source it; it changes to the top of the source tree.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
build=${CARDON_BUILD:-build}

# The messages of one phase, then how long it took.
phase() {
  local name=$1 start=$SECONDS
  shift
  echo "== $name"
  "$@" || { echo "== $name failed after $((SECONDS - start)) s" >&2; return 1; }
  echo "== $name done in $((SECONDS - start)) s"
}

# wanted_packages build|test: the list up to the packages of tests, or all of it.
wanted_packages() {
  awk -v all="$1" '/^# for the tests/ && all == "build" { exit } !/^#/ && NF' utils/packages
}

missing_packages() {
  local package
  for package in $(wanted_packages "$1"); do
    dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || echo "$package"
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

apt_quietly() {
  local log
  log=$(mktemp)
  if as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" >"$log" 2>&1; then
    rm -f "$log"
  else
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
}

# install_packages build|test: only what is missing; without network if nothing is.
install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    echo "This is not Debian; the libraries of utils/packages must be there by other means."
    return 0
  fi
  local missing
  mapfile -t missing < <(missing_packages "$1")
  if [ ${#missing[@]} -eq 0 ]; then
    echo "nothing is missing"
    return 0
  fi
  echo "installing ${missing[*]}"
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    echo "Run as root: apt-get install ${missing[*]}" >&2
    return 1
  fi
  apt_quietly update && apt_quietly install --no-install-recommends "${missing[@]}"
}

# configure ON|OFF: with or without tests. A build folder that is there keeps its generator and options.
configure() {
  local options=()
  if [ ! -f "$build/CMakeCache.txt" ]; then
    options=(-D CMAKE_BUILD_TYPE=Release)
    command -v ninja >/dev/null && options+=(-G Ninja)
    command -v ccache >/dev/null && options+=(-D CMAKE_CXX_COMPILER_LAUNCHER=ccache)
    options+=(-D "BUILD_TESTING=$1")
  elif [ "$1" = ON ]; then
    options=(-D BUILD_TESTING=ON)
  fi
  local log
  log=$(mktemp)
  if cmake -S . -B "$build" "${options[@]}" >"$log" 2>&1; then
    rm -f "$log"
  else
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
}

# One compiler per core, and 1 GB of memory for each.
jobs() {
  local cores gigabytes
  cores=$(nproc)
  gigabytes=$(awk '/MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo)
  echo $((gigabytes < 1 ? 1 : gigabytes < cores ? gigabytes : cores))
}

# A counter on a terminal, only errors and warnings elsewhere. Compilers ask for memory in steps of 64 MB: in steps of 128 kB it is a
# third more page faults.
build_all() {
  local quiet=()
  [ -t 1 ] || ! grep -q '^CMAKE_GENERATOR:INTERNAL=Ninja' "$build/CMakeCache.txt" || quiet=(-- --quiet)
  GLIBC_TUNABLES=glibc.malloc.top_pad=67108864 cmake --build "$build" --parallel "$(jobs)" "${quiet[@]}"
}

# Open MPI refuses to start as root, or more ranks than cores, unless told otherwise. Open MPI 5 has other names.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
# Containers often forbid one process to read the memory of another.
export OMPI_MCA_btl_vader_single_copy_mechanism=none

# Passes CTest's lines on. It keeps the output of skipped tests in its log only; the reasons there, lines "skipped: ...", go
# into its list of tests that did not run.
add_reasons_of_skips() {
  awk -v log_file="$build/Testing/Temporary/LastTest.log" '
    function read_reasons(file,    line, name) {
      while ((getline line < file) > 0) {
        if (line ~ /^[0-9]+\/[0-9]+ Testing: /) { name = line; sub(/^.* Testing: /, "", name) }
        if (line ~ /^skipped: /) why[name] = substr(line, 9)
      }
      close(file)
    }
    /^\t *[0-9]+ - .* \(Skipped\)$/ {
      if (!known) { read_reasons(log_file ".tmp"); read_reasons(log_file); known = 1 }
      if ($3 in why) $0 = $0 why[$3]
    }
    { print; fflush() }'
}
