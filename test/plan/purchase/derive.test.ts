import fc from "fast-check";
import { deriveFingerprint, deriveKey, derivePassword } from "../../../provider/plan/purchase/derive";
import { fingerprintOf, purchaseRequest, reinstallRequest } from "../../../provider/plan/purchase/request";
import { tagNames } from "../../../provider/plan/purchase/tags";
import { type Program, wanting } from "../support/server";

test("a derived password is the same every time, and another one for another secret or purchase", () => {
  expect(derivePassword("secret", "attempt-1")).toBe(derivePassword("secret", "attempt-1"));
  expect(derivePassword("secret", "attempt-1")).not.toBe(derivePassword("secret", "attempt-2"));
  expect(derivePassword("secret", "attempt-1")).not.toBe(derivePassword("other", "attempt-1"));
});

test("every derived password is long, starts with a letter and has letters of both cases and a digit", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (secret, attempt) => {
      expect(derivePassword(secret, attempt)).toMatch(/^[a-z](?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9]{24}$/);
    }),
  );
});

test("keys differ by ledger, by declaration and by salt", () => {
  const keys = [deriveKey("l", "u", 0), deriveKey("l", "u", 1), deriveKey("l", "v", 0), deriveKey("m", "u", 0)];
  expect(new Set(keys).size).toBe(4);
  expect(keys.every((key) => /^[0-9a-f]{20}$/.test(key))).toBe(true);
});

test("a fingerprint ignores the order of properties and absent ones, and depends on every value", () => {
  const print = (request: unknown) => deriveFingerprint("secret", request);
  expect(print({ a: 1, b: { c: [1, 2] } })).toBe(print({ b: { c: [1, 2], d: undefined }, a: 1 }));
  expect(print({ a: 1 })).not.toBe(print({ a: "1" }));
  expect(print({ a: [1, 2] })).not.toBe(print({ a: [2, 1] }));
  expect(deriveFingerprint("other", { a: 1 })).not.toBe(print({ a: 1 }));
});

test("equal programs have equal fingerprints, and any argument that is sent changes it", () => {
  const print = (desired: Program) => fingerprintOf(wanting(desired), "secret");
  expect(print({ memoryMb: 1024 })).toBe(print({ memoryMb: 1024, restartTriggers: [1], onImageChange: "forbid" }));
  const different = [{}, { memoryMb: 1 }, { password: "x1" }, { metaData: { a: "b" } }, { sshAuthorizedKeys: ["k"] }];
  expect(new Set(different.map(print)).size).toBe(different.length);
});

test("a purchase carries the user's tags and those that identify it", () => {
  const tagValues = { key: "key-1", ledger: "ledger-1", secret: "secret", urn: "urn:pulumi:dev::shop::t::web" };
  const request = purchaseRequest(wanting({ metaData: { role: "web" } }), tagValues, "attempt-1", "the password");
  expect(request.metaData).toEqual({
    role: "web",
    [tagNames.ledger]: "ledger-1",
    [tagNames.key]: "key-1",
    [tagNames.attempt]: "attempt-1",
    [tagNames.fingerprint]: fingerprintOf(wanting({ metaData: { role: "web" } }), "secret"),
    [tagNames.name]: "shop/dev/web",
  });
  const unnamed = purchaseRequest(wanting(), { ...tagValues, urn: undefined }, "attempt-1", "the password");
  expect(unnamed.metaData).not.toHaveProperty([tagNames.name]);
});

test("public keys become root's file, next to the other files", () => {
  const files = [{ path: "/etc/motd", dataAsString: "hello" }];
  const request = reinstallRequest(
    wanting({ sshAuthorizedKeys: ["one", "two"], fileInjectionData: files }),
    "p",
    new Map(),
  );
  expect(request.fileInjectionData).toEqual([
    { path: "/root/.ssh/authorized_keys", dataAsString: "one\ntwo\n" },
    ...files,
  ]);
});

test("a reinstall sends image, first-boot data and the order's own tags, and no size, place or bill", () => {
  const desired = wanting({
    distro: "deb13.64",
    memoryMb: 2048,
    dcLocation: "DCDALLAS",
    billingOid: 7,
    cloudConfigData: "#",
  });
  expect(reinstallRequest(desired, "the password", new Map([["a", "b"]]))).toEqual({
    distro: "deb13.64",
    cloudConfigData: "#",
    password: "the password",
    metaData: { a: "b" },
  });
});
