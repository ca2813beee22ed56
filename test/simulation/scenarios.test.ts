import { purchases } from "./scenarios/purchases";
import { replacements } from "./scenarios/replacements";
import { differences } from "./scenarios/scenario";
import { states } from "./scenarios/states";
import { complete } from "./subject/variant";

const told = Object.entries({ ...purchases, ...replacements, ...states });

test.each(told)("%s ends as people are told", async (_name, scenario) => {
  expect(await differences(scenario, complete)).toEqual([]);
});
