"""`python -m keepmum` is the command line."""

import sys

from keepmum.cli import main

sys.exit(main())
