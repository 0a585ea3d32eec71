/**
 * Prepares a release in a job of GitHub Actions: checks that tag, version and changelog agree and that no page says that the
 * package is not published, then writes the address of the repository, which only the job knows, to package.json and README.md.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Release {
  /** Such as `https://github.com/owner/petstore-mock`. */
  readonly repository: string;
  readonly tag: string;
}

/** Returns what keeps a tag from being released, each with what to do; none if it can be. */
export function releaseProblems(
  tag: string,
  version: string,
  changelog: string,
  pages: Readonly<Record<string, string>>,
): string[] {
  const problems: string[] = [];
  if (tag !== `v${version}`) {
    problems.push(`The tag is ${tag}, and package.json has ${version}. Run npm version, and tag v${version}.`);
  }
  const [, unreleased = ''] = /^## Unreleased\n(.*?)(?=^## )/ms.exec(changelog) ?? [];
  if (unreleased.trim() !== '') problems.push(`CHANGELOG.md has lines under Unreleased. Move them to ## ${version}.`);
  if (!new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm').test(changelog)) {
    problems.push(`CHANGELOG.md has no heading ## ${version} (2026-01-31), with the date of the release.`);
  }
  for (const [page, text] of Object.entries(pages)) {
    const [file] = /petstore-mock-\d[\d.]*\.tgz/.exec(text) ?? [];
    if (file !== undefined) problems.push(`${page} installs ${file}. Write petstore-mock, the name in the registry.`);
  }
  return problems;
}

/** Returns package.json with the fields that name the repository. */
export function describedPackage(text: string, { repository }: Release): string {
  const fields = {
    repository: { type: 'git', url: `git+${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
  };
  return `${JSON.stringify({ ...JSON.parse(text), ...fields }, null, 2)}\n`;
}

/** Returns a page of the top folder with absolute links: a registry shows it without the files beside it. */
export function withAbsoluteLinks(text: string, { repository, tag }: Release): string {
  return text.replace(/\]\((?!\w+:|#)([^)\s]+)\)/g, (_, target: string) => {
    const view = /\.(?:png|svg|jpg|gif)$/.test(target) ? 'raw' : 'blob';
    return `](${repository}/${view}/${tag}/${target})`;
  });
}

function main(): void {
  const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY, GITHUB_REF_NAME: tag } = process.env;
  if (GITHUB_REPOSITORY === undefined || tag === undefined) {
    throw new Error('Run this in the release workflow, or set GITHUB_REPOSITORY=owner/name GITHUB_REF_NAME=v0.2.0.');
  }
  const file = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
  const read = (name: string) => readFileSync(file(name), 'utf8');
  const docs = readdirSync(file('docs')).filter((name) => name.endsWith('.md'));
  const pages = Object.fromEntries(
    ['README.md', ...docs.map((name) => `docs/${name}`)].map((name) => [name, read(name)]),
  );
  const description = read('package.json');
  const problems = releaseProblems(tag, JSON.parse(description).version, read('CHANGELOG.md'), pages);
  if (problems.length > 0) {
    console.error([`${tag} cannot be released:`, ...problems].join('\n- '));
    process.exitCode = 1;
    return;
  }
  const release = { repository: `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`, tag };
  writeFileSync(file('package.json'), describedPackage(description, release));
  writeFileSync(file('README.md'), withAbsoluteLinks(read('README.md'), release));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
