import type { Call } from "./call-table";
import type { Failure } from "./failures";

/** The service publishes no list of its refusals; these are the words that they have in common. */
const aboutRoom = /capacity|\b(no|not|enough|free|insufficient)\b.{0,40}\b(room|resources|ip addresses)\b/i;
const aboutPayment = /\b(declined|credit card|card|payment|paypal|billing|invoice|overdue|unpaid)\b|billing_oid/i;

const savedSettings =
  'Mind that refresh and destroy use the settings that the last "pulumi up" saved in the state, unless they are run with --run-program.';

/** 401 and 403. */
export const keyAdvice =
  'Set a key that is valid and may do this, with "pulumi config set --secret rimuhosting:apiKey" ' +
  `or RIMUHOSTING_APIKEY. ${savedSettings}`;

const keyOfAnotherAccount =
  "Does the API key belong to the account that bought the order? To the key of another account an order looks as if it did not exist, and it goes on " +
  "running and being billed where it is. Set the key of its account, or correct the number of the order, then run it again. " +
  savedSettings;

const moreRoom: Partial<Record<Call, string>> = {
  newVps:
    "Nothing was bought. Ask for smaller sizes, choose another place (dcLocation) or host (hostServerOid), or try again later.",
  resize:
    "Nothing was changed or billed. Move the server to another host (hostServerOid), ask for less, or talk to the service's support.",
  move: "Nothing was moved. Choose another host (hostServerOid), or talk to the service's support.",
  reinstall: "Nothing was wiped. Ask for smaller sizes, or talk to the service's support.",
};

const betterPayment: Partial<Record<Call, string>> = {
  newVps:
    "Nothing was bought. Put the payment right in the service's control panel, or choose another billing method with billingOid " +
    "(getBillingMethods lists them), then run it again.",
  resize: "Nothing was changed or billed. Put the payment right in the service's control panel, then run it again.",
};

/** What helps when there is no room, or money, for what was asked; `undefined` where the words are about neither. */
export const shortageAdvice = (call: Call, words: string): string | undefined => {
  if (aboutRoom.test(words)) return moreRoom[call];
  return aboutPayment.test(words) ? betterPayment[call] : undefined;
};

/** Calls about one order, which the service does not know under a key of another account. */
const isAboutOneOrder = (call: Call): boolean =>
  !["listOrders", "newVps", "billingMethods", "distributions", "dataCenters", "pricingPlans", "quote"].includes(call);

/** What to do about the service's own no. */
export const refusalAdvice = (call: Call, { status, errorClass, fieldName, serviceMessage }: Failure): string => {
  if (status === 404 && isAboutOneOrder(call)) return keyOfAnotherAccount;
  const words = [errorClass, fieldName, serviceMessage].filter((word) => word !== undefined).join(" ");
  return shortageAdvice(call, words) ?? "Mend what it names, then run it again.";
};
