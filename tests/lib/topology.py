# SPDX-License-Identifier: Apache-2.0
"""What hwloc finds out about this computer, written down once: mpirun and every rank look for it otherwise, which is a quarter of
the processor time of a short job."""
import ctypes
import ctypes.util
import os
from pathlib import Path


# Of hwloc: what looks for devices, and the reader of XML that brings a library for Unicode; there is another one.
PLUGINS = ("cuda", "gl", "levelzero", "nvml", "opencl", "pci", "rsmi", "xml_libxml")


def _export(path):
    library = ctypes.CDLL(ctypes.util.find_library("hwloc") or "libhwloc.so.15")
    library.hwloc_topology_export_xml.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_ulong]
    topology = ctypes.c_void_p()
    if library.hwloc_topology_init(ctypes.byref(topology)) != 0:
        raise OSError("hwloc_topology_init")
    try:
        library.hwloc_topology_load.argtypes = library.hwloc_topology_destroy.argtypes = [ctypes.c_void_p]
        if library.hwloc_topology_load(topology) != 0 or library.hwloc_topology_export_xml(topology, os.fsencode(path), 0) != 0:
            raise OSError("hwloc_topology_export_xml")
    finally:
        library.hwloc_topology_destroy(topology)


def _name():
    """Changes with the computer, its start and the cores that this process may use."""
    start = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return f"topology-{start}-{'.'.join(map(str, sorted(os.sched_getaffinity(0))))}"[:200] + ".xml"


def variables(folder):
    """Of the environment, for launches; none where hwloc is unavailable. The file is kept in this folder."""
    try:
        file = Path(folder) / _name()
        if not file.exists():
            fresh = file.with_suffix(f".{os.getpid()}")
            _export(fresh)
            fresh.rename(file)
    except (OSError, AttributeError):
        return {}
    return {"HWLOC_XMLFILE": str(file), "HWLOC_THISSYSTEM": "1",
            "HWLOC_PLUGINS_BLACKLIST": ",".join(f"hwloc_{name}" for name in PLUGINS)}
