import { argumentsHaving, secretArguments } from "../../provider/server/arguments";
import { secretProperties } from "../../provider/service/redactor";

test("every secret argument of a server is one of the properties that are kept out of everything", () => {
  expect(secretProperties.filter((name) => !name.startsWith("__")).sort()).toEqual([...secretArguments].sort());
});

test("no message quotes the values of a secret argument", () => {
  const quoted: readonly string[] = argumentsHaving("isQuoted");
  expect(quoted.filter((name) => secretProperties.includes(name))).toEqual([]);
});
