// Long: an import in Node loads nothing unnoticed that each test file of a user would wait for. It needs the build.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import description from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const entries = Object.entries(description.exports).flatMap(([name, conditions]) =>
  typeof conditions === 'object' && 'module-sync' in conditions
    ? [[name.replace('.', 'petstore-mock'), conditions['module-sync'].default.slice(2)] as const]
    : [],
);

const ROOM = /^(?:src\/[^/]+|mocks|fixtures|contract-tests)(?=\/)/;
const rooms = {
  fake: 'fixtures mocks src/admin src/exchange src/fidelity src/json src/service',
  fakeAndMatchers:
    'fixtures mocks src/admin src/entries src/exchange src/fidelity src/json src/judge src/matchers src/service',
  matchers: 'src/exchange src/json src/judge src/matchers src/service',
};

/** The rooms and packages that each entry loads something of, and at most how many files and kB: a little more than when this was written. */
const expected: Readonly<Record<string, readonly [rooms: string, packages: string, files: number, kilobytes: number]>> =
  {
    'petstore-mock': ['fixtures mocks src/admin src/exchange src/fidelity src/json src/judge src/service', '', 11, 435],
    'petstore-mock/node': [rooms.fake, 'msw/node', 12, 325],
    'petstore-mock/browser': [rooms.fake, 'msw/browser', 11, 325],
    'petstore-mock/vitest': [rooms.fakeAndMatchers, 'msw/node vitest', 16, 445],
    'petstore-mock/playwright': [rooms.fakeAndMatchers, '@playwright/test', 14, 460],
    'petstore-mock/storybook': [rooms.fake, '', 10, 320],
    'petstore-mock/jest': [rooms.fakeAndMatchers, 'msw/node', 16, 450],
    'petstore-mock/matchers': [rooms.matchers, '', 7, 190],
    'petstore-mock/observe': [
      'mocks src/exchange src/http src/json src/judge src/matchers src/observe src/service',
      'msw',
      12,
      320,
    ],
    'petstore-mock/observe/playwright': [
      'src/entries src/exchange src/http src/json src/judge src/matchers src/observe src/service',
      '@playwright/test',
      12,
      345,
    ],
    'petstore-mock/admin': ['src/admin src/json src/service', '', 5, 70],
  };

test.each(entries)('%s loads nothing unnoticed', async (name, entry) => {
  const loaded = await loadedBy(entry);
  const [expectedRooms, expectedPackages, mostFiles = 0, mostKilobytes = 0] = expected[name] ?? [];
  expect([loaded.rooms, loaded.packages]).toEqual([expectedRooms, expectedPackages]);
  expect(loaded.files).toBeLessThanOrEqual(mostFiles);
  expect(loaded.bytes / 1_000).toBeLessThanOrEqual(mostKilobytes);
});

/** Follows all imports but those that are loaded late. */
async function loadedBy(entry: string) {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    // Those of package.json would leave out what it says has no side effects.
    ignoreAnnotations: true,
    metafile: true,
    write: false,
  });
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const { path, kind, external = false } of metafile.inputs[file]?.imports ?? []) {
      if (kind === 'dynamic-import') continue;
      if (!external) files.add(path);
      else if (!path.startsWith('node:')) packages.add(path);
    }
  }
  return {
    files: files.size,
    bytes: [...files].reduce((sum, file) => sum + (metafile.inputs[file]?.bytes ?? 0), 0),
    rooms: listed([...files].flatMap(sourcesOf).flatMap((source) => ROOM.exec(source)?.[0] ?? [])),
    packages: listed(packages),
  };
}

/** Returns the files of which a bundled one was made, from the project's root. */
function sourcesOf(file: string): string[] {
  // A file that only hands on what others have has none.
  if (!existsSync(join(root, `${file}.map`))) return [];
  const { sources } = JSON.parse(readFileSync(join(root, `${file}.map`), 'utf8')) as { sources: string[] };
  return sources.map((source) => relative(root, join(root, dirname(file), source)));
}

function listed(names: Iterable<string>): string {
  return [...new Set(names)].sort().join(' ');
}
