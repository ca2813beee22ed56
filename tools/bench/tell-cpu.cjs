"use strict";
const { writeFileSync } = require("node:fs");

/*
 * Loaded into the Node processes of a measured command: the program and the dynamic host write down how much CPU they have used.
 * Again and again, because the host is killed when its command ends.
 */

const ROLES = { run: "program", "dynamic-provider": "host" };
const OFTEN_MS = 50;

const role = ROLES[/cmd[/\\](run|dynamic-provider)/.exec(process.argv[1] ?? "")?.[1] ?? ""];
if (role !== undefined) {
  const file = `${process.env.BENCH_CPU_DIRECTORY}/${role}-${process.pid}`;
  const tell = () => {
    const { user, system } = process.cpuUsage();
    writeFileSync(file, String((user + system) / 1e6));
  };
  setInterval(tell, OFTEN_MS).unref();
  process.on("exit", tell);
}
