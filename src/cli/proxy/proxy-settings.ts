import { type PlanName, planNames } from '../../spec/plans.js';
import { InputError } from '../../validation/input-error.js';
import { findFileViolation } from '../../validation/validate-file.js';
import type { Choice } from '../choice.js';
import type { Flags } from '../command-flags.js';
import type { LogStyle } from '../serve/serve-log.js';
import { parseTargetUrl } from '../target-url.js';
import { type ProxyOptionName, proxyDefaults, proxyOptions } from './proxy-options.js';

/** Everything that `proxy` was told. */
export interface ProxySettings {
  /** Base URL of the service, without a slash at its end. */
  readonly upstream: string;
  readonly port: Choice<number>;
  readonly host: Choice<string>;
  readonly har: string | undefined;
  readonly isOverwriting: boolean;
  readonly isAnnotating: boolean;
  readonly log: LogStyle;
  readonly plan: PlanName | undefined;
  readonly isExclusive: boolean;
  readonly ca: string | undefined;
  readonly failsOnViolation: boolean;
  /** Undefined: on where only this machine reaches it. */
  readonly admin: Choice<boolean> | undefined;
  readonly adminToken: Choice<string> | undefined;
  readonly allowedHosts: readonly string[];
}

/** Reads the command line of `proxy`. Throws an InputError for the first thing that cannot be; a token is not repeated. */
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
      'there is no --upstream',
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
    isAnnotating: isOn('annotate'),
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
  if (value === undefined) throw refusal(name, given, form);
  return { value, chosenBy: proxyOptions[name].flag };
}

function oneOf<Name extends string>(
  name: ProxyOptionName,
  given: string | undefined,
  choices: readonly Name[],
): Name | undefined {
  if (given === undefined) return undefined;
  const chosen = choices.find((each) => each === given);
  if (chosen === undefined) throw refusal(name, given, choices.length > 1 ? `one of ${choices.join(', ')}` : 'known');
  return chosen;
}

function refusal(name: ProxyOptionName, given: string, form: string): InputError {
  const { flag, ...option } = proxyOptions[name];
  const example = 'example' in option ? ` ${option.example}` : '';
  return new InputError(`Reading ${flag}`, `${JSON.stringify(given)} is not ${form}`, `Try ${flag}${example}`);
}

function readPort(given: string): number | undefined {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}

/** What `serve` takes for a setting of the same name, `proxy` takes, too. */
function setting<Value extends string>(name: 'host' | 'adminToken', given: Value): Value | undefined {
  return findFileViolation('Settings', { [name]: given }) === undefined ? given : undefined;
}

function readToken(flag: string | undefined, variable: string | undefined): Choice<string> | undefined {
  const token = flag ?? (variable || undefined);
  if (token === undefined) return undefined;
  const chosenBy = flag === undefined ? 'PETSTORE_ADMIN_TOKEN' : '--admin-token';
  if (setting('adminToken', token) !== undefined) return { value: token, chosenBy };
  const problem = 'the value is not a bearer token (letters, digits and -._~+/)';
  throw new InputError(`Reading ${chosenBy}`, problem, `Try ${chosenBy}${flag === undefined ? '=' : ' '}local-admin`);
}
