export { Provider, type ProviderArgs } from "./resource/provider";
export { Vps, type VpsArgs } from "./resource/vps";
