import {
  changeLine,
  orderLine,
  previewFailures,
  unlistedWarnings,
} from "../../../provider/plan/preview/preview-messages";
import { diffVps } from "../../../provider/plan/update/diff";
import { recordedAfter, wanting } from "../support/server";

const price = { monthlyCost: { amount: 30, currency: "USD", amountUsd: 30 }, warnings: [], refusals: [] };
const unlisted = { argument: "distro", reason: "is not among them" } as const;
const recorded = recordedAfter({ distro: "deb12.64" });
const diffTo = (desired: Parameters<typeof wanting>[0]) => diffVps(recorded, wanting(desired));

test("the line of an order starts with the price, and then says what is unusual", () => {
  expect(orderLine(wanting(), price, undefined)).toBe("USD 30.00/month");
  expect(orderLine(wanting({ runningState: "NOTRUNNING" }), price, "replaced: a new order first")).toBe(
    "USD 30.00/month; replaced: a new order first; stopped once it is installed, but still billed",
  );
  expect(orderLine(wanting(), undefined, undefined)).toBe("");
});

test("the line of a change compares the prices; that of a replacement leaves them to its order", () => {
  const resized = diffTo({ distro: "deb12.64", memoryMb: 2048 });
  expect(changeLine(recorded, resized, price, ["restarts"])).toBe(
    "USD 20.00 → USD 30.00/month (USD 10.00 more); restarts",
  );
  const replaced = diffTo({ distro: "deb12.64", domainName: "app.example.com" });
  expect(changeLine(recorded, replaced, price, ["replaced"])).toBe("replaced");
});

test("an image that is not offered is warned about only if it is to be installed in place", () => {
  expect(unlistedWarnings([unlisted], diffTo({ distro: "deb13" }))).toEqual([
    "Will be refused: distro is not among them",
  ]);
  expect(unlistedWarnings([unlisted], diffTo({ distro: "deb12.64" }))).toEqual([]);
  expect(unlistedWarnings([unlisted], diffTo({ distro: "deb13", onImageChange: "replace" }))).toEqual([]);
});

test("a value that was not set before does not fail the preview of a server that may have it already", () => {
  expect(previewFailures({}, [unlisted], undefined)).toHaveLength(1);
  expect(previewFailures({ domainName: "web.example.com", distro: "deb12.64" }, [unlisted], undefined)).toHaveLength(1);
  expect(previewFailures({ domainName: "web.example.com" }, [unlisted], undefined)).toEqual([]);
});

test("the list's complaint about an argument takes the place of the quote's", () => {
  const refusals = [
    { argument: "distro", reason: "is refused" } as const,
    { argument: "", reason: "The order is refused" } as const,
  ];
  const reasons = previewFailures({}, [unlisted], { ...price, refusals }).map(({ reason }) => reason);
  expect(reasons).toEqual(["distro is not among them"]);
});
