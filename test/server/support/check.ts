import { received } from "../../../provider/pulumi/properties";
import { checkVps } from "../../../provider/server/check";
import { hiddenFrom } from "../../../provider/server/program";

/** Checks a program's inputs, as the engine passes them on. */
export function check(news: Record<string, unknown>, olds: Record<string, unknown> = {}): ReturnType<typeof checkVps> {
  const given = received({ __key: "key-1", ...news });
  return checkVps(received(olds), given, hiddenFrom(given));
}
