import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { operationIds, petstore } from '../../src/service/petstore.js';
import { sourceFiles } from './imports.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The wings of an operation: a file of its name in each. */
const wings = ['src/service/operations', 'mocks/operations', 'contract-tests/probes', 'src/judge/rules'];

/** What knows the document, its operations, or what the service keeps for them: stock. Everything else is engine. */
const mayName = [
  'src/service/',
  'fixtures/',
  'mocks/operations/',
  'mocks/stock/',
  'contract-tests/probes/',
  'contract-tests/stock/',
  'contract-tests/restore/',
  'src/judge/rules/',
  'src/judge/stock/',
  'src/fidelity/stock/',
  'src/admin/stock',
  'src/server/admin/routes/stock-',
  'src/dashboard/stock/',
  'src/cli/restore/',
];

/** Names that users type or read, where they are parsed, passed on and written: an option of a run, a filter, help texts. */
const ofUsers: readonly (readonly [file: RegExp, allowed: RegExp])[] = [
  [/^(?:contract-tests\/(?:plan|run-suite|suite)|src\/contract\/contract-options)\.ts$/, /\bpetId\b/g],
  [/^src\/exchange\/(?:har-schemas|transcript|write-har)\.ts$/, /\bpetId\b/g],
  [/^src\/cli\/check\/repeat-command\.ts$/, /\bpetId\b/g],
  [/^src\/cli\/compare\/compare-command\.ts$/, /\bpetId\b/g],
  [/^src\/matchers\/to-have-called\.ts$/, /\bpetId\b/g],
  [/^src\/cli\/(?:check|compare)\/\w+-options\.ts$/, /\bpetId\b|POST \/messages|the quantity of one pet/g],
];

const { operations } = petstore;
const firstSegments = Object.values(operations).map(({ path }) => path.split('/')[1]);
const names = new RegExp(
  [
    `\\b(?:${operationIds.join('|')})\\b`,
    `(?<!/)/(?:${[...new Set(firstSegments)].join('|')})\\b(?![^'"\`]*\\.js['"])`,
    '\\b(?:petId|quantity)\\b',
  ].join('|'),
);

const fileOf = (id: string) => `${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
const isShipped = (file: string) => !/\.test\.tsx?$|-for-tests\.tsx?$|\/compiled[^/]*\.ts$/.test(file);
const shipped = sourceFiles('src', 'mocks', 'fixtures', 'contract-tests').filter(isShipped);

/** Returns the lines of code that name an operation, without comments. */
function namingLines(file: string): string[] {
  const lines = readFileSync(`${root}${file}`, 'utf8').split('\n');
  const code = lines.filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line)).map((line) => line.replace(/\s\/\/ .*$/, ''));
  const without = (line: string) =>
    ofUsers.reduce((rest, [place, allowed]) => (place.test(file) ? rest.replace(allowed, '') : rest), line);
  return code.filter((line) => names.test(without(line))).map((line) => `${file}: ${line.trim()}`);
}

it.each(wings)('%s has a file for every operation', (wing) => {
  const files = sourceFiles(wing).filter(isShipped);
  for (const id of operationIds) expect(files).toContain(`${wing}/${fileOf(id)}`);
});

it('finds an operation that is named', () => {
  expect(namingLines('src/service/operations/update-inventory.ts').length).toBeGreaterThan(5);
});

it('names no operation in the engine', () => {
  const engine = shipped.filter((file) => !mayName.some((place) => file.startsWith(place)));
  expect(engine.flatMap(namingLines)).toEqual([]);
});
