import type { QueryParameter } from './parameters.js';
import type { AdminSchemaName } from './schemas.js';

/** The areas of the admin API. */
export const adminAreas = {
  Server: 'The server itself',
  World: 'A world as a whole',
  Stock: 'Stock levels',
  Keys: 'API keys, their quotas and bans',
  Clock: 'The clock of a world',
  Faults: 'Injected faults',
  Behaviour: 'Choices for the open questions of the document',
  Requests: 'Recorded requests, reports and events',
  Worlds: 'Isolated worlds, each reached by its keys',
} as const;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface AdminOperation {
  readonly area: keyof typeof adminAreas;
  /** Name of the client's method: `clock.advance`, or `reset`. */
  readonly call: string;
  readonly method: Method;
  /** Below `/__admin`; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** Whether it concerns one world, which `?world=` names. */
  readonly isOfWorld: boolean;
  /** Whether a proxy supports it, too: a proxy is watched and has no state to change. */
  readonly isForProxy: boolean;
  readonly query: readonly QueryParameter[];
  readonly body:
    | {
        readonly schema: AdminSchemaName;
        readonly example: object;
        /** For a whole document that has a parser of its own: its field in the client's argument, JSON text or data. */
        readonly document?: string;
      }
    | undefined;
  readonly status: 200 | 201;
  /** Whether the response waits for something to happen. */
  readonly staysOpen: boolean;
  /** `events`: a stream of server-sent events. */
  readonly response: AdminSchemaName | 'events';
}

type Details = Partial<Pick<AdminOperation, 'query' | 'body' | 'status' | 'isForProxy' | 'staysOpen'>>;

/** Returns a function that defines operations of an area. */
export function define(
  area: AdminOperation['area'],
  about: { readonly isOfWorld?: boolean; readonly isForProxy?: boolean } = {},
) {
  return <
    const Call extends string,
    const Line extends `${Method} /${string}`,
    const Response extends AdminOperation['response'],
    const Given extends Details = object,
  >(
    call: Call,
    line: Line,
    summary: string,
    response: Response,
    details?: Given,
  ) => {
    const [method, path] = line.split(' ') as [Method, string];
    const { isOfWorld = true, isForProxy = false } = about;
    const defaults = { query: [], body: undefined, status: 200, isOfWorld, isForProxy, staysOpen: false } as const;
    const operation: AdminOperation = { ...defaults, area, call, method, path, summary, response, ...details };
    // With the literal types that the typed client is derived from.
    return operation as AdminOperation & {
      readonly call: Call;
      readonly path: Line extends `${string} ${infer Path}` ? Path : never;
      readonly response: Response;
      readonly query: Given extends { query: infer Query extends readonly QueryParameter[] } ? Query : readonly [];
      readonly body: Given extends { body: infer Body extends AdminOperation['body'] } ? Body : undefined;
    };
  };
}
