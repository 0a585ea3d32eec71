// Long: the bill of materials, licences and lockfiles are complete.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import description from '../../package.json' with { type: 'json' };
import { billOfMaterials } from '../../scripts/bill-of-materials.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFile(`${root}${file}`, 'utf8');

/** Licences that ask for nothing but their text, which `dist/third-party-notices.txt` has. */
const ACCEPTED = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0', 'CC0-1.0'];

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly properties: readonly { readonly name: string }[];
  readonly licenses?: readonly { readonly license?: { readonly id?: string } }[];
}

const isBundled = ({ properties }: Component) => properties.some(({ name }) => name === 'cdx:npm:package:bundled');

let text: string;
let components: readonly Component[];

beforeAll(async () => {
  text = await read('dist/sbom.cdx.json').catch(() =>
    expect.fail('There is no build to test: run npm run build first.'),
  );
  ({ components } = JSON.parse(text));
});

test('the bill of materials has everything that is installed with the package, and everything that is bundled', async () => {
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(description.dependencies)));
  const notices = await read('dist/third-party-notices.txt');
  const bundled = [...notices.matchAll(/^={80}\n(\S+) (\S+)$/gm)].map(([, name, version]) => `${name}@${version}`);
  expect(bundled.length).toBeGreaterThan(10);
  const listed = components.filter(isBundled).map(({ name, version }) => `${name}@${version}`);
  expect(listed.toSorted()).toEqual([...new Set(bundled)].toSorted());
  for (const name of ['vitest', 'typescript', 'storefront']) expect(names).not.toContain(name);
});

test('the bill of materials depends on the lockfile alone', async () => {
  const bundled = components.filter(isBundled);
  expect(billOfMaterials(bundled, root)).toBe(text);
  expect(text).not.toMatch(/"serialNumber"|"timestamp"|"tools"/);
  expect(text.match(/https?:\/\/[^"]*/g)).toEqual(['http://cyclonedx.org/schema/bom-1.5.schema.json']);
  expect(text).not.toContain(root);
});

test('every package that users get has a licence that allows it', () => {
  const others = components.filter(
    ({ licenses = [] }) =>
      licenses.length === 0 || !licenses.every(({ license }) => ACCEPTED.includes(license?.id ?? '')),
  );
  expect(others.map((one) => ({ package: one['bom-ref'], licences: one.licenses }))).toEqual([]);
});

const lockfiles = ['', 'tests/msw-3/', 'tests/jest-30/', 'tests/vitest-5/', 'examples/jest-commonjs/'];

test.each(lockfiles)('the lockfile of /%s names no registry', async (folder) => {
  const { packages } = JSON.parse(await read(`${folder}package-lock.json`)) as {
    packages: Record<string, { resolved?: string; hasInstallScript?: boolean }>;
  };
  expect(Object.keys(packages).length).toBeGreaterThan(20);
  expect(Object.values(packages).filter(({ resolved = '' }) => resolved.includes(':'))).toEqual([]);
  const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  // Without a decision, npm warns at each installation.
  const { allowScripts = {} } = JSON.parse(await read(`${folder}package.json`));
  const decided = Object.keys({ ...description.allowScripts, ...allowScripts });
  const undecided = withScripts.filter(([place]) => !decided.includes(place.replace(/^.*node_modules\//, '')));
  expect(undecided).toEqual([]);
});
