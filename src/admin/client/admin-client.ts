/// <reference lib="esnext.disposable" preserve="true" />
import type { FromSchema } from 'json-schema-to-ts';
import type { OperationId } from '../../service/petstore.js';
import type { AdminEvent } from '../events.js';
import type { AdminOperationId, adminOperations, queryParameters } from '../operations.js';
import type { KeyOptions } from '../schemas/keys.js';
import type { AdminSchemaName, AdminValues } from '../schemas.js';
import type { StockIds } from '../stock.js';

type Operations = typeof adminOperations;

/** What the client accepts for parameters of paths, and for those of queries that need not be text. */
interface Wider extends StockIds {
  readonly name: string;
  readonly id: string;
  readonly number: number;
  readonly operation: OperationId;
  readonly status: number | string;
  readonly timeout: number | string;
}

type Parameter<Name> = Name extends keyof Wider
  ? Wider[Name]
  : Name extends keyof typeof queryParameters
    ? FromSchema<(typeof queryParameters)[Name]['schema']>
    : never;

type PathNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;
type BodyOf<Operation> = Operation extends { readonly body: { readonly document: infer Name extends string } }
  ? { readonly [Field in Name]: object | string }
  : FieldsOf<Operation>;
type FieldsOf<Operation> = Operation extends { readonly body: { readonly schema: infer Name extends AdminSchemaName } }
  ? AdminValues[Name]
  : object;

/** The argument of a call: the parameters of the path and the query and the fields of the body, in one object. */
type Input<Operation extends Operations[AdminOperationId]> = Operation extends Operations['setClock']
  ? { readonly to: string | Date }
  : Flat<
      { readonly [Name in PathNames<Operation['path']>]: Parameter<Name> } & {
        readonly [Name in Operation['query'][number]]?: Parameter<Name>;
      } & BodyOf<Operation>
    >;

type Flat<Type> = { readonly [Name in keyof Type]: Type[Name] };

type Output<Response> = Response extends 'Done'
  ? undefined
  : Response extends 'Document'
    ? object
    : Response extends 'RequestCount'
      ? number
      : Response extends AdminSchemaName
        ? AdminValues[Response]
        : never;

type Call<Operation extends Operations[AdminOperationId]> =
  object extends Input<Operation>
    ? (input?: Input<Operation>) => Promise<Output<Operation['response']>>
    : (input: Input<Operation>) => Promise<Output<Operation['response']>>;

type CallId = Exclude<AdminOperationId, 'watchEvents'>;
type Group<Name extends string> = {
  readonly [Id in CallId as Operations[Id]['call'] extends `${Name}.${infer Method}` ? Method : never]: Call<
    Operations[Id]
  >;
};

/** A method for each admin operation, by the operation's `call`. */
export type AdminCalls = {
  readonly [Id in CallId as Operations[Id]['call'] extends `${infer Name}.${string}`
    ? Name
    : Operations[Id]['call']]: Operations[Id]['call'] extends `${infer Name}.${string}`
    ? Group<Name>
    : Call<Operations[Id]>;
};

/** Limits a list to a page: `after` is the `next` of the previous page. */
export type PageQuery = Pick<NonNullable<Input<Operations['listWorlds']>>, 'limit' | 'after'>;

/** Selects requests. `status` may be a class such as `'4xx'`, `key` is a pseudonym. */
export type RequestFilter = Input<Operations['countRequests']>;

/** Controls and observes a running server. Calls reject with an AdminError that says what failed and what to do. */
export interface AdminClient extends AdminCalls {
  /** URL of the server, such as `http://127.0.0.1:4290`. */
  readonly url: string;
  /** Id of the world that the calls concern. */
  readonly worldId: string;
  /** Returns a client for another world of the same server. */
  world(id: string): AdminClient;
  readonly worlds: AdminCalls['worlds'] & {
    /** Opens an isolated world and returns its client. */
    open(options?: Pick<KeyOptions, 'plan' | 'expiresIn'>): Promise<OwnWorld>;
  };
  /** Yields changes as they happen, until the signal aborts or the server stops. */
  events(signal?: AbortSignal): AsyncIterable<AdminEvent>;
}

/** An isolated world: its client, and the key that leads to it. */
export interface OwnWorld extends AdminClient {
  /** The API key, for the bearer token of the app. */
  readonly key: string;
  /** Drops the world and its keys. Does nothing if the world is gone. */
  drop(): Promise<void>;
  /** Drops the world at the end of a block: `await using world = await admin.worlds.open()`. */
  [Symbol.asyncDispose](): Promise<void>;
}
