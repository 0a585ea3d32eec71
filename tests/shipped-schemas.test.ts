import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parseWaivers } from '../contract-tests/waivers/waivers.js';
import { parseFixture } from '../fixtures/parse-fixture.js';
import { createPetstore } from '../mocks/petstore.js';
import { parseState } from '../mocks/state/saved-state.js';
import description from '../package.json' with { type: 'json' };
import { shippedSchemas } from '../scripts/shipped-schemas.js';
import { parseProfile } from '../src/fidelity/profile/parse-profile.js';
import { parseBehaviour } from '../src/service/behaviour.js';
import { blankProfile } from './profile-for-tests.js';

type Name = keyof typeof shippedSchemas;

const ajv = new Ajv2020({
  strictTypes: false,
  strictRequired: false,
  formats: { int64: true, 'date-time': true, date: true },
});
const validators = Object.fromEntries(
  Object.entries(shippedSchemas).map(([name, schema]) => [name, ajv.compile(schema)]),
) as Record<Name, ReturnType<typeof ajv.compile>>;

function problemsOf(name: Name, value: unknown): string {
  const validate = validators[name];
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

/** The JSON examples of a page of the docs that parse as a kind of file. */
function examplesIn(page: string, parse: (text: string) => unknown): string[] {
  const text = readFileSync(new URL(`../docs/${page}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, block = '']) => block);
  return blocks.filter((block) => {
    try {
      parse(block);
      return true;
    } catch {
      return false;
    }
  });
}

const readers = {
  behaviour: (text: string) => parseBehaviour(text, 'behaviour.json'),
  fixture: (text: string) => parseFixture(text, 'store.json'),
  waivers: (text: string) => parseWaivers(text, 'waivers.json'),
  state: (text: string) => parseState(text, 'state.json'),
  profile: (text: string) => parseProfile(text, 'profile.json'),
} as const satisfies Partial<Record<Name, (text: string) => unknown>>;

test('the package exports every schema', () => {
  const exported = Object.keys(description.exports).filter((path) => path.endsWith('.schema.json'));
  expect(exported.sort()).toEqual(
    Object.keys(shippedSchemas)
      .map((name) => `./${name}.schema.json`)
      .sort(),
  );
});

test.each<[keyof typeof readers, string, number]>([
  ['fixture', 'server.md', 1],
  ['behaviour', 'open-questions.md', 2],
  ['waivers', 'contract-suite.md', 1],
])('the examples of %s in %s conform', (name, page, count) => {
  const examples = examplesIn(page, readers[name]);
  expect(examples).toHaveLength(count);
  for (const text of examples) expect(problemsOf(name, JSON.parse(text))).toBe('');
});

const files: Readonly<Record<keyof typeof readers, object>> = {
  behaviour: { 'retry-after-format': 'http-date' },
  fixture: { inventory: [{ petId: 1, quantity: 12, status: 'available' }] },
  waivers: { waivers: [{ rule: 'body/json', reason: 'PETS-42', expires: '2027-01-31' }] },
  state: JSON.parse(JSON.stringify(createPetstore({ pets: 2 }).snapshot())),
  profile: blankProfile(),
};

test.each(Object.entries(files) as [keyof typeof readers, object][])(
  'a file of %s may name its schema',
  (name, file) => {
    const named = { $schema: `./node_modules/petstore-mock/dist/${name}.schema.json`, ...file };
    expect(problemsOf(name, named)).toBe('');
    expect(() => readers[name](JSON.stringify(named))).not.toThrow();
    const unknown = { ...named, nothingLikeThis: 1 };
    expect(problemsOf(name, unknown)).not.toBe('');
    expect(() => readers[name](JSON.stringify(unknown))).toThrow();
  },
);
