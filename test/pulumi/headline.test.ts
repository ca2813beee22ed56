import { withHeadline } from "../../provider/pulumi/engine-connection";

test.each([
  ["one sentence", "Order 7 (web.example.com, 198.18.0.1) is cancelled."],
  ["a sentence without an end", "USD 5.82/month; restarts"],
  ["what has several lines already", "Billed, and unknown:\n  - order 7. Cancelled? No."],
])("%s stays as it is", (_, text) => {
  expect(withHeadline(text)).toBe(text);
});

test("the first of several sentences gets a line of its own, and nothing is lost", () => {
  const text = 'Reading order 7 was refused (403): The key is not known. "pulumi up" says more. onImageChange too.';
  expect(withHeadline(text)).toBe(
    'Reading order 7 was refused (403): The key is not known.\n"pulumi up" says more. onImageChange too.',
  );
});
