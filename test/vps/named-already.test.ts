import { checkVps } from "../../provider/vps/check";

const complaints = (olds: object, news: object, hidden: object = {}): string[] =>
  checkVps({ ...olds }, { __key: "key-1", ...news }, hidden).failures.map(({ reason }) => reason);

const odd = { domainName: "web_1" };

test("a name that nobody can order is refused for a new server", () => {
  expect(complaints({}, odd)).toEqual([expect.stringContaining("domainName is not a domain name")]);
});

test.each([
  { what: "an import names the order", olds: {}, hidden: { __import: "2853299702" } },
  { what: "the state has the server under this name", olds: odd, hidden: {} },
])("it is taken as it is where $what", ({ olds, hidden }) => {
  expect(complaints(olds, odd, hidden)).toEqual([]);
  expect(checkVps(olds, { ...odd, __key: "key-1" }, hidden).inputs).toEqual(odd);
});

test("a server is not renamed to it", () => {
  expect(complaints({ domainName: "web.example.com" }, odd)).not.toEqual([]);
});
