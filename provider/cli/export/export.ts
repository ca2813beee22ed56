import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { openAccount, stackOption } from "../account/account";
import { readOrders, selectionOptions, selectOrders } from "../account/account-orders";
import { ordersHeldHere } from "../account/saved-state";
import { type Command, errorCodeOf, isGiven, optionText } from "../command/command";
import { counted } from "../terminal/format";
import { leftOutLine, type ProgramOrders, programText, whyLeftOut } from "./program";

export const exportCommand: Command = {
  name: "export",
  summary: "Writes a Pulumi program that adopts the account's servers as they are.",
  words: "[ORDER...]",
  about: [
    'The program declares one Vps for each active VPS, with its import option, so that the first "pulumi up" adopts it and buys nothing. Dedicated servers, ' +
      "cancelled orders, and servers that a stack bought or this folder's stack has, are listed in a comment at its end.",
    "With --managed, as after a lost state, it declares what the stack has bought, by the names in the tags of the orders, and nothing else. " +
      "Orders given by their numbers are declared whoever bought them: take an order of another stack out of that stack's state first, or that stack could cancel it.",
  ],
  options: {
    ...selectionOptions,
    managed: { type: "boolean", meaning: "declare what this folder's stack, or --stack, has bought" },
    out: { type: "string", short: "o", value: "FILE", meaning: "write to this new file instead of the output" },
    ...stackOption,
  },
  run: async (given, context) => {
    const { client, stack } = await openAccount(given, context);
    const isManaged = isGiven(given, "managed");
    const isNumbered = given.words.length > 0;
    if (isManaged && !isNumbered && stack === undefined) throw new Error(noStack);
    const held = stack === undefined ? new Set<number>() : await ordersHeldHere(given, context);
    const all = await readOrders(client, "all");
    const isFiltered = Object.keys(selectionOptions).some((name) => given.values[name] !== undefined);
    const chosen = await selectOrders(given, all, "any", client);
    const scope = isManaged ? { held, isManaged, isNumbered, stack } : { held, isManaged };
    const reasons = chosen.map((order) => ({ order, why: whyLeftOut(order, scope, client.serviceNowMs()) }));
    const program: ProgramOrders = {
      declared: reasons.filter(({ why }) => why === undefined).map(({ order }) => order),
      leftOut: reasons.flatMap(({ order, why }) => (why === undefined ? [] : [{ order, why }])),
    };
    if (program.declared.length === 0) throw new Error(nothingToAdopt(program, isFiltered));
    const text = programText(program, new Date(client.serviceNowMs()).toISOString().slice(0, 10), stack);
    const file = optionText(given, "out");
    if (file !== undefined) writeNew(resolve(context.folder, file), text);
    const others = isManaged ? [onlyThisAccount] : [];
    const counts = `${counted(program.declared.length, "server")} declared${isManaged && !isNumbered ? ` that ${stack} has bought` : ""}, ${counted(program.leftOut.length, "order")} left out${isFiltered ? " among those asked for" : ""}.`;
    return {
      notes: [`${counts} "pulumi preview" should now show nothing but adoptions.`, ...others],
      json: {
        program: text,
        declared: program.declared.map(({ info }) => info.orderOid),
        leftOut: program.leftOut.map(({ order, why }) => ({ orderOid: order.info.orderOid, why })),
      },
      text: () => (file === undefined ? text.trimEnd() : `Written to ${file}.`),
    };
  },
};

const noStack =
  "--managed declares what one stack has bought, and no stack is known here. " +
  'Run it in the folder of the program, with the stack chosen by "pulumi stack select" or --stack NAME; after a lost state, run "pulumi stack init" with its name first; or give the numbers of the orders.';

const onlyThisAccount =
  "Only the account of the stack's own key was read: the servers of an explicit Provider are not in this program, and the preview of your own program names their orders.";

/** No program is better than an empty one, which would hide this. */
const nothingToAdopt = ({ leftOut }: ProgramOrders, isFiltered: boolean): string =>
  [
    `There is nothing to adopt${isFiltered ? " among the orders asked for" : ""}, so no program was written${leftOut.length > 0 ? ":" : "."}`,
    ...leftOut.map((left) => `- ${leftOutLine(left)}`),
  ].join("\n");

/** Never over a program that somebody has written. */
function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    if (errorCodeOf(error) !== "EEXIST") throw error;
    throw new Error(`${path} exists already, and is left as it is. Choose another file.`);
  }
}
