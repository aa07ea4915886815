#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The job scripts for Slurm and PBS continue by themselves: stopped by a signal, they submit the next job, which restarts from
the checkpoint. The commands of the batch system are replaced: the first start sends the signal that Slurm would send."""
import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import cardon_run  # noqa: E402

JOBS = cardon_run.SOURCE / "configs" / "jobs"
FILE = """\
thorns: [WaveToy]
grid: {points: [65, 65, 33], boundary: periodic}
WaveToy: {initial: gaussian}
time: {stop: {iterations: 6000}}
output: {scalars: {every: 100, fields: [phi], reductions: [max]}}
"""
# Takes the options of srun and mpirun away; at its first start the run is stopped as soon as it has begun. A run takes
# seconds, so that the signal reaches it before its end on a busy machine too.
LAUNCHER = """\
#!/usr/bin/env bash
while [[ $1 == -* ]]; do shift; done
echo "$*" >> started
if [ "$(wc -l < started)" -gt 1 ]; then exec "$@" --quiet; fi
"$@" --quiet & pid=$!
while kill -0 $pid 2>/dev/null && ! compgen -G 'runs/*/*/scalars.tsv' >/dev/null; do sleep 0.05; done
kill -USR1 $pid
wait $pid
"""
RECORDER = '#!/usr/bin/env bash\necho "$(basename "$0") $*" >> submitted\n'


class Jobs(unittest.TestCase):
    def setUp(self):
        scratch = cardon_run.folder()
        self.folder = scratch.__enter__()
        self.addCleanup(scratch.__exit__, None, None, None)
        (self.folder / "bin").mkdir()
        for name, text in (("srun", LAUNCHER), ("mpirun", LAUNCHER), ("scontrol", RECORDER), ("qsub", RECORDER)):
            (self.folder / "bin" / name).write_text(text)
            (self.folder / "bin" / name).chmod(0o755)
        (self.folder / "bin" / "cardon").symlink_to(cardon_run.BINARY)
        (self.folder / "wave.yaml").write_text(FILE)

    def job(self, script, *arguments, **variables):
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        result = subprocess.run(["bash", JOBS / script, *arguments], cwd=self.folder, text=True, capture_output=True,
                                env={**cardon_run.environment(), "PATH": path, **variables}, timeout=60 * cardon_run.PATIENCE)
        return result.returncode, result.stdout + result.stderr

    def lines(self, name):
        file = self.folder / name
        return file.read_text().splitlines() if file.exists() else []

    def continues(self, script, submits, *arguments, **variables):
        code, said = self.job(script, *arguments, **variables)
        self.assertEqual(code, 0, said)
        self.assertEqual(self.lines("submitted"), [submits], said)
        self.assertNotIn("--restart", self.lines("started")[0])
        code, said = self.job(script, *arguments, **variables)
        self.assertEqual(code, 0, said)
        self.assertEqual(len(self.lines("submitted")), 1, said)
        self.assertIn("--restart latest", self.lines("started")[1])
        last = cardon_run.RunFolder(sorted((self.folder / "runs/wave").glob("[0-9]*"))[-1])
        self.assertEqual(last.summary["status"], "finished")
        self.assertEqual(last.summary["iterations"], 6000)

    def test_slurm(self):
        self.continues("slurm.sh", "scontrol requeue 7", "wave.yaml", SLURM_JOB_ID="7")

    def test_pbs(self):
        self.continues("pbs.sh", "qsub -v FILE=wave.yaml pbs.sh", FILE="wave.yaml", PBS_O_WORKDIR=str(self.folder))

    def test_errors_end_the_series(self):
        (self.folder / "wave.yaml").write_text(FILE.replace("grid", "gird"))
        (self.folder / "started").write_text("earlier\n")
        code, said = self.job("slurm.sh", "wave.yaml", SLURM_JOB_ID="7")
        self.assertEqual(code, 2, said)
        self.assertEqual(self.lines("submitted"), [])


if __name__ == "__main__":
    unittest.main()
