import fc from "fast-check";
import { previewNeeds } from "../../../provider/plan/preview/preview-needs";
import { diffVps } from "../../../provider/plan/update/diff";
import { recordedInputs } from "../../../provider/plan/update/record";
import { argumentsWith, type VpsArgument, vpsArguments } from "../../../provider/schema/vps-arguments";
import { numberOf } from "../../volume";
import { examples } from "../support/examples";
import { type Program, recordedAfter, wanting } from "../support/server";

const optionalArguments = vpsArguments.filter((argument) => argument !== "domainName");

/** A program that sets any of the arguments, each to one of its examples. */
const programs = fc.tuple(...optionalArguments.map(() => fc.constantFrom(undefined, undefined, 0, 1))).map((choices) =>
  Object.fromEntries(
    optionalArguments.flatMap((argument, index) => {
      const choice = choices[index];
      return choice === undefined ? [] : [[argument, examples[argument][choice]]];
    }),
  ),
) as fc.Arbitrary<Program>;

/** Two programs for one server, mostly equal in what would replace it, because nearly every random pair is a replacement. */
const changes = fc.tuple(programs, programs, fc.integer({ min: 0, max: 9 })).map(([before, after, chance]) => {
  const kept = Object.fromEntries(argumentsWith("replace").map((argument) => [argument, before[argument]]));
  return [before, chance === 0 ? after : { ...after, ...kept }] as const;
});

const replaceOnChanges = fc.option(
  fc.subarray(["*", "memoryMb", "distro", "sshAuthorizedKeys[0]", "metaData.role", "restartTriggers"], {
    minLength: 1,
  }),
  { nil: undefined },
);

const isResize = (argument: VpsArgument): boolean => argumentsWith("resize").some((one) => one === argument);

test("every resize that the diff plans under a limit was priced by the check before", () => {
  fc.assert(
    fc.property(changes, replaceOnChanges, ([before, after], __replaceOnChanges) => {
      const recorded = recordedAfter({ ...before, __replaceOnChanges });
      const desired = wanting({ maxMonthlyCostUsd: 20, ...after, __replaceOnChanges });
      const diff = diffVps(recorded, desired);
      const isResized = diff.changes.some(({ argument }) => isResize(argument) && desired[argument] !== undefined);
      fc.pre(isResized && diff.replaces.length === 0);
      expect(previewNeeds(recordedInputs(recorded), desired).price).toBe("resize");
    }),
    { numRuns: numberOf({ everyTime: 1_000, exhaustively: 10_000 }) },
  );
});

test.each(optionalArguments.filter((argument) => !isResize(argument)))(
  "a resize under a limit is priced, whether %s is removed with it or set for the first time",
  (argument) => {
    const having = { [argument]: examples[argument][0] };
    const olds = { domainName: "web.example.com", memoryMb: 1024 };
    for (const onImageChange of ["reinstall", "replace"] as const) {
      const larger = wanting({ memoryMb: 65_536, onImageChange });
      expect(previewNeeds({ ...olds, ...having }, { ...larger, [argument]: undefined }).price).toBe("resize");
      expect(previewNeeds(olds, { maxMonthlyCostUsd: 20, ...larger, ...having }).price).toBe("resize");
    }
  },
);

test("without a limit, arguments equal to the server's values need only the catalogue", () => {
  const desired = wanting({ memoryMb: 1024, distro: "deb12.64", dcLocation: "DCDALLAS", hostServerOid: "1317" });
  expect(previewNeeds({ domainName: "web.example.com" }, desired)).toMatchObject({
    price: undefined,
    listed: ["distro", "dcLocation"],
  });
});
