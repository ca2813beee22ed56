import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const domainName = new pulumi.Config().require("domainName");

export = async () => {
  const { orderOid, primaryIp, prepaidUntil } = await rimuhosting.getVps({ domainName });
  const { runningVpsInfo, hostServerInfo } = await rimuhosting.getVpsStatus({ orderOid });
  // Takes a few seconds longer: the service adds up the traffic on request.
  const { raw: traffic } = await rimuhosting.getDataTransferUsage({ orderOid });
  return {
    ip: primaryIp,
    prepaidUntil,
    state: runningVpsInfo.runningState,
    uptimeHours: Math.floor((runningVpsInfo.vpsUptimeS ?? 0) / 3600),
    nextBackup: runningVpsInfo.nextBackupTime,
    hostLoad: hostServerInfo?.hostload,
    traffic,
  };
};
