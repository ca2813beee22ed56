import type * as pulumi from "@pulumi/pulumi";
import type { ArgsOf, DataFunctionName, ResultOf } from "../functions/questions/all";
import { type AnsweringService, answerCall } from "./mocked-calls";
import { mockedResource } from "./mocked-resources";

/** An answer of a function, or how it is found from the arguments. */
export type MockedAnswer<Name extends DataFunctionName> =
  | Partially<ResultOf<Name>>
  | ((args: ArgsOf<Name>) => Partially<ResultOf<Name>> | Promise<Partially<ResultOf<Name>>>);

/** A test says what its program looks at. */
type Partially<T> = T extends readonly (infer Element)[]
  ? Partially<Element>[]
  : T extends object
    ? { [Part in keyof T]?: Partially<T[Part]> | undefined }
    : T;

export interface RimuhostingMocksArgs {
  /** Answers of functions, by the function's name: `{ getVps: { … } }`. The Output forms are answered by them too. */
  functions?: { [Name in DataFunctionName]?: MockedAnswer<Name> };
  /** Who answers the functions that `functions` does not name: such as a simulator started in the test. Default: nobody, they fail. */
  service?: AnsweringService;
  /** What resources tell beside their arguments: put over what is made up, such as `{ primaryIp: "192.0.2.7" }` for a `Vps`. */
  outputs?: (resource: pulumi.runtime.MockResourceArgs) => Record<string, unknown>;
  /** The mocks of other packages' resources and functions. Default: a resource is what it is given, a function answers nothing. */
  others?: pulumi.runtime.Mocks;
}

/**
 * Mocks for unit tests of programs: `pulumi.runtime.setMocks(rimuhostingMocks({ … }))`, before the program is loaded. No
 * server is bought and no request leaves, except to a `service` that is given.
 *
 * @example
 * ```ts
 * pulumi.runtime.setMocks(
 *   rimuhostingMocks({ functions: { getDistributions: { distributions: [{ distroCode: "deb13.64" }] } } }),
 * );
 * const program = await import("./index");
 * ```
 */
export function rimuhostingMocks(args: RimuhostingMocksArgs = {}): pulumi.runtime.Mocks {
  return {
    newResource: (resource) => mockedResource(resource, args.outputs, args.others),
    call: (call) => answerCall(call, args.functions ?? {}, args.service, args.others),
  };
}
