import fc from "fast-check";
import { createRedactor } from "../../provider/api/redactor";

const cleaning = (...secrets: string[]) => {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.register(secret);
  return redactor.clean;
};

test("a secret is found as it is, in JSON, in a URL, in a form, in HTML and in base64", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 6, maxLength: 40 }).filter((text) => /\S{6}/.test(text)),
      (secret) => {
        const forms = [
          secret,
          JSON.stringify(secret),
          encodeURIComponent(secret),
          new URLSearchParams({ secret }).toString().slice("secret=".length),
          Buffer.from(secret).toString("base64"),
          Buffer.from(secret).toString("base64url"),
        ];
        const clean = cleaning(secret);
        for (const form of forms) expect(clean(`before ${form} after`)).toContain("[secret]");
      },
    ),
  );
});

test("a line of a longer secret is one itself", () => {
  const clean = cleaning("#cloud-config\nchpasswd:\n  list: root:hunter22\n");
  expect(clean("cannot parse 'list: root:hunter22'")).toBe("cannot parse '[secret]'");
});

test("of two secrets the longer one goes first", () => {
  expect(cleaning("abcd", "abcdefgh")("abcdefgh abcd")).toBe("[secret] [secret]");
});

test("what is too short to be a secret is left alone", () => {
  const redactor = createRedactor();
  redactor.register("");
  redactor.register("a");
  redactor.register(undefined);
  expect(redactor.clean("a banana")).toBe("a banana");
});
