# The format of the lit tests, in a module of its own because lit's worker
# processes look the class up by name.

import lit.Test
import lit.formats


class PartialShTest(lit.formats.ShTest):
    """Shell tests, some of which are left out for a reason.

    `left_out` maps the path of a test, relative to the suite, to the reason.
    """

    def __init__(self, left_out, **kwargs):
        super().__init__(**kwargs)
        self.left_out = left_out

    def execute(self, test, lit_config):
        reason = self.left_out.get("/".join(test.path_in_suite))
        if reason:
            return lit.Test.Result(lit.Test.UNSUPPORTED, reason)
        return super().execute(test, lit_config)
