import { namesIn } from "../schema/parts";
import type { VpsArgument } from "../schema/vps-inputs";

/**
 * What changing an argument does to a running server:
 *
 * - `resize`: PUT parameters; restarts, billed pro rata
 * - `move`: PUT host-server; long, the IP may change
 * - `image`: PUT reinstall; data lost, order and IP kept
 * - `first-boot`: recorded; takes effect at the next install
 * - `power`: PUT running-state, start or stop
 * - `restart`: PUT running-state, restart
 * - `replace`: another server is ordered, this order is cancelled
 * - `refused`: no call can change it, and a new server is not bought for that
 * - `behaviour`: recorded; changes how the provider behaves
 */
export type Effect =
  | "resize"
  | "move"
  | "image"
  | "first-boot"
  | "power"
  | "restart"
  | "replace"
  | "refused"
  | "behaviour";

/** The one table behind check, diff, the steps of an update and the documentation. */
export const changeTable = {
  domainName: "replace",
  distro: "image",
  dcLocation: "replace",
  pricingPlanCode: "refused",
  controlPanel: "image",
  vpsType: "replace",
  features: "replace",
  isSsdHostRequired: "replace",
  hostServerSelector: "replace",
  memoryMb: "resize",
  diskSpaceMb: "resize",
  diskSpace2Mb: "resize",
  diskSpace3Mb: "resize",
  password: "first-boot",
  sshAuthorizedKeys: "first-boot",
  cloudConfig: "first-boot",
  cloudConfigData: "first-boot",
  fileInjectionData: "first-boot",
  isJustMinimalInit: "first-boot",
  billingOid: "refused",
  userOid: "refused",
  hostServerOid: "move",
  ipRequest: "replace",
  metaData: "refused",
  instantiationViaCloneOptions: "replace",
  runningState: "power",
  onImageChange: "behaviour",
  reinstallOnFirstBootChange: "behaviour",
  reinstallTriggers: "image",
  restartTriggers: "restart",
  moveTriggers: "move",
  restartMethod: "behaviour",
  move: "behaviour",
  cancel: "behaviour",
  maxMonthlyCostUsd: "behaviour",
  waitForPort: "behaviour",
} as const satisfies Record<VpsArgument, Effect>;

/** The arguments with an effect, as a list and as a type. */
export const argumentsWith = <E extends Effect>(effect: E): ArgumentWith<E>[] =>
  namesIn(changeTable).filter((name): name is ArgumentWith<E> => changeTable[name] === effect);

type ArgumentWith<E extends Effect> = {
  [K in VpsArgument]: (typeof changeTable)[K] extends E ? K : never;
}[VpsArgument];

/*
 * The names alone, without the schemas: a program that declares servers does not have to load those.
 */

export const vpsArguments: readonly VpsArgument[] = namesIn(changeTable);
