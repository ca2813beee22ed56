import fc from "fast-check";
import { secretSignatureKey, unknownValueSentinel } from "../../../provider/pulumi/properties";
import { HostServerInfo } from "../../../provider/service/wire/order";
import { undocumented } from "../../../provider/service/wire/wire";

test("fields beside the documented ones are kept under the service's names, cleaned", () => {
  const host = { host_mem_mb_free: 51_825, host_disk_gb_free: 1400, disks: [{ kind: "<b>nvme</b>" }], spare: null };
  expect(HostServerInfo.parse(host)).toEqual({
    hostMemMbFree: 51_825,
    raw: { host_disk_gb_free: 1400, disks: [{ kind: "nvme" }] },
  });
});

test("without such fields there is no raw, and what is no object is no host", () => {
  expect(HostServerInfo.parse({ host_num_cores: 4, spare: null })).toEqual({ hostNumCores: 4 });
  for (const value of [null, "host", 7, []]) expect(HostServerInfo.safeParse(value).success).toBe(false);
});

const secretNames = [
  ..."root_password passwd rootPassphrase vncPwd client_secret api_key sshKeys ApiKey access_tokens auth".split(" "),
  ..."console_auth_header session-cookie pin pas\u200bsword".split(" "),
];
const plainNames = [..."host_disk_gb_free keyboard passed_checks author monkey spinning_disks bypass_count".split(" ")];

test.each(secretNames)("a field %s may hold a secret, and is left out wherever it stands", (name) => {
  expect(undocumented({ [name]: "canary", list: [{ [name]: { deep: "canary" } }] })).toEqual({ list: [{}] });
});

test.each(plainNames)("a field %s is kept", (name) => {
  expect(undocumented({ [name]: 1 })).toEqual({ [name]: 1 });
});

test("a negative zero is a plain one, as after a trip through JSON", () => {
  expect(undocumented({ load: -0 })).toEqual({ load: 0 });
});

test("reserved names are left out, and what stands nine levels deep", () => {
  const nested = (depth: number): object => (depth === 0 ? { a: 1 } : { a: nested(depth - 1) });
  expect(undocumented(nested(7))).toEqual(nested(7));
  expect(JSON.stringify(undocumented(nested(8)))).toBe(JSON.stringify(nested(7)).replace('{"a":1}', "{}"));
  expect(undocumented({ [unknownValueSentinel]: 1 })).toEqual({});
});

test("a private key is left out, whatever its name", () => {
  expect(undocumented({ note: "-----BEGIN OPENSSH PRIVATE KEY----- abc" })).toEqual({});
});

test("whatever the service sends, the result is JSON without reserved names, and without what stands under a secret name", () => {
  const name = fc.oneof(fc.string(), fc.constantFrom(...secretNames, ...plainNames, secretSignatureKey, "__proto__"));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue(),
      fc.constantFrom(unknownValueSentinel, Number.NaN),
      fc.dictionary(name, tie("value")),
      fc.dictionary(fc.constantFrom(...secretNames), fc.constant("canary")),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(name, value), (fields) => {
      const kept = undocumented(fields);
      const text = JSON.stringify(kept);
      expect(JSON.parse(text)).toEqual(kept);
      for (const never of ["canary", secretSignatureKey, unknownValueSentinel, '"__proto__"'])
        expect(text).not.toContain(never);
    }),
  );
});
