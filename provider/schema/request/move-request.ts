import type { VpsInputs } from "../vps/vps-inputs";

/** Where and how to move a running server. Without a host the service chooses one; the address may change. */
export type MoveRequest = NonNullable<VpsInputs["move"]> & Pick<VpsInputs, "hostServerOid">;

export const moveToWire = (request: MoveRequest) => ({
  selected_host_server_oid: request.hostServerOid,
  is_update_dns: request.isUpdateDns,
  move_reason: request.moveReason,
  pricing_change_option: request.pricingChangeOption,
});
