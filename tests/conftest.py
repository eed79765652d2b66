"""What all tests share: how hypothesis looks for examples."""

import os

from hypothesis import settings

# No deadline: a slow machine is no bug. Where many people wait for the result (CI=true) the
# examples are the same every time; on a developer's machine each run looks somewhere else.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("dev", deadline=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
