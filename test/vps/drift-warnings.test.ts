import { driftWarnings } from "../../provider/vps/update-messages";
import { recordedAfter } from "./support/server";

test("a server as it should be has no drift to report", () => {
  expect(driftWarnings(recordedAfter({ dcLocation: "DCDALLAS" }))).toEqual([]);
});

test.each([
  ["cancellationDate", "is due to be cancelled at 2026-04-01T00:00:00Z"],
  ["suspendedDate", "has been suspended since 2026-04-01T00:00:00Z"],
] as const)("%s is reported", (property, words) => {
  expect(driftWarnings({ ...recordedAfter(), [property]: "2026-04-01T00:00:00Z" }).join()).toContain(words);
});

test("another data centre is reported only if the program sets one", () => {
  const location = { dataCenterLocationCode: "DCLONDON" };
  expect(driftWarnings({ ...recordedAfter({ dcLocation: "DCDALLAS" }), location }).join()).toContain(
    "is in DCLONDON now",
  );
  expect(driftWarnings({ ...recordedAfter(), location })).toEqual([]);
  expect(driftWarnings({ ...recordedAfter({ dcLocation: "dclondon" }), location })).toEqual([]);
});
