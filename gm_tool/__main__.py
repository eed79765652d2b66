"""`python -m gm_tool` is `gm`, for where the command is not on the path."""

from gm_tool.cli import main

if __name__ == "__main__":
    main()
