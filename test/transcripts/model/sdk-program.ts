import { createRequire } from "node:module";
import * as pulumi from "@pulumi/pulumi";
import * as engineMessages from "@pulumi/pulumi/proto/engine_pb";
import * as messages from "@pulumi/pulumi/proto/resource_pb";
import * as rimuhosting from "../../../provider/index";
import { types } from "../../simulation/models/desired";
import { StepFailure } from "../../simulation/models/engine/context";
import type { Declaration } from "../../simulation/models/engine/declaration";
import type { Registered } from "../../simulation/models/engine/registration";
import type { Properties, ProviderName } from "../../simulation/models/stack-state";
import { toJavaScript } from "../../stories/harness/project";

/** What a program runs in. */
export interface ProgramRun {
  readonly project: string;
  readonly stack: string;
  readonly isPreview: boolean;
  /** By their full names. */
  readonly config: Readonly<Record<string, string>>;
  readonly secretKeys: readonly string[];
  readonly register: (declaration: Declaration) => Promise<Registered>;
  readonly log: (urn: string, severity: "info" | "warning" | "error", text: string) => void;
  /** The outputs of every resource that the last run has saved. */
  readonly savedOutputs: () => Readonly<Record<string, { readonly type: string; readonly outputs: Properties }>>;
}

type Answer<T> = (error: Error | null, response?: T) => void;

/** What the SDK keeps for itself. */
const fromPulumi = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const { withLocalStorage, getStore } = fromPulumi("@pulumi/pulumi/runtime/state");
const { awaitFeatureSupport, resetOptions, waitForRPCs } = fromPulumi("@pulumi/pulumi/runtime/settings");
const { Struct } = fromPulumi("google-protobuf/google/protobuf/struct_pb");

/** Runs a program with the real SDK, against an engine of ours. Rejects with a `StepFailure` as soon as nothing runs any more. */
export function runProgram(text: string, run: ProgramRun): Promise<void> {
  return withLocalStorage(async () => {
    resetOptions(run.project, run.stack, 16, "an engine", "a monitor", run.isPreview, "organization");
    pulumi.runtime.setAllConfig({ ...run.config }, [...run.secretKeys]);
    const monitor = new Monitor(run);
    Object.assign(getStore().settings, { monitor, engine: engineFor(run) });
    await awaitFeatureSupport();
    let hasFailed = false;
    const program = async (): Promise<unknown> => {
      try {
        return evaluate(text);
      } catch (error) {
        // What is declared already is registered all the same.
        hasFailed = true;
        run.log("", "error", error instanceof Error ? error.message : String(error));
        return undefined;
      }
    };
    const whole = pulumi.runtime.runInPulumiStack(program).then(() => waitForRPCs());
    await Promise.race([whole, monitor.failed]);
    if (hasFailed) throw new StepFailure("the program has failed");
  });
}

function evaluate(text: string): unknown {
  const modules: Readonly<Record<string, unknown>> = { "@pulumi/pulumi": pulumi, "pulumi-rimuhosting": rimuhosting };
  const exported = {};
  new Function("require", "exports", toJavaScript(text))((name: string) => modules[name], exported);
  return exported;
}

function engineFor({ log }: ProgramRun) {
  const severities: readonly (Parameters<ProgramRun["log"]>[1] | undefined)[] = [undefined, "info", "warning", "error"];
  return {
    log: (request: engineMessages.LogRequest, answer: () => void) => {
      const severity = severities[request.getSeverity()];
      if (severity !== undefined) log(request.getUrn(), severity, request.getMessage());
      answer();
    },
    setRootResource: (_request: unknown, answer: Answer<object>) => answer(null, {}),
    getRootResource: (_request: unknown, answer: Answer<engineMessages.GetRootResourceResponse>) =>
      answer(null, new engineMessages.GetRootResourceResponse()),
  };
}

/** What the SDK takes for the engine's resource monitor. */
class Monitor {
  readonly failed: Promise<never>;
  #reject: (error: unknown) => void = () => undefined;
  #underWay = 0;
  #failure: unknown;
  readonly #run: ProgramRun;

  constructor(run: ProgramRun) {
    this.#run = run;
    this.failed = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.failed.catch(() => undefined);
  }

  /** The run ends when what is under way has ended too. The program is never told. */
  fail(error: unknown): Promise<never> {
    this.#failure ??= error;
    if (this.#underWay === 0) this.#reject(this.#failure);
    return new Promise(() => undefined);
  }

  getDeploymentInfo(_request: unknown, answer: Answer<messages.DeploymentInfo>): void {
    const { ResourceMonitorFeature: features } = messages;
    const info = new messages.DeploymentInfo();
    info.setSupportedfeaturesList([
      features.RESOURCE_MONITOR_FEATURE_SECRETS,
      features.RESOURCE_MONITOR_FEATURE_RESOURCE_REFERENCES,
      features.RESOURCE_MONITOR_FEATURE_ALIAS_SPECS,
      features.RESOURCE_MONITOR_FEATURE_DELETED_WITH,
    ]);
    answer(null, info);
  }

  registerResourceOutputs(_request: unknown, answer: Answer<object>): void {
    answer(null, {});
  }

  invoke(request: messages.ResourceInvokeRequest, answer: Answer<messages.ResourceInvokeResponse>): void {
    if (request.getTok() !== "pulumi:pulumi:readStackResourceOutputs")
      throw new Error(`no function ${request.getTok()}`);
    const response = new messages.ResourceInvokeResponse();
    response.setReturn(Struct.fromJavaScript(JSON.parse(JSON.stringify({ outputs: this.#run.savedOutputs() }))));
    answer(null, response);
  }

  registerResource(request: messages.RegisterResourceRequest, answer: Answer<messages.RegisterResourceResponse>): void {
    if (this.#failure !== undefined) return;
    this.#underWay++;
    this.#register(request)
      .then((response) => {
        this.#underWay--;
        // A program is told nothing more once its run has failed.
        if (this.#failure === undefined) answer(null, response);
        else void this.fail(undefined);
      })
      .catch((error: unknown) => {
        this.#underWay--;
        void this.fail(error);
      });
  }

  async #register(request: messages.RegisterResourceRequest): Promise<messages.RegisterResourceResponse> {
    const response = new messages.RegisterResourceResponse();
    const urn = this.#urnOf(request.getType(), request.getName(), request.getParent());
    response.setUrn(urn);
    response.setObject(request.getObject());
    if (!request.getCustom()) return response;
    const { id, outputs } = await this.#run.register(this.#declarationOf(request, urn));
    response.setId(id ?? "");
    response.setObject(Struct.fromJavaScript(JSON.parse(JSON.stringify(outputs))));
    return response;
  }

  #declarationOf(request: messages.RegisterResourceRequest, urn: string): Declaration {
    const kind = (Object.keys(types) as (keyof typeof types)[]).find((one) => types[one] === request.getType());
    if (kind === undefined) throw new Error(`no provider for ${request.getType()}`);
    const [, provider] = /::([^:]+)::[^:]*$/.exec(request.getProvider()) ?? [];
    return {
      kind,
      name: request.getName(),
      urn,
      aliases: request.getAliasesList().map((alias) => this.#aliasOf(request, alias)),
      inputs: (request.getObject()?.toJavaScript() ?? {}) as Properties,
      provider: (provider ?? "default") as ProviderName,
      deletesBeforeReplace: request.getDeletebeforereplace(),
      isRetained: request.getRetainondelete() === true,
      isProtected: request.getProtect() === true,
      ignoreChanges: request.getIgnorechangesList(),
    };
  }

  #aliasOf(
    request: messages.RegisterResourceRequest,
    alias: ReturnType<typeof request.getAliasesList>[number],
  ): string {
    const spec = alias.getSpec();
    if (alias.getUrn() !== "" || spec === undefined) return alias.getUrn();
    const parent = spec.getNoparent() ? "" : spec.getParenturn() || request.getParent();
    const { stack, project } = this.#run;
    const place = { stack: spec.getStack() || stack, project: spec.getProject() || project };
    return this.#urnOf(spec.getType() || request.getType(), spec.getName() || request.getName(), parent, place);
  }

  #urnOf(type: string, name: string, parent: string, { project, stack } = this.#run as PlaceOfUrn): string {
    const parentType = parent.split("::")[2] ?? "";
    const prefix = parentType === "" || parentType === "pulumi:pulumi:Stack" ? "" : `${parentType}$`;
    return `urn:pulumi:${stack}::${project}::${prefix}${type}::${name}`;
  }
}

type PlaceOfUrn = Pick<ProgramRun, "project" | "stack">;
