import fc from "fast-check";
import { settingNames } from "../../provider/service/environment";
import { resolveSettings, SettingsError } from "../../provider/service/settings";
import { junk, rawWords, withoutGiven } from "../server/support/junk";

test.each(settingNames)("whatever the setting %s is, the problem is in our own words and names it", (name) => {
  fc.assert(
    fc.property(junk, (value) => {
      for (const sources of [
        { provider: { [name]: value } },
        { config: (of: string) => (of === name ? JSON.stringify(value) : undefined) },
      ]) {
        try {
          resolveSettings(sources);
        } catch (error) {
          if (!(error instanceof SettingsError)) throw error;
          for (const problem of error.problems) expect(withoutGiven(problem, value)).not.toMatch(rawWords);
          expect(error.message).toContain(name);
        }
      }
    }),
    { numRuns: 200 },
  );
});
