import type { CheckOptions } from '../../src/entries/contract.js';
import { parseUrl } from '../../src/json/parse-url.js';

export const targetNames = ['mock', 'staging', 'production'] as const;
export type TargetName = (typeof targetNames)[number];

/** A deployment that the contract suite can be pointed at. */
export interface Target {
  readonly name: TargetName;
  /** Undefined: the suite starts a fake. */
  readonly service: Pick<CheckOptions, 'baseUrl' | 'apiKey' | 'messagesUrl' | 'plan'> | undefined;
  readonly messagesUrl: string | undefined;
  /** The check validates these. */
  readonly level: string;
  readonly plan: string | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the target that the variables describe, or a text that says what is missing or invalid, with an example. */
export function resolveTarget(name: TargetName, variables: Variables): Target | string {
  const read = (setting: string) => variables[variableOf(name, setting)]?.trim() || undefined;
  const url = read('URL');
  const apiKey = read('API_KEY');
  if (url === undefined && name !== 'mock') return `set ${variableOf(name, 'URL')}=https://${name}.example.test/v1`;
  if (url !== undefined && parseUrl(url) === undefined)
    return `${variableOf(name, 'URL')} is not a URL: try https://a.test/v1`;
  if (url !== undefined && apiKey === undefined) return `set ${variableOf(name, 'API_KEY')} to an API key`;

  const level = read('LEVEL') ?? (name === 'mock' ? 'exhaust' : 'read');
  const service = url === undefined ? undefined : { baseUrl: url, apiKey };
  return { name, service, messagesUrl: read('MESSAGES_URL'), level, plan: read('PLAN') };
}

function variableOf(name: TargetName, setting: string): string {
  return `PETSTORE_${name.toUpperCase()}_${setting}`;
}
