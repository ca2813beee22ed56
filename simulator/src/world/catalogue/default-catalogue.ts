import type { Catalogue, DataCenter, Distro, Plan } from "./catalogue";

const DATA_CENTERS: readonly DataCenter[] = [
  { code: "DCDALLAS", name: "Dallas", country2ltr: "US", isListed: true },
  { code: "DCFRANKFURT", name: "Frankfurt", country2ltr: "DE", isListed: true },
  { code: "DCAUCKLAND", name: "Auckland", country2ltr: "NZ", isListed: true },
  { code: "DCLONDON", name: "London", country2ltr: "GB", isListed: true },
  { code: "DCSYDNEY", name: "Sydney", country2ltr: "AU", isListed: true },
];

function distro(code: string, description: string, marks: Partial<Distro> = {}): Distro {
  return { code, description, isListed: true, isPromoted: false, isRecommended: false, ...marks };
}

const DISTROS: readonly Distro[] = [
  distro("deb13.64", "Debian 13 64-bit (aka Trixie)", { isPromoted: true, isRecommended: true }),
  distro("deb12.64", "Debian 12 64-bit (aka Bookworm)", { isPromoted: true }),
  distro("ubuntu2404.64", "Ubuntu 24.04 64-bit (aka Noble)", { isPromoted: true }),
  distro("ubuntu2204.64", "Ubuntu 22.04 64-bit (aka Jammy)"),
  distro("rocky9.64", "Rocky Linux 9 64-bit"),
  distro("coreos.64", "CoreOS 64-bit"),
  distro("deb11.64", "Debian 11 64-bit (aka Bullseye)", { isListed: false }),
  distro("lenny", "Debian 5.0 (aka Lenny)", { isListed: false }),
];

function launchtimePlan(dataCenter: DataCenter, suffix: string): Plan {
  return {
    code: `LaunchtimeVPS${suffix}`,
    description: `Launchtime VPS (${dataCenter.name})`,
    locationCode: dataCenter.code,
    serverType: "VPS",
    vpsType: "REGULAR",
    minimumMemoryMb: 1024,
    minimumDiskGb: 10,
    minimumDataTransferGb: 6,
    monthlyUsd: 5.82,
    currency: "CUR_USD",
    usdPerUnit: 1,
    isCurrent: true,
  };
}

const PLAN_SUFFIXES = ["Dal", "Fra", "Akl", "Lon", "Syd"];

const OTHER_PLANS: readonly Plan[] = [
  {
    ...launchtimePlan({ code: "DCDALLAS", name: "Dallas", country2ltr: "US", isListed: true }, "Dal"),
    code: "MiroVPSLowContention",
    description: "MiroVPS Semi-Dedicated Server (Dallas)",
    vpsType: "LOW_CONTENTION",
    minimumMemoryMb: 950,
    minimumDiskGb: 20,
    minimumDataTransferGb: 75,
    monthlyUsd: 32.54,
    currency: "CUR_AUD",
    usdPerUnit: 32.54 / 35,
  },
  {
    ...launchtimePlan({ code: "DCDALLAS", name: "Dallas", country2ltr: "US", isListed: true }, "Dal"),
    code: "MIRO1B",
    description: "MIRO1B (Dallas)",
    minimumMemoryMb: 160,
    minimumDiskGb: 4,
    minimumDataTransferGb: 30,
    monthlyUsd: 20.19,
  },
  {
    ...launchtimePlan({ code: "DCDALLAS", name: "Dallas", country2ltr: "US", isListed: true }, "Dal"),
    code: "DedicatedDal",
    description: "Dedicated server (Dallas)",
    serverType: "PHYSICAL",
    vpsType: "DEDICATED",
    minimumMemoryMb: 32_768,
    minimumDiskGb: 1000,
    minimumDataTransferGb: 500,
    monthlyUsd: 149,
  },
];

export function defaultCatalogue(): Catalogue {
  return structuredClone({
    distros: [...DISTROS],
    dataCenters: [...DATA_CENTERS],
    plans: [
      ...DATA_CENTERS.map((dataCenter, index) => launchtimePlan(dataCenter, PLAN_SUFFIXES[index] ?? dataCenter.code)),
      ...OTHER_PLANS,
    ],
    billingMethods: [
      { billingOid: 1012, type: "TS_CC", description: "Visa **** **** **** 4242, expires 12/2031" },
      { billingOid: 50_081_656, type: "TS_WIRE", description: "Wire Transfer" },
    ],
  });
}
