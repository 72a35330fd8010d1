# The format of the lit tests, in a module of its own because lit's worker
# processes look the class up by name.

import lit.Test
import lit.formats


class PartialShTest(lit.formats.ShTest):
    """Shell tests, some of which are left out for a reason.

    `left_out` maps paths, relative to the suite, to the reason: of tests, or of
    directories with all that is in them.
    """

    def __init__(self, left_out, **kwargs):
        super().__init__(**kwargs)
        self.left_out = left_out

    def execute(self, test, lit_config):
        path = test.path_in_suite
        for length in range(1, len(path) + 1):
            reason = self.left_out.get("/".join(path[:length]))
            if reason:
                return lit.Test.Result(lit.Test.UNSUPPORTED, reason)
        return super().execute(test, lit_config)
