import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { schemaText } from './schema-text.js';

/** An export with its comment, as Markdown, and the text of its declaration. */
export interface Declared {
  readonly name: string;
  readonly comment: string;
  readonly declaration: string;
}

const DECLARATION = /^(?:declare )?(?:abstract )?(?:const|function|class|interface|type) ([\w$]+)/;
const FROM_SCHEMA = /^type \w+ = FromSchema<typeof (\w+)>;$/;

/** Returns the exports of a built declaration file, those of other files under the names that it gives them. */
export async function exportsOf(file: string): Promise<Declared[]> {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text, { lang: 'dts' });
  const found: Declared[] = [];
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    if (statement.source !== null) {
      const from = resolve(dirname(file), statement.source.value.replace(/\.js$/, '.d.ts'));
      for (const { local, exported } of statement.specifiers)
        found.push(await declaredIn(from, nameOf(local), nameOf(exported)));
      continue;
    }
    const { declaration } = statement;
    const name = DECLARATION.exec(text.slice(declaration?.start))?.[1];
    if (declaration === null || name === undefined) continue;
    const before = comments.filter(({ end }) => end <= statement.start && !/\S/.test(text.slice(end, statement.start)));
    found.push({
      name,
      comment: proseOf(before.at(-1)?.value ?? ''),
      declaration: text.slice(declaration.start, declaration.end).replace(/^declare /, ''),
    });
  }
  return found;
}

/** Returns the exports of entries that have another name where they are declared: that name, and the exported one. */
export function renamedExports(files: readonly string[]): ReadonlyMap<string, string> {
  const pairs = files
    .flatMap((file) => parseSync(file, readFileSync(file, 'utf8'), { lang: 'dts' }).program.body)
    .flatMap((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.specifiers : []))
    .map(({ local, exported }) => [nameOf(local), nameOf(exported)] as const);
  return new Map(pairs.filter(([local, exported]) => local !== exported));
}

/** Returns one export of a file under the name that users import. Overloads are one. */
async function declaredIn(file: string, local: string, exported: string): Promise<Declared> {
  const all = await exportsOf(file);
  const own = all.filter(({ name }) => name === local);
  const [first] = own;
  if (first === undefined) throw new Error(`${file} declares no ${local}, which is exported as ${exported}.`);
  const schema = FROM_SCHEMA.exec(first.declaration)?.[1];
  if (schema !== undefined) {
    const module: Record<string, object> = await import(file.replace(/\.d\.ts$/, '.js'));
    const comment = first.comment || (all.find(({ name }) => name === schema)?.comment ?? '');
    return { name: exported, comment, declaration: `type ${exported} = ${schemaText(module[schema] ?? {})};` };
  }
  return {
    name: exported,
    comment: own.map(({ comment }) => comment).find((comment) => comment !== '') ?? '',
    declaration: own.map(({ declaration }) => declaration).join('\n'),
  };
}

function nameOf(node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return node.name ?? String(node.value);
}

/** Returns the text of a comment as Markdown: no stars, and nothing that Vue would take for an element. */
function proseOf(comment: string): string {
  return comment
    .replace(/^\*/, '')
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\{@link ([^}]+)\}/g, '`$1`')
    .trim();
}
