import { VpsInputs } from "../../provider/vps/inputs";
import { newIdempotencyKey } from "../../provider/vps/key-provider";

const made = Array.from({ length: 500 }, () => newIdempotencyKey(Date.parse("2026-03-01T12:00:00Z")));

test("no two keys and no two passwords are the same", () => {
  expect(new Set(made.map(({ key }) => key)).size).toBe(made.length);
  expect(new Set(made.map(({ password }) => password)).size).toBe(made.length);
});

test("a key can be a tag and a word in a search", () => {
  for (const { key } of made) expect(key).toMatch(/^[0-9a-f-]{36}$/);
});

test("a password has the form that the service takes, with every class of character, and nothing that is mistaken for another", () => {
  for (const { password } of made) {
    expect(VpsInputs.safeParse({ domainName: "web.example.com", password }).success).toBe(true);
    expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[a-zA-Z0-9]{25}$/);
    expect(password).not.toMatch(/[0O1Il]/);
  }
});

test("it says when it was made", () => {
  expect(made[0]?.createdAt).toBe("2026-03-01T12:00:00.000Z");
});
