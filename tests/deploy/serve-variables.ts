import { serveOptions } from '../../src/cli/serve/serve-options.js';
import { resolveSettings } from '../../src/cli/serve/settings.js';

const known = new Set(Object.values(serveOptions).map(({ variable }) => variable));

/** Returns what `serve` would not accept, or not even read, of the variables of a container; null is one whose value comes from outside. */
export function problemsOfVariables(variables: Readonly<Record<string, string | null>>): string[] {
  const given = Object.entries(variables);
  const unread = given.map(([name]) => name).filter((name) => !known.has(name));
  return [...unread.map((name) => `serve does not read ${name}`), ...rejections(given)];
}

function rejections(given: readonly (readonly [string, string | null])[]): string[] {
  try {
    const variables = Object.fromEntries(given.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
    resolveSettings({ flags: { host: '0.0.0.0' }, variables, file: undefined });
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
