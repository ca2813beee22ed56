import { requireDataCenter } from "../../program/functions/order-info";
import type { DataCenter, Distribution, PricingPlan } from "../../service/wire/catalogue";
import { openAccount, stackOption } from "../account/account";
import { type Command, optionText } from "../command/command";
import { formatMoney, formatSize } from "../terminal/format";
import { type Page, table } from "../terminal/page";

const parts = ["distributions", "locations", "plans"] as const;

/** What the service offers, as far as it was asked for. */
interface Offers {
  readonly distributions: readonly Distribution[] | undefined;
  readonly locations: readonly DataCenter[] | undefined;
  readonly plans: readonly PricingPlan[] | undefined;
}

export const catalog: Command = {
  name: "catalog",
  summary: "Lists what the service offers: distributions, locations and pricing plans.",
  words: `[${parts.join("|")}...]`,
  about: [
    "A plan is a starting point: other sizes can be ordered, and the price follows; the preview of a program shows it. No API key is needed.",
  ],
  options: {
    location: { type: "string", value: "CODE", meaning: "only the plans of this data centre, such as DCDALLAS" },
    ...stackOption,
  },
  run: async (given, context) => {
    const unknown = given.words.find((word) => !parts.some((part) => part === word));
    if (unknown !== undefined) throw new Error(`catalog lists ${parts.join(", ")}; it does not know "${unknown}".`);
    const dcLocation = optionText(given, "location");
    const usual: readonly string[] = dcLocation === undefined ? parts : ["plans"];
    const asked = given.words.length === 0 ? usual : given.words;
    const { client } = await openAccount(given, context, "if-there");
    const [distributions, locations, plans] = await Promise.all([
      asked.includes("distributions") ? client.distributions() : undefined,
      asked.includes("locations") ? client.dataCenters() : undefined,
      asked.includes("plans") ? client.pricingPlans({ dcLocation }) : undefined,
    ]);
    if (plans?.length === 0) await requireDataCenter(client, dcLocation, []);
    const offers: Offers = { distributions, locations, plans };
    return { json: offers, text: (page) => catalogText(page, offers) };
  },
};

function catalogText(page: Page, { distributions, locations, plans }: Offers): string {
  const sections = [
    distributions && distributionsTable(page, distributions),
    locations && locationsTable(page, locations),
    plans && plansTable(page, plans),
  ];
  return sections.filter((section) => section !== undefined).join("\n\n");
}

const orNone = (entries: readonly unknown[], what: string, text: () => string): string =>
  entries.length === 0 ? `No ${what}.` : text();

const distributionsTable = (page: Page, distributions: readonly Distribution[]): string =>
  orNone(distributions, "distributions", () =>
    table(
      page,
      [{ title: "DISTRIBUTION" }, { title: "WHAT IT IS", ifTooLong: "wrap" }, { title: "" }],
      distributions.map(({ distroCode, distroDescription, isRecommended, isPromoted }) => [
        distroCode,
        distroDescription ?? "",
        isRecommended === true ? "recommended" : isPromoted === true ? "current" : "",
      ]),
    ),
  );

const locationsTable = (page: Page, locations: readonly DataCenter[]): string =>
  orNone(locations, "locations", () =>
    table(
      page,
      [{ title: "LOCATION" }, { title: "WHERE IT IS", ifTooLong: "wrap" }],
      locations.map((location) => [
        location.dataCenterLocationCode,
        [location.dataCenterLocationName, location.dataCenterLocationCountry2ltr].filter(Boolean).join(", "),
      ]),
    ),
  );

const plansTable = (page: Page, plans: readonly PricingPlan[]): string =>
  orNone(plans, "plans", () =>
    table(
      page,
      [
        { title: "PLAN" },
        { title: "LOCATION" },
        { title: "MEMORY", align: "right" },
        { title: "DISK", align: "right" },
        { title: "TRAFFIC", align: "right" },
        { title: "MONTHLY", align: "right" },
      ],
      plans.map((plan) => [
        plan.pricingPlanCode,
        plan.offeredAtDataCenter?.dataCenterLocationCode ?? "-",
        formatSize(plan.minimumMemoryMb),
        plan.minimumDiskGb === undefined ? "-" : `${plan.minimumDiskGb} GB`,
        plan.minimumDataTransferAllowanceGb === undefined ? "-" : `${plan.minimumDataTransferAllowanceGb} GB`,
        plan.monthlyRecurringAmt === undefined ? "-" : formatMoney(plan.monthlyRecurringAmt),
      ]),
    ),
  );
