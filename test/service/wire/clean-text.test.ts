import fc from "fast-check";
import { cleanText } from "../../../provider/service/wire/wire";

test.each([
  ["tags and entities", "<b>Paid</b>&nbsp;by&#32;wire &amp; card", "Paid by wire & card"],
  ["tags made of entities", "&lt;script&gt;x&lt;/script&gt;", "x"],
  ["comparisons, which are not tags", "a < b > c, 3<4", "a < b > c, 3<4"],
  ["terminal codes", "\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link \u009b2Jgone", "red link gone"],
  ["Pulumi's colour codes", "<{%fg 1%}>red<{%reset%}>", "red"],
  ["colour codes inside each other", "<<{%x%}>{%fg 1%}>red", "fg 1red"],
  ["colour codes made of entities", "&lt;{%fg 1%}&gt;red", "red"],
  ["direction marks and zero widths", "a\u202eb\u2066c\u200bd\ufeffe", "abcde"],
  ["characters that there are not", "a&#0;b&#x110000;c&#x10FFFF;d&#x41;", "a b c\u{10ffff}dA"],
  ["half characters", "a\ud800b", "ab"],
  ["line breaks and controls", "one\r\ntwo\u0000three\u2028four\tfive", "one two three four five"],
])("%s are made safe to show", (_, text, expected) => {
  expect(cleanText(text)).toBe(expected);
});

test("at most 500 characters are kept, and none is cut in half", () => {
  expect(cleanText("x".repeat(500))).toHaveLength(500);
  expect(cleanText("x".repeat(501))).toBe(`${"x".repeat(499)}…`);
  expect(cleanText(`${"x".repeat(498)}😀${"y".repeat(9)}`)).toBe(`${"x".repeat(498)}…`);
});

test("cleaned text holds nothing that is left to clean, and long text takes no longer than its length", () => {
  const parts = fc.constantFrom(..."<{% %}> < > b &lt; &gt; \u001b [ m ] \u202e { % }".split(" "), "\n", " ");
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 60 }), (pieces) => {
      const cleaned = cleanText(pieces.join(""));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be left
      expect(cleaned).not.toMatch(/<\{%|%\}>|<b[^<>]*>|[\u0000-\u001f\u202e]|^\s|\s$/);
    }),
    { numRuns: 1000 },
  );
  for (const piece of ["<a", "<{%", "\u001b]", "&amp;", "<<{%x%}>"]) cleanText(piece.repeat(200_000));
});
