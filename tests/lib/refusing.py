"""For the tests of the Python package."""

from tafelrunde import Error
from tap import equal


def refused(code, function, *arguments, **more):
    """Checks that the library refuses a call with this code and with texts in both languages."""
    try:
        function(*arguments, **more)
    except Error as error:
        equal("code", error.code, code)
        equal("texts", bool(error.key and error.de and error.en), True)
        return error
    raise AssertionError(f"not refused: {arguments}")
