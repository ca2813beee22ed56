import { hiddenFrom, received } from "../../../provider/dynamic/properties";
import { type Checked, checkVps } from "../../../provider/plan/check/check-vps";

/** Checks what a program gives, as the engine hands it over. */
export function check(news: Record<string, unknown>, olds: Record<string, unknown> = {}): Checked {
  const given = received(news);
  return checkVps(received(olds), given, hiddenFrom(given));
}
