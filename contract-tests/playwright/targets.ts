import { join } from 'node:path';
import { parseUrl } from '../../src/json/parse-url.js';

export const targetNames = ['mock', 'staging', 'production'] as const;
export type TargetName = (typeof targetNames)[number];

/** A deployment that the contract suite can be pointed at. */
export interface Target {
  readonly name: TargetName;
  /** Undefined: the suite starts a fake. */
  readonly service: { readonly url: string; readonly apiKey: string } | undefined;
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
  const service = url === undefined || apiKey === undefined ? undefined : { url, apiKey };
  return { name, service, messagesUrl: read('MESSAGES_URL'), level, plan: read('PLAN') };
}

function variableOf(name: TargetName, setting: string): string {
  return `PETSTORE_${name.toUpperCase()}_${setting}`;
}

/** Returns the folder in which the project that probes leaves its report for the project that has a test for each rule. */
export function reportFolder(name: TargetName, outputFolder: string): string {
  return join(outputFolder, `contract-${name}`);
}
