# SPDX-License-Identifier: Apache-2.0
"""A read-only web page over folders of runs."""
