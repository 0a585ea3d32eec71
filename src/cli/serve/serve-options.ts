import { InputError } from '../../json/input-error.js';
import { parseStoreAddress } from '../../server/shared-store/connection.js';
import { API_KEY, API_KEY_FORM, BEARER_TOKEN } from '../../service/headers.js';
import { isPlanName, type PlanName, planNames } from '../../service/plans.js';
import {
  addVariableNames,
  type Chosen,
  type CommandSpec,
  choice,
  duration,
  file,
  flag,
  integer,
  list,
  parsed,
  text,
  toggle,
} from '../options.js';

/** A path that a URL parser leaves as it is, outside the admin API; `/` is the root. */
const BASE_PATH = /^\/(?!__admin(?:\/|$))(?:(?!\.{1,2}(?:\/|$))[\w\-.~]+(?:\/|$))*$/;

/** A host with or without a port, such as `petstore.internal:8080` or `[fd00::1]`; neither a URL nor a pattern. */
const ALLOWED_HOST = /^(?:\[[\da-fA-F:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)(?::[1-9]\d{0,4})?$/;

const TOKEN_FORM = 'a bearer token (letters, digits and -._~+/)';

/** Parses KEY:PLAN. Throws an InputError that does not show it: a key is a secret. */
function parseKey(keyAndPlan: string, source: string): readonly [key: string, plan: PlanName] {
  const invalid = (problem: string) =>
    new InputError(`Reading ${source}`, problem, `Try my_key:pro. Plans: ${planNames.join(', ')}.`);
  const [, key = '', plan] = /^(.*):(.*)$/.exec(keyAndPlan) ?? [];
  if (!plan) throw invalid('the plan is missing');
  if (!isPlanName(plan)) throw invalid('unknown plan');
  if (API_KEY.test(key)) return [key, plan];
  throw invalid(`a header cannot carry the key: it must consist of ${API_KEY_FORM}`);
}

function parseToken(token: string, source: string): string {
  if (BEARER_TOKEN.test(token)) return token;
  // Not shown: it is a secret.
  throw new InputError(`Reading ${source}`, `the token is not ${TOKEN_FORM}`, 'Try local-admin');
}

/** The options of `serve` without their variables; `proxy` has some of them. */
export const listeningOptions = {
  port: integer('--port <number>', 'port to listen on; 0 picks a free one', { from: 0, to: 65_535, default: '4290' }),
  host: text(
    '--host <address>',
    'address to listen on; 0.0.0.0 accepts requests from other machines. Without it, also on ::1',
    {
      is: /^[\w\-.:]+$/,
      form: 'a host name or an address',
      default: '127.0.0.1',
    },
  ),
  basePath: text('--base-path <path>', 'path of the base URL', {
    is: BASE_PATH,
    form: 'a plain path outside /__admin',
    default: '/v1',
  }),
  pets: integer('--pets <number>', 'number of pets to generate', { from: 0, to: 1_000_000, default: '100' }),
  seed: integer('--seed <number>', 'seed of the generated data; the same seed gives the same pets', {
    from: 0,
    to: 4_294_967_295,
    default: '1',
  }),
  fixture: file('--fixture <file>', 'JSON file with the contents of the store', { example: 'fixture.json' }),
  behaviour: file('--behaviour <file>', 'JSON file with choices for open questions', { example: 'behaviour.json' }),
  profile: file('--profile <file>', 'profile of a deployment to imitate, written by learn; --behaviour wins over it', {
    example: 'petstore-profile.json',
  }),
  latency: flag('--latency', 'delay responses as the profile recorded'),
  fromState: file(
    '--from-state <file>',
    'state to begin with and to return to on a reset; never written. Not with --fixture, --pets, --seed, --behaviour, --profile or --latency, which it contains',
    { example: 'petstore-state.json' },
  ),
  state: file(
    '--state <file>',
    'file in which the state survives restarts. If it exists, its contents win over the options that describe the store and the behaviour',
    { example: 'petstore-state.json' },
  ),
  store: parsed('--store <url>', 'Redis or Valkey that several servers share: together they are one fake', {
    form: 'a URL such as redis://127.0.0.1:6379',
    parse: parseStoreAddress,
    example: 'redis://127.0.0.1:6379',
  }),
  keys: list(
    parsed('--key <key:plan>', 'an extra API key with its plan', {
      form: 'a key and its plan',
      parse: parseKey,
      example: 'my_key:pro',
    }),
  ),
  watch: flag('--watch', 'reload fixture, behaviour, profile, --from-state, handlers and certificate when they change'),
  log: choice('--log <style>', 'style of the request log', ['pretty', 'json', 'off'], { default: 'pretty' }),
  cors: toggle('--cors', 'allow pages from other origins to read responses', { default: 'true' }),
  assumed: toggle('--assumed', 'add X-Mock-Assumed, which lists the open questions that a response depends on', {
    default: 'true',
  }),
  admin: toggle('--admin', 'serve the control room under /__admin', {
    example: 'false',
    defaultNote: 'on if only this machine can connect, or with --admin-token',
  }),
  adminToken: parsed('--admin-token <token>', 'token of the control room', {
    parse: parseToken,
    form: 'a bearer token',
    example: 'local-admin',
    defaultNote: 'generated and printed',
  }),
  allowedHosts: list(
    text('--allowed-host <name>', 'another name under which the control room is reached', {
      is: ALLOWED_HOST,
      form: 'a host without scheme or pattern, such as petstore.internal or petstore.internal:8080',
      example: 'petstore.internal',
    }),
  ),
  metrics: flag('--metrics', 'serve /metrics in Prometheus format, without a token'),
  tlsCert: file('--tls-cert <file>', 'PEM file with a certificate and its chain: serve HTTPS (HTTP/2 and HTTP/1.1)', {
    example: 'petstore.cert.pem',
  }),
  tlsKey: file('--tls-key <file>', 'PEM file with the private key of --tls-cert', { example: 'petstore.key.pem' }),
  journal: integer(
    '--journal <number>',
    'maximum number of exchanges in the journal, as far as 64 MiB of requests and responses allow',
    { from: 0, to: 1_000_000, default: '10000' },
  ),
  worlds: integer('--worlds <number>', 'maximum number of isolated worlds at once', {
    from: 0,
    to: 100_000,
    default: '1000',
  }),
  /** In milliseconds. */
  worldIdle: duration('--world-idle <duration>', 'remove an isolated world that has been idle for this long', {
    from: '1s',
    to: '365d',
    default: '1h',
  }),
  worldHeader: flag(
    '--world-header',
    'X-Petstore-World or baggage chooses the isolated world of a request, whatever its key',
  ),
  trustProxy: flag(
    '--trust-proxy',
    'take the address of a caller from X-Forwarded-For; behind a proxy, callers without a key share one quota otherwise',
  ),
};

export const serveOptions = {
  ...addVariableNames(listeningOptions),
  handlers: file('--handlers <file>', 'JavaScript module with MSW handlers, which run before the fake’s own', {
    example: 'handlers.mjs',
  }),
};

export type LogStyle = Chosen<typeof serveOptions>['log'];

export const serveCommand = {
  summary: 'run the fake on a port',
  options: serveOptions,
  notes: [
    'Except --handlers, every option can also be set by its variable, or in petstore-mock.config.json in the working directory. A flag wins over a variable, and a variable over the file.',
  ],
  examples: [
    'petstore-mock serve                               on http://127.0.0.1:4290/v1',
    'petstore-mock serve --port 0 --pets 1000          a free port, 1000 pets',
    'petstore-mock serve --key my_key:business         an extra API key',
    'petstore-mock serve --fixture store.json --watch  your data, reloaded',
    'petstore-mock serve --state shop.json             continues after a restart',
    'petstore-mock serve --store redis://127.0.0.1     one fake on many servers',
    'petstore-mock serve --admin-token local-admin     a fixed admin token',
  ],
} satisfies CommandSpec;
