import { startSimulator } from "rimuhosting-simulator";

export type SimulatorOptions = NonNullable<Parameters<typeof startSimulator>[0]>;
export type Simulator = Awaited<ReturnType<typeof startSimulator>>;

export const STORY_API_KEY = "12345";

export function startStorySimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  return startSimulator({ apiKeys: [STORY_API_KEY], ...options });
}

/** A second account, at an address of its own. */
export async function withSecondAccount(tell: (second: Simulator) => Promise<void>): Promise<void> {
  const second = await startStorySimulator({ randomSeed: 2 });
  try {
    await tell(second);
  } finally {
    await second.close();
  }
}
