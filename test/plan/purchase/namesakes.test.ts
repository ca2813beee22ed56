import { namesakeWarnings } from "../../../provider/plan/purchase/namesakes";
import { entriesNamed, ownershipOf, type StateEntry } from "../../../provider/plan/purchase/ownership";

const urnOf = (name: string, type = "pulumi-nodejs:rimuhosting:Vps") => `urn:pulumi:dev::shop::${type}::${name}`;

const entry: StateEntry = { urn: urnOf("web"), key: "k", orderOid: 77, domainName: "Web.example.com." };

const state = (...entries: StateEntry[]) => ({ entries, everHeld: [] });

function warningsFor(urn: string, { isDeclared = false, isRetained = false, former = urnOf("web") } = {}): string {
  const namesakes = [{ urn: former, orderOid: 77, isDeclared, isRetained }];
  const ownership = ownershipOf("run", "ledger", state(entry), { urn, earlierUrns: [], namesakes });
  return namesakeWarnings({ domainName: "web.example.com", __declaredUrn: urn, __ownership: ownership }).join("\n");
}

test("only another server of the same domain name is found, and only for one that the state does not hold", () => {
  const found = (place: object, ...entries: StateEntry[]) =>
    entriesNamed(state(...entries), { urn: urnOf("app"), earlierUrns: [], ...place }, "web.example.com").length;
  expect(found({}, entry)).toBe(1);
  expect(found({}, { ...entry, domainName: "db.example.com" })).toBe(0);
  expect(found({ earlierUrns: [urnOf("web")] }, entry)).toBe(0);
  expect(found({ urn: urnOf("web") }, entry)).toBe(0);
  expect(found({ imported: "77" }, entry)).toBe(0);
  expect(found({}, { ...entry, key: undefined })).toBe(0);
});

test("a rename without alias is told with the order, the data and the alias to write", () => {
  expect(warningsFor(urnOf("app"))).toBe(
    'Order 77 (web.example.com) is in this stack\'s state as "web", which the program does not declare: another server will be ordered as "app", and order 77 will be cancelled, unless it is protected, and ALL DATA ON IT WILL BE LOST. ' +
      'If the resource was renamed, keep its server: add aliases: [{ name: "web" }] to the options of "app".',
  );
  expect(warningsFor(urnOf("app"), { isRetained: true })).toContain(
    "and order 77 will run on, billed, and nothing will manage it",
  );
});

test("a move into a component is told with the whole URN as the alias", () => {
  const former = urnOf("web");
  expect(warningsFor(urnOf("web", "my:Site$pulumi-nodejs:rimuhosting:Vps"), { former })).toContain(
    `add aliases: ["${former}"] to`,
  );
});

test("a second server of the program loses nothing", () => {
  expect(warningsFor(urnOf("app"), { isDeclared: true })).toBe(
    'Order 77 (web.example.com) is the server "web" of this program, and "app" has the same domain name: another server is ordered, and both are billed.',
  );
});
