import { openAccount, stackOption } from "../account/account";
import { type Command, numberOf, sizeOf, textOf } from "../command/command";
import { formatMoney, formatSize } from "../terminal/format";

export const price: Command = {
  name: "price",
  summary: "Asks the service what a server of some size would cost a month. Buys nothing.",
  about: ["What you leave out, the service chooses. Tax and traffic beyond the allowance come on top."],
  options: {
    memory: { type: "string", value: "SIZE", example: "2GB", meaning: "memory: 2048 (MB) or 2GB" },
    disk: { type: "string", value: "SIZE", example: "20GB", meaning: "boot disk: 20480 (MB) or 20GB" },
    disk2: { type: "string", value: "SIZE", example: "10GB", meaning: "second disk" },
    location: { type: "string", value: "CODE", example: "DCDALLAS", meaning: "data centre, such as DCDALLAS" },
    distro: { type: "string", value: "CODE", example: "deb13.64", meaning: "image, such as deb13.64" },
    plan: { type: "string", value: "CODE", example: "LaunchtimeVPSLon", meaning: "pricing plan" },
    ips: { type: "string", value: "N", example: "2", meaning: "addresses" },
    ...stackOption,
  },
  run: async (given, context) => {
    const { client, notes } = await openAccount(given, context, "if-there");
    const numIps = numberOf(given, "ips");
    const asked = {
      memoryMb: sizeOf(given, "memory"),
      diskSpaceMb: sizeOf(given, "disk"),
      diskSpace2Mb: sizeOf(given, "disk2"),
      dcLocation: textOf(given, "location"),
      distro: textOf(given, "distro"),
      pricingPlanCode: textOf(given, "plan"),
      ipRequest: numIps === undefined ? undefined : { numIps, extraIpReason: "a quote" },
    };
    const request = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
    const { monthlyCost, message } = await client.quote(request);
    const sizes = [
      asked.memoryMb === undefined ? "the usual memory" : `${formatSize(asked.memoryMb)} memory`,
      asked.diskSpaceMb === undefined ? "the usual disk" : `${formatSize(asked.diskSpaceMb)} disk`,
      ...(asked.diskSpace2Mb === undefined ? [] : [`${formatSize(asked.diskSpace2Mb)} second disk`]),
    ];
    return {
      notes,
      json: { request, monthlyCost, message },
      text: (page) =>
        [
          `${page.paint("bold", `${formatMoney(monthlyCost)} a month`)} for ${sizes.join(", ")}${asked.dcLocation === undefined ? "" : ` in ${asked.dcLocation}`}.`,
          ...(message === undefined ? [] : [`The service says: ${message}`]),
        ].join("\n"),
    };
  },
};
