import type { Command } from 'commander';
import { type PlanName, planNames } from '../../spec/plans.js';
import { InputError } from '../../spec/validation/input-error.js';
import { addSuiteCommand, type Choice, type CommandOption, type Flags } from '../command.js';
import type { LogStyle } from '../serve/serve-log.js';
import { serveOptions } from '../serve/serve-options.js';
import { parseTargetUrl } from '../target.js';

/** The values of omitted flags. */
const proxyDefaults = { port: 4291, host: '127.0.0.1', log: 'pretty' } as const;

/** The flags of `proxy` by the names that Commander uses. */
export const proxyOptions = {
  upstream: {
    flag: '--upstream',
    placeholder: '<url>',
    example: 'https://staging.example.test/v1',
    description: 'base URL of the service; nothing is ever sent to another origin',
  },
  port: {
    flag: '--port',
    placeholder: '<number>',
    example: '4291',
    description: `port to listen on; 0 uses any free port (default ${proxyDefaults.port})`,
  },
  host: {
    flag: '--host',
    placeholder: '<address>',
    example: '127.0.0.1',
    description: `address to listen on; 0.0.0.0 allows other machines (default ${proxyDefaults.host})`,
  },
  har: {
    flag: '--har',
    placeholder: '<file>',
    example: 'traffic.har',
    description: 'record the traffic as HAR 1.2 without keys, for check --from',
  },
  overwrite: { flag: '--overwrite', description: 'replace the file of --har if it exists' },
  log: {
    flag: '--log',
    placeholder: '<style>',
    example: 'pretty',
    description: `log style: pretty, json or off (default ${proxyDefaults.log})`,
  },
  plan: {
    flag: '--plan',
    placeholder: '<plan>',
    example: 'free',
    description: `plan of the clients' keys, so that its limits can be checked: ${planNames.join(', ')}`,
  },
  exclusive: { flag: '--exclusive', description: 'nobody else uses these keys or this store, so more can be judged' },
  ca: {
    flag: '--ca',
    placeholder: '<file>',
    example: 'ca.pem',
    description: 'PEM file of an authority to trust in addition to the default ones',
  },
  failOn: {
    flag: '--fail-on',
    placeholder: '<verdict>',
    example: 'violation',
    description: 'exit with 1 after a violation, with 3 if not everything could be judged',
  },
  admin: { flag: '--no-admin', description: 'no control room: requests under /__admin are forwarded, too' },
  adminToken: {
    flag: '--admin-token',
    placeholder: '<token>',
    example: 'local-admin',
    description: 'token of the control room; by default one is generated and printed (PETSTORE_ADMIN_TOKEN)',
  },
  allowedHost: {
    flag: '--allowed-host',
    placeholder: '<name>',
    example: 'petstore.internal',
    description: 'another host name of the proxy and its control room; repeatable',
    isRepeatable: true,
  },
} as const satisfies Record<string, CommandOption>;

type ProxyOptionName = keyof typeof proxyOptions;

/** The settings of `proxy`. */
export interface ProxySettings {
  /** Base URL of the service, without a trailing slash. */
  readonly upstream: string;
  readonly port: Choice<number>;
  readonly host: Choice<string>;
  readonly har: string | undefined;
  readonly isOverwriting: boolean;
  readonly log: LogStyle;
  readonly plan: PlanName | undefined;
  readonly isExclusive: boolean;
  readonly ca: string | undefined;
  readonly failsOnViolation: boolean;
  /** Undefined: on if only this machine can reach it. */
  readonly admin: Choice<boolean> | undefined;
  readonly adminToken: Choice<string> | undefined;
  readonly allowedHosts: readonly string[];
}

/** Parses the command line of `proxy`. Throws an InputError for the first invalid value; a token is not quoted. */
export function readProxySettings(
  flags: Flags,
  variables: Readonly<Record<string, string | undefined>>,
): ProxySettings {
  const text = (name: ProxyOptionName) => flags[name] as string | undefined;
  const isOn = (name: ProxyOptionName) => flags[name] === true;
  const upstream = text('upstream');
  if (upstream === undefined) {
    throw new InputError(
      'Reading the command line',
      '--upstream is missing',
      'Try petstore-mock proxy --upstream https://staging.example.test/v1',
    );
  }
  return {
    upstream: parseTargetUrl(upstream, '--upstream'),
    port: choice('port', text('port'), proxyDefaults.port, 'a whole number from 0 to 65535', readPort),
    host: choice('host', text('host'), proxyDefaults.host, 'a host name or an address', (given) =>
      setting('host', given),
    ),
    har: text('har'),
    isOverwriting: isOn('overwrite'),
    log: oneOf('log', text('log'), ['pretty', 'json', 'off']) ?? proxyDefaults.log,
    plan: oneOf('plan', text('plan'), planNames),
    isExclusive: isOn('exclusive'),
    ca: text('ca'),
    failsOnViolation: oneOf('failOn', text('failOn'), ['violation']) !== undefined,
    admin: flags.admin === false ? { value: false, chosenBy: '--no-admin' } : undefined,
    adminToken: readToken(text('adminToken'), variables.PETSTORE_ADMIN_TOKEN),
    allowedHosts: (flags.allowedHost ?? []) as readonly string[],
  };
}

function choice<Value>(
  name: ProxyOptionName,
  given: string | undefined,
  fallback: Value,
  form: string,
  read: (given: string) => Value | undefined,
): Choice<Value> {
  if (given === undefined) return { value: fallback, chosenBy: 'the default' };
  const value = read(given);
  if (value === undefined) throw optionError(name, given, form);
  return { value, chosenBy: proxyOptions[name].flag };
}

function oneOf<Name extends string>(
  name: ProxyOptionName,
  given: string | undefined,
  choices: readonly Name[],
): Name | undefined {
  if (given === undefined) return undefined;
  const chosen = choices.find((each) => each === given);
  if (chosen === undefined)
    throw optionError(name, given, choices.length > 1 ? `one of ${choices.join(', ')}` : 'known');
  return chosen;
}

function optionError(name: ProxyOptionName, given: string, form: string): InputError {
  const { flag, ...option } = proxyOptions[name];
  const example = 'example' in option ? ` ${option.example}` : '';
  return new InputError(`Reading ${flag}`, `${JSON.stringify(given)} is not ${form}`, `Try ${flag}${example}`);
}

function readPort(given: string): number | undefined {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}

/** Validates a value like the setting of `serve` with the same name. */
function setting<Value extends string>(name: 'host' | 'adminToken', given: Value): Value | undefined {
  return serveOptions[name].parse(given, '') === undefined ? undefined : given;
}

function readToken(flag: string | undefined, variable: string | undefined): Choice<string> | undefined {
  const token = flag ?? (variable || undefined);
  if (token === undefined) return undefined;
  const chosenBy = flag === undefined ? 'PETSTORE_ADMIN_TOKEN' : '--admin-token';
  if (setting('adminToken', token) !== undefined) return { value: token, chosenBy };
  const problem = 'the value is not a bearer token (letters, digits and -._~+/)';
  throw new InputError(`Reading ${chosenBy}`, problem, `Try ${chosenBy}${flag === undefined ? '=' : ' '}local-admin`);
}

/** Runs the command; resolves with the exit code. */
export interface ProxyActions {
  proxy(flags: Flags): Promise<number>;
}

const PROXY_NOTES = `
Set your client's base URL to the proxy instead of the service. Requests are
forwarded with one Via header added; responses are not changed. Each exchange
is judged against the document. Press Ctrl-C to stop and print a summary.
HTTPS_PROXY, HTTP_PROXY and NO_PROXY apply to the connection to the upstream.
Exit code: 0, or 2 for wrong usage. With --fail-on violation: 1 if there was
one; 3 if there was none but not everything could be judged, because there were
no requests, or responses were missing, cut off or too large. Clients that
disconnect do not count.

Examples:
  petstore-mock proxy --upstream https://staging.example.test/v1
  petstore-mock proxy --upstream https://api.example.test/v1 --har traffic.har
  petstore-mock proxy --upstream https://api.example.test/v1 --fail-on violation
  petstore-mock proxy --upstream http://127.0.0.1:4290/v1 --log json
`;

/** Adds the `proxy` command. */
export function addProxyCommand(program: Command, actions: ProxyActions, exit: (code: number) => void): void {
  addSuiteCommand(program, exit, {
    name: 'proxy',
    description: 'forward traffic to a service unchanged and judge it',
    options: Object.values(proxyOptions),
    keyRemedy: 'Omit it: your client sends its own key, which is forwarded',
    notes: PROXY_NOTES,
    run: (_, flags) => actions.proxy(flags),
  });
}
