import { setTimeout as wait } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { savedOutputs } from "../engine/program";
import { vpsType } from "../engine/resource-types";
import { field } from "../service/wire/saved-state";

/** A cache: all servers of a preview ask for the same. */
const saved = new WeakMap<pulumi.Resource, Promise<ReadonlyMap<string, object>>>();

/**
 * What the stack's saved state has of each server, by the number of its order. Only for what a preview shows: nothing that is bought rests
 * on it. The engine's function for it is undocumented, so any failure means that previews know less.
 */
export function savedServers(): Promise<ReadonlyMap<string, object>> {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined) return Promise.resolve(new Map());
  const known = saved.get(stack);
  if (known !== undefined) return known;
  const reading = readServers();
  saved.set(stack, reading);
  return reading;
}

/** A file backend may be read while the engine is writing to it: that read fails, and the next one succeeds. */
const mostTries = 3;
const pauseMs = 200;

async function readServers(): Promise<ReadonlyMap<string, object>> {
  for (let triesLeft = mostTries - 1; ; triesLeft--) {
    try {
      return serversIn(await savedOutputs());
    } catch {
      if (triesLeft === 0) return new Map();
      await wait(pauseMs);
    }
  }
}

function serversIn(answer: unknown): ReadonlyMap<string, object> {
  const servers = Object.values({ ...Object(field(answer, "outputs")) })
    .filter((resource) => field(resource, "type") === vpsType)
    .map((resource) => field(resource, "outputs"))
    .filter((outputs) => outputs instanceof Object);
  const byNumber = Map.groupBy(servers, (outputs) => String(field(outputs, "orderOid")));
  // Two entries with one number, as after an edit: nothing tells which one is meant.
  return new Map(
    [...byNumber].flatMap(([number, [first, ...others]]) => (first && others.length === 0 ? [[number, first]] : [])),
  );
}
