import { secretArguments } from "../../provider/server/arguments";
import { secretProperties } from "../../provider/service/redactor";

test("every secret argument of a server is one of the properties that are kept out of everything", () => {
  expect(secretProperties.filter((name) => !name.startsWith("__")).sort()).toEqual([...secretArguments].sort());
});
