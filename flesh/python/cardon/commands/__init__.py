# SPDX-License-Identifier: Apache-2.0
"""Verbs of the program `cardon` that are written in Python: plot, watch, steer, serve, sweep, converge."""
import json
import os
import signal
import sys

from ..errors import BAD_INPUT, ENVIRONMENT, CardonError, format_problem


def _colour(text):
    return text.replace("error:", "\033[1;31merror:\033[0m", 1) if sys.stderr.isatty() else text


def _report(error, consequence=None):
    if consequence is None:
        consequence = "nothing was run." if error.exit_code == BAD_INPUT else "the output is incomplete."
    sys.stderr.write(_colour(format_problem(error)) + f"1 error; {consequence}\n")
    return error.exit_code


def _output_failed(error, options):
    """The exit code where standard output takes no more, in words or by the signal that the program would have received."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)     # what is left to be flushed goes nowhere
    if not isinstance(error, BrokenPipeError):
        return _report(CardonError("environment/standard-output", f"cannot write to standard output: {error.strerror}",
                                   exit_code=ENVIRONMENT, help="free some space, or print to another file or device"))
    if options.get("pipe_signal"):                   # the reader has left, as head does
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    return ENVIRONMENT


class _Output:
    """A stream that remembers whether it took everything: an error without the name of a file may be that of another one."""

    def __init__(self, stream):
        self._stream, self.failed = stream, False

    def _try(self, method, *arguments):
        try:
            return method(*arguments)
        except OSError:
            self.failed = True
            raise

    def write(self, text):
        return self._try(self._stream.write, text)

    def flush(self):
        return self._try(self._stream.flush)

    def __getattr__(self, name):
        return getattr(self._stream, name)


def _flush(options):
    """What was printed may have been in vain: then the exit code says so."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return _output_failed(error, options)
    return None


def main(words):
    """Executes a verb and returns its exit code. `words` are the verb and its options as JSON."""
    verb, options = words[0], json.loads(words[1])
    from importlib import import_module
    sys.stdout = _Output(sys.stdout)
    try:
        code = import_module("." + verb, __name__).execute(options)
    except CardonError as error:
        code = _report(error)
    except KeyboardInterrupt:
        code = 130
    except MemoryError:
        code = _report(CardonError("environment/memory", f"cardon {verb} has run out of memory", exit_code=ENVIRONMENT,
                                   help="choose fewer fields, or a computer with more memory"))
    except OSError as error:
        if error.filename is None and sys.stdout.failed:
            code = _output_failed(error, options)
        else:
            code = _report(CardonError("environment/system", f"the system cannot use {error.filename or 'a file'}: {error.strerror}",
                                       exit_code=ENVIRONMENT, help="check free space, permissions and limits (ulimit -a)"))
    failed = _flush(options)
    return code if failed is None else failed
