import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import description from '../../package.json' with { type: 'json' };
import { sourceFiles } from './imports.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The file of the budget, which `npm run size` lowers. */
export const BUDGET_FILE = fileURLToPath(new URL('size.json', import.meta.url));

/** The most that is allowed; a page in `decisions/` says what users get for it if it was raised. */
export type Allowed = number | { readonly most: number; readonly decision: string };
export type Budget = Readonly<Record<string, Allowed>>;

export const readBudget = (): Budget => JSON.parse(readFileSync(BUDGET_FILE, 'utf8'));
export const mostOf = (allowed: Allowed) => (typeof allowed === 'number' ? allowed : allowed.most);

/** Returns the lines of the product: of each room, and as `whole`. `dependencies` are those that package.json names for users. */
export function measuredSizes(): Record<string, number> {
  const isProduct = (file: string) => !/\.test\.tsx?$|-for-tests\.tsx?$|\/compiled[^/]*\.ts$/.test(file);
  const sizes: Record<string, number> = { whole: 0, dependencies: Object.keys(description.dependencies).length };
  for (const file of sourceFiles('src', 'mocks', 'contract-tests', 'fixtures').filter(isProduct)) {
    const lines = readFileSync(`${root}${file}`, 'utf8').split('\n').length - 1;
    const room = file.split('/', file.startsWith('src/') ? 2 : 1).join('/');
    sizes[room] = (sizes[room] ?? 0) + lines;
    sizes.whole = (sizes.whole ?? 0) + lines;
  }
  return sizes;
}
