import { pages } from "./reference/pages";
import { expectWritten } from "./written";

test.each(Object.entries(pages()))("docs/reference/%s is written from the doc comments", (name, text) => {
  expectWritten(`docs/reference/${name}`, text);
});
