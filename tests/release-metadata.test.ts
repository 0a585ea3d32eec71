import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { describedPackage, releaseProblems, withAbsoluteLinks } from '../scripts/release-metadata.js';

const release = { repository: 'https://github.com/owner/petstore-mock', tag: 'v1.2.3' };
const changelog = '# Changelog\n\n## 1.2.3 (2026-12-01)\n\n- A change.\n\n## 1.2.2 (2026-11-30)\n';

test('a tag can be released if version and changelog agree', () => {
  expect(releaseProblems('v1.2.3', '1.2.3', changelog, { 'README.md': 'npm install petstore-mock' })).toEqual([]);
  const emptied = changelog.replace('## 1.2.3', '## Unreleased\n\n## 1.2.3');
  expect(releaseProblems('v1.2.3', '1.2.3', emptied, {})).toEqual([]);
});

test('everything that disagrees is listed, with what to do', () => {
  const pages = { 'docs/a.md': 'npx ./petstore-mock-0.2.0.tgz check', 'docs/b.md': 'npx petstore-mock' };
  expect(releaseProblems('v1.2.4', '1.2.5', `## Unreleased\n\n- A change.\n\n${changelog}`, pages)).toEqual([
    'The tag is v1.2.4, and package.json has 1.2.5. Run npm version, and tag v1.2.5.',
    'CHANGELOG.md has lines under Unreleased. Move them to ## 1.2.5.',
    'CHANGELOG.md has no heading ## 1.2.5 (2026-01-31), with the date of the release.',
    'docs/a.md installs petstore-mock-0.2.0.tgz. Write petstore-mock, the name in the registry.',
  ]);
});

test('package.json gets the three fields that name the repository, and keeps the others', () => {
  const written = JSON.parse(describedPackage('{ "name": "petstore-mock", "bin": { "a": "b" } }', release));
  expect(written).toEqual({
    name: 'petstore-mock',
    bin: { a: 'b' },
    repository: { type: 'git', url: 'git+https://github.com/owner/petstore-mock.git' },
    homepage: 'https://github.com/owner/petstore-mock#readme',
    bugs: { url: 'https://github.com/owner/petstore-mock/issues' },
  });
});

test('relative links and images of a page become absolute, at the tag', () => {
  const page = '[![A](docs/images/a.png)](docs/a.md#b) [c](decisions/) [d](#d) [e](https://mswjs.io)';
  expect(withAbsoluteLinks(page, release)).toBe(
    '[![A](https://github.com/owner/petstore-mock/raw/v1.2.3/docs/images/a.png)]' +
      '(https://github.com/owner/petstore-mock/blob/v1.2.3/docs/a.md#b) ' +
      '[c](https://github.com/owner/petstore-mock/blob/v1.2.3/decisions/) [d](#d) [e](https://mswjs.io)',
  );
});

test('the README of a release has no relative link', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const links = [...withAbsoluteLinks(readme, release).matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target);
  expect(links.length).toBeGreaterThan(15);
  expect(links.filter((target) => !/^(?:https:|#)/.test(target ?? ''))).toEqual([]);
});

test('the workflow checks the tag before it publishes, as a trusted publisher without a token', () => {
  const text = readFileSync(new URL('../.github/workflows/release.yml', import.meta.url), 'utf8');
  const { on, permissions, jobs } = parse(text);
  expect(text).not.toMatch(/secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN|registry-url/);
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  const commands = jobs.publish.steps.flatMap(({ run }: { run?: string }) => run ?? []);
  expect(commands.at(-1)).toBe('npm publish --provenance --access public');
  expect(commands.indexOf('npx tsx scripts/release-metadata.ts')).toBe(1);
});
