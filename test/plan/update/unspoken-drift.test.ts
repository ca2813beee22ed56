import { unspokenDrift } from "../../../provider/plan/update/update-messages";
import { recordedAfter } from "../support/server";

test("a server as it should be has no drift to report", () => {
  expect(unspokenDrift(recordedAfter({ dcLocation: "DCDALLAS" }))).toEqual([]);
});

test.each([
  ["cancellationDate", "is due to be cancelled at 2026-04-01T00:00:00Z"],
  ["suspendedDate", "has been suspended since 2026-04-01T00:00:00Z"],
] as const)("%s is reported", (property, words) => {
  expect(unspokenDrift({ ...recordedAfter(), [property]: "2026-04-01T00:00:00Z" }).join()).toContain(words);
});

test("another data centre is reported only if the program sets one", () => {
  const location = { dataCenterLocationCode: "DCLONDON" };
  expect(unspokenDrift({ ...recordedAfter({ dcLocation: "DCDALLAS" }), location }).join()).toContain(
    "is in DCLONDON now",
  );
  expect(unspokenDrift({ ...recordedAfter(), location })).toEqual([]);
  expect(unspokenDrift({ ...recordedAfter({ dcLocation: "dclondon" }), location })).toEqual([]);
});
