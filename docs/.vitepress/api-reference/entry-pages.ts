import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import description from '../../../package.json' with { type: 'json' };
import { type Declared, exportsOf, renamedExports } from './declared.js';
import { laidOut } from './lay-out.js';

/** A page of the reference: an entry of the package. */
export interface EntryPage {
  /** Such as `observe-playwright`. */
  readonly name: string;
  /** Such as `petstore-mock/observe/playwright`. */
  readonly title: string;
  readonly types: string;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Lines of a declaration: what is longer is data, such as every schema of the document. */
const MOST_LINES = 60;

/** The entries of the package, by `exports` of package.json. */
export const entryPages: readonly EntryPage[] = Object.entries(description.exports).flatMap(([path, target]) => {
  if (typeof target === 'string') return [];
  const name = path === '.' ? 'index' : path.slice(2).replaceAll('/', '-');
  return [{ name, title: path.replace('.', 'petstore-mock'), types: resolve(root, target.types) }];
});

/** Returns the Markdown of a page, made from the built declarations. Throws if an export has no declaration. */
export async function entryText({ title, types }: EntryPage): Promise<string> {
  const exported = (await exportsOf(types)).sort(byKind);
  const parts = exported.map(({ name, comment, declaration }) =>
    [`## ${name}`, comment, `\`\`\`ts\n${laidOut(shortened(inUsersNames(declaration)))}\n\`\`\``]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
  return `# ${title}\n\nWhat \`${title}\` exports: functions and values first, then types.\n\n${parts.join('\n\n')}\n`;
}

/** Names that only the code uses, by those that users import: `WorldOptions` is `PetstoreOptions`. */
const usersNames = renamedExports(entryPages.map(({ types }) => types));

function inUsersNames(declaration: string): string {
  return [...usersNames].reduce(
    (text, [own, users]) => text.replaceAll(new RegExp(`\\b${own}\\b`, 'g'), users),
    declaration,
  );
}

function byKind(one: Declared, other: Declared): number {
  const isType = ({ declaration }: Declared) => Number(/^(?:interface|type) /.test(declaration));
  return isType(one) - isType(other) || one.name.localeCompare(other.name);
}

function shortened(declaration: string): string {
  const lines = declaration.split('\n');
  if (lines.length <= MOST_LINES) return declaration;
  return [...lines.slice(0, MOST_LINES), `// … ${lines.length - MOST_LINES} more lines`].join('\n');
}
