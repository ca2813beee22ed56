import { quoteToWire, sizesToWire } from "../../provider/server/request";
import type { Client } from "../../provider/service/client";
import type { Transport } from "../../provider/service/transport";
import { orderVps } from "../service/support/requests";
import { clientWithClock } from "../service/support/scripted-client";
import { capturedBody, capturedNames } from "./captured-bodies";

/** A client that gets a captured body for every call. */
const answering = (name: string): Client => {
  const transport: Transport = async () => ({
    status: name.startsWith("error") ? 400 : 200,
    contentType: "application/json",
    body: JSON.stringify(capturedBody(name)),
  });
  return clientWithClock("https://rimuhosting.com", { transport }).client;
};

const understood: Record<string, { make: (client: Client) => Promise<unknown>; gives: unknown }> = {
  "list-orders-2010": {
    make: async (client) => (await client.listOrders()).orders,
    gives: [
      {
        orderOid: 184612801,
        domainName: "rimuhosting.jclouds-4618",
        slug: "order-184612801-rimuhosting-jclouds-4",
        billingOid: 50081656,
        isOnCustomersOwnPhysicalServer: false,
        vpsParameters: { memoryMb: 160, diskSpaceMb: 4096, diskSpace2Mb: 0 },
        hostServerOid: "836",
        serverType: "VPS",
        dataTransferAllowance: { dataTransferGb: 30 },
        billingInfo: {
          monthlyRecurringFee: 20.19,
          monthlyRecurringAmt: { amount: 20.19, currency: "USD", amountUsd: 20.19 },
          orderDate: "2010-04-05T04:03:30Z",
        },
        location: {
          dataCenterLocationCode: "DCDALLAS",
          dataCenterLocationName: "Dallas",
          dataCenterLocationCountry2ltr: "US",
        },
        allocatedIps: { primaryIp: "74.50.60.216", secondaryIps: [] },
        runningState: "RUNNING",
        distro: "ubuntu910.64",
      },
    ],
  },
  "list-orders-2022": {
    make: async (client) => (await client.listOrders()).orders,
    gives: [
      {
        orderOid: 2853299702,
        domainName: "laptop.deletemesoon.com",
        deployedState: "DEPLOYED",
        runningState: "RUNNING",
        orderDescription: expect.stringMatching(/^LaunchtimeVPSDal; .*; 21\.19 USD\/m$/),
        location: { dataCenterLocationCode: "DCDALLAS", dataCenterLocationName: "Dallas" },
        allocatedIps: { primaryIp: "74.50.53.162" },
        billingInfo: { monthlyRecurringAmt: { amountUsd: 21.19 } },
      },
    ],
  },
  "get-order-2011": {
    make: (client) => client.getOrder(721950181),
    gives: expect.objectContaining({
      orderOid: 721950181,
      runningState: "NOTRUNNING",
      vpsParameters: { memoryMb: 1150, diskSpaceMb: 4096, diskSpace2Mb: 0 },
      billingInfo: {
        monthlyRecurringFee: 44.95,
        monthlyRecurringAmt: { amount: 44.95, currency: "USD", amountUsd: 44.95 },
        orderDate: "2011-04-02T02:16:09Z",
        cancellationDate: "2011-04-02T03:30:28Z",
      },
      dataTransferAllowance: { dataTransferGb: 75 },
      metaData: [],
    }),
  },
  "new-vps-2010": {
    make: (client) =>
      orderVps(client, { domainName: "rightscale-test.com", distro: "lenny", pricingPlanCode: "MIRO1B" }),
    gives: {
      order: expect.objectContaining({ orderOid: 279599011, distro: "lenny", hostServerOid: "835" }),
      password: "<random, masked>",
      setupMessages: [
        "Selected user as the logged in user:",
        "Selected billing details as the first 'wire' billing details found for the user: Wire Transfer",
        "No VPS paramters provided, using default values.",
        "'memory_mb' not provided, setting to 160MB.",
        "'disk_space_mb' not provided, setting to 4GB.",
      ],
      runningVpsInfo: {
        pingsOk: true,
        currentKernel: "default",
        currentKernelCanonical: "2.6.30.5-xenU.i386",
        lastBackupMessage: "",
        isConsoleLoginEnabled: false,
        isBackupRunning: false,
        isBackupsEnabled: true,
        nextBackupTime: "2010-04-13T05:00:00Z",
        vpsUptimeS: 15,
        vpsCpuTimeS: 11,
        runningState: "RUNNING",
        isSuspended: false,
      },
    },
  },
  "delete-vps-2009": {
    make: (client) => client.deleteVps(88833465),
    gives: {
      cancelMessages: [
        "api.ivan.net.nz is being shut down.",
        "A $7.98 credit has been added to your account.",
        "If you need to un-cancel the server please contact our support team.",
      ],
      message: "Server removed",
    },
  },
  "set-running-state-2009": {
    make: (client) => client.setRunningState(88833465, "RESTARTING"),
    gives: {
      isRestarted: true,
      isPinging: true,
      runningVpsInfo: expect.objectContaining({ runningState: "RUNNING", vpsUptimeS: 19 }),
      messages: [],
      message: "api.ivan.net.nz restarted. After the reboot api.ivan.net.nz is pinging OK.",
    },
  },
  "set-running-state-2022": {
    make: (client) => client.setRunningState(2853299702, "NOTRUNNING"),
    gives: {
      runningVpsInfo: { runningState: "NOTRUNNING", deployedState: "DEPLOYED", pingsOk: false },
      messages: [],
      message: "laptop.deletemesoon.com stopped.",
    },
  },
  "resize-2010": {
    make: (client) => client.resize(184612801, sizesToWire({ memoryMb: 400 })),
    gives: { wereResourcesChanged: true, messages: expect.arrayContaining(["Completed."]) },
  },
  "vps-status-composed": {
    make: (client) => client.vpsStatus(88833465),
    gives: {
      runningVpsInfo: expect.objectContaining({ nextBackupTime: "2009-10-25T05:00:00Z", vpsCpuTimeS: 5 }),
      hostServerInfo: {
        isHost64BitCapable: true,
        defaultKernelI386: "2.6.30.5-xenU.i386",
        defaultKernelX8664: "2.6.30.5-xenU.x86_64",
        cpuModelName: "Intel(R) Xeon(R) CPU E5506 @ 2.13GHz",
        hostNumCores: 1,
        hostXenVersion: "3.4.1",
        hostload: [1.45, 0.56, 0.28],
        hostUptimeS: 3378276,
        hostMemMbFree: 51825,
        hostMemMbTotal: 73719,
        runningVpss: 34,
      },
    },
  },
  "billing-methods-constructed": {
    make: (client) => client.billingMethods(),
    gives: [
      {
        billingOid: 1012,
        billingMethodType: "TS_WIRE",
        description: "Wire Transfer",
        ordersOnThisBillingMethod: [
          {
            orderOid: 184612801,
            domainName: "rimuhosting.jclouds-4618",
            slug: "order-184612801-rimuhosting-jclouds-4",
            aboutBilling: { monthlyRecurringFee: 20.19 },
          },
        ],
      },
    ],
  },
  "distributions-2009": {
    make: (client) => client.distributions(),
    gives: [
      { distroCode: "lenny", distroDescription: "Debian 5.0 (aka Lenny, RimuHosting recommended distro)" },
      { distroCode: "centos5", distroDescription: "Centos5" },
    ],
  },
  "distributions-2026": {
    make: (client) => client.distributions(),
    gives: [
      {
        distroCode: "deb13.64",
        distroDescription: "Debian 13 64-bit (aka Trixie)",
        isPromoted: true,
        isRecommended: true,
      },
    ],
  },
  "data-centers-2026": {
    make: (client) => client.dataCenters(),
    gives: [
      { dataCenterLocationCode: "DCTEST", dataCenterLocationName: "Test city", dataCenterLocationCountry2ltr: "NZ" },
    ],
  },
  "pricing-plans-2009": {
    make: (client) => client.pricingPlans(),
    gives: [
      {
        pricingPlanCode: "MiroVPSLowContention",
        pricingPlanDescription: "MiroVPS Semi-Dedicated Server (Dallas)",
        monthlyRecurringFee: 32.54,
        monthlyRecurringAmt: { amount: 35, currency: "AUD", amountUsd: 32.54 },
        minimumMemoryMb: 950,
        minimumDiskGb: 20,
        minimumDataTransferAllowanceGb: 75,
        seeAlsoUrl: "http://rimuhosting.com/order/serverdetails.jsp?plan=MiroVPSLowContention",
        serverType: "VPS",
        offeredAtDataCenter: { dataCenterLocationCode: "DCDALLAS", dataCenterLocationName: "Dallas" },
      },
    ],
  },
  "quote-2022": {
    make: (client) => client.quote(quoteToWire({ memoryMb: 3192, diskSpaceMb: 10240 })),
    gives: {
      monthlyCost: { amount: 11.11, currency: "USD", amountUsd: 11.11 },
      message:
        "The price for 3192MB memory and 10GB disk in Dallas is 11.11 USD/month. You need to enter billing information.",
    },
  },
};

test.each(Object.entries(understood))("the client understands %s", async (name, { make, gives }) => {
  expect(await make(answering(name))).toEqual(gives);
});

test("the client understands error-constructed", async () => {
  await expect(answering("error-constructed").getOrder(1)).rejects.toMatchObject({
    failure: { kind: "refused", status: 400, errorClass: "ValidationException", serviceMessage: "Invalid request" },
    fieldName: "domainName",
  });
});

test("every captured body is checked", () => {
  expect([...Object.keys(understood), "error-constructed"].sort()).toEqual([...capturedNames].sort());
});
