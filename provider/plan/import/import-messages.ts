import type { ImportConsent } from "../../schema/import-consent";
import type { AboutOrder } from "../../schema/order";
import { describeOrder } from "../messages";
import { type CheckFailure, checkFailure } from "../model";
import { type ImportDifference, isAccepted } from "./import-differences";

const spelled = (value: unknown): string => JSON.stringify(value) ?? "unset";

const described = ({ argument, live, wanted }: ImportDifference): string =>
  `${argument}: ${spelled(live)} on the server, ${spelled(wanted)} in the program`;

/** For the resource's own line: the engine shows an import as a creation. */
export function importLine(order: AboutOrder, differences: readonly ImportDifference[]): string {
  const found = differences.length === 0 ? "no differences" : `differs in ${differences.map(described).join("; ")}`;
  return `adopts order ${order.orderOid}, buys nothing; ${found}`;
}

/** The way out of one difference, which depends on what can be done about it. */
function wayOut({ remedy }: ImportDifference, consent: ImportConsent): string {
  switch (remedy) {
    case "change":
      return 'Write the server\'s value into the program, or have the server changed with the option onImportDifference: "change"';
    case "reinstall":
      return (
        "Write the server's value into the program" +
        (consent === "change"
          ? '; onImportDifference: "change" does not reinstall'
          : ', or have the server reinstalled, with ALL ITS DATA LOST, with the option onImportDifference: "reinstall"')
      );
    case "none":
      return "Write the server's value into the program: it cannot be changed in place";
    default:
      return remedy satisfies never;
  }
}

/** One complaint per difference that the program does not accept; none if the import can proceed. */
export const differenceFailures = (differences: readonly ImportDifference[], consent: ImportConsent): CheckFailure[] =>
  differences
    .filter((difference) => !isAccepted(difference, consent))
    .map((difference) =>
      checkFailure(`${described(difference)}. An import changes nothing by itself. ${wayOut(difference, consent)}`),
    );

export const notAdoptedMessage = (order: AboutOrder, failures: readonly CheckFailure[]): string =>
  `${describeOrder(order)} was not adopted; nothing was changed or bought. ${failures.map(({ reason }) => reason).join("; ")}.`;

/** Stays in the diagnostics: even what the program accepts should be seen. */
export const importReinstallWarning = (order: AboutOrder): string =>
  `The import of ${describeOrder(order)} reinstalls it, as onImportDifference allows: ALL DATA ON IT IS LOST.`;

export const importedMessage = (order: AboutOrder): string => `adopted ${describeOrder(order)}; nothing was bought`;
