import * as zlib from "node:zlib";

type Decoder = (body: Buffer, limits: { maxOutputLength: number }) => Buffer;

/** Some send deflate's data without its header. */
const inflate: Decoder = (body, limits) => {
  const isHeader = body.length > 1 && ((body[0] ?? 0) & 15) === 8 && body.readUInt16BE(0) % 31 === 0;
  return isHeader ? zlib.inflateSync(body, limits) : zlib.inflateRawSync(body, limits);
};

const gunzip: Decoder = (body, limits) => zlib.gunzipSync(body, limits);

/** The codings that this version of Node knows: the oldest has no zstd. */
const decoders: Readonly<Record<string, Decoder | undefined>> = {
  identity: (body) => body,
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: inflate,
  br: (body, limits) => zlib.brotliDecompressSync(body, limits),
  zstd: "zstdDecompressSync" in zlib ? (body, limits) => zlib.zstdDecompressSync(body, limits) : undefined,
};

/** More than anybody means. Each has to be undone. */
const mostCodings = 3;

/** Gzip says so itself, even where a proxy has lost the header or compresses twice. No JSON begins like this. */
const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b;

/** An answer as it was meant; `undecoded` names the coding that could not be undone. */
type Decoded = { readonly body: Buffer; readonly undecoded?: string } | "too-large";

const isTooLarge = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";

/**
 * Undoes the compression of an answer: the provider does not ask for any, but a proxy may choose one all the same. Not more
 * than `maxBytes` may come out: data can grow a thousandfold. What is not compressed, whatever the header says, stays as it is.
 *
 * @param coding the header Content-Encoding
 */
export const decoded = (body: Buffer, coding: string | undefined, maxBytes: number): Decoded => {
  const codings = (coding ?? "").toLowerCase().match(/[^\s,]+/g) ?? [];
  let content = body;
  for (let undone = 0; ; undone++) {
    const name = codings.pop() ?? (isGzip(content) ? "gzip" : undefined);
    if (name === undefined) return { body: content };
    const undecoded = { body: content, undecoded: name.replace(/[^\w-]/g, "?").slice(0, 20) };
    const decode = undone < mostCodings ? decoders[name] : undefined;
    if (decode === undefined) return undecoded;
    try {
      content = decode(content, { maxOutputLength: maxBytes });
    } catch (error) {
      return isTooLarge(error) ? "too-large" : undecoded;
    }
  }
};
