import type { Call } from "./call-table";
import type { Failure } from "./failures";

/** The service publishes no list of its refusals, so these match the words they have in common. */
const aboutRoom = /capacity|\b(no|not|enough|free|insufficient)\b.{0,40}\b(room|resources|ip addresses)\b/i;
const aboutPayment = /\b(declined|credit card|card|payment|paypal|billing|invoice|overdue|unpaid)\b|billing_oid/i;

/** 401 and 403. An explicit provider's settings reach the host together with the stack's, so it does not know whose key this is. */
export const keyAdvice =
  'Set a valid key with permission for this: if an explicit Provider is used, as apiKey in its arguments; otherwise with "pulumi config set --secret rimuhosting:apiKey" or RIMUHOSTING_APIKEY.';

const keyOfAnotherAccount =
  "Does the API key belong to the account that bought the order? To another account's key, an order looks as if it did not exist, but it keeps " +
  "running and is billed. Set the key of the order's account, or correct the order number, then run it again.";

const adviceOnRoom: Partial<Record<Call, string>> = {
  newVps:
    "Nothing was bought. Ask for smaller sizes, choose another location (dcLocation) or host (hostServerOid), or try again later.",
  resize:
    "Nothing was changed or billed. Move the server to another host (hostServerOid), ask for less, or contact the service's support.",
  move: "Nothing was moved. Choose another host (hostServerOid), or contact the service's support.",
  reinstall: "Nothing was wiped. Ask for smaller sizes, or contact the service's support.",
};

const adviceOnPayment: Partial<Record<Call, string>> = {
  newVps:
    "Nothing was bought. Fix the payment in the service's control panel, or choose another billing method with billingOid " +
    "(getBillingMethods lists them), then run it again.",
  resize: "Nothing was changed or billed. Fix the payment in the service's control panel, then run it again.",
};

/** What helps if there is no room for the request, or no money; `undefined` if the service's words are about neither. */
export const shortageAdvice = (call: Call, words: string): string | undefined => {
  if (aboutRoom.test(words)) return adviceOnRoom[call];
  return aboutPayment.test(words) ? adviceOnPayment[call] : undefined;
};

/** Calls about one order: to another account's key, the service denies that the order exists. */
const isAboutOneOrder = (call: Call): boolean =>
  !["listOrders", "newVps", "billingMethods", "distributions", "dataCenters", "pricingPlans", "quote"].includes(call);

const deniesOrder = (call: Call, { status }: Failure): boolean => status === 404 && isAboutOneOrder(call);

/** Whether a refusal may be due to the key. */
export const isAboutKey = ({ call, failure }: { call: Call; failure: Failure }): boolean =>
  failure.kind === "refused" && ([401, 403].includes(failure.status ?? 0) || deniesOrder(call, failure));

/** What to do after a refusal. */
export const refusalAdvice = (call: Call, failure: Failure): string => {
  if (deniesOrder(call, failure)) return keyOfAnotherAccount;
  const { errorClass, fieldName, serviceMessage } = failure;
  const words = [errorClass, fieldName, serviceMessage].filter((word) => word !== undefined).join(" ");
  const fix = "Fix what the service objects to, then run it again.";
  return shortageAdvice(call, words) ?? (call === "move" ? `Nothing was moved. ${fix}` : fix);
};
