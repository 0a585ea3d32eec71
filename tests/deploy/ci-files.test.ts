import { readFileSync } from 'node:fs';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { reportFiles } from '../../contract-tests/report/report-files.js';
import { checkOptions } from '../../src/cli/check/check-options.js';
import { codeBlocks } from '../code-blocks.js';
import { readYaml } from './deploy-files.js';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const flags = new Set(Object.values(checkOptions).map(({ flag }) => flag));
const flagsIn = (text: string) => text.match(/(?<=[\s`])--[a-z][\w-]+/g) ?? [];

interface Step {
  readonly run?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

describe('action.yml', () => {
  const text = read('action.yml');
  const action = parse(text);
  const steps: Step[] = action.runs.steps;
  const [install, check, upload] = steps;

  it('is a valid action', () => {
    expect(validateAction(text).errors).toEqual([]);
    expect(validateAction(text.replace('using: composite', 'using: shell')).errors).not.toEqual([]);
  });

  it('uses every input, and only those that it has', () => {
    const used = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(action.inputs)));
  });

  it('reads the key from the environment alone, and installs without it', () => {
    expect(Object.keys(action.inputs).join()).not.toMatch(/key|token|secret/);
    expect(install?.env).toHaveProperty('PETSTORE_API_KEY', '');
    expect(check?.env).not.toHaveProperty('PETSTORE_API_KEY');
  });

  it('runs nothing that stands in an input', () => {
    for (const { run } of steps) expect(run ?? '').not.toMatch(/\$\{\{|\beval\b/);
  });

  it('passes options that check has', () => {
    const passed = flagsIn(check?.run ?? '');
    expect(passed.length).toBeGreaterThan(4);
    expect(passed.filter((flag) => !flags.has(flag))).toEqual([]);
    const described = Object.values<{ description: string }>(action.inputs).flatMap(({ description }) =>
      flagsIn(description),
    );
    expect(described.filter((flag) => !flags.has(flag))).toEqual([]);
  });

  it('uploads the reports after a failure, too', () => {
    expect(upload).toMatchObject({
      if: expect.stringContaining('always()'),
      uses: expect.stringMatching(/^actions\/upload-artifact@v\d+$/),
    });
  });
});

describe('workflows', () => {
  const snippets = codeBlocks('docs/contract-suite.md', 'yaml');

  it('are valid: the one for releases, and those of the docs', () => {
    const workflows = [read('.github/workflows/release.yml'), ...snippets.filter((text) => /^jobs:/m.test(text))];
    expect(workflows).toHaveLength(2);
    expect(workflows.flatMap((text) => validateWorkflow(text).errors)).toEqual([]);
  });

  it('of docs/contract-suite.md give the action inputs that it has', () => {
    const [step] = snippets.filter((text) => text.includes('uses: OWNER/petstore-mock@'));
    const [{ with: given }] = parse(step ?? '');
    const { inputs } = parse(read('action.yml'));
    expect(Object.keys(given).filter((name) => !(name in inputs))).toEqual([]);
    const required = Object.keys(inputs).filter((name) => inputs[name].required);
    expect(required.filter((name) => !(name in given))).toEqual([]);
  });
});

/** The keywords of a job that the job uses, with those below them (https://docs.gitlab.com/ci/yaml/). */
const gitlabKeywords = {
  image: 'string',
  resource_group: 'string',
  variables: 'object',
  script: 'array',
  artifacts: { when: 'string', paths: 'array', reports: { junit: 'string' } },
} as const;

type Keywords = { readonly [name: string]: string | Keywords };

function expectKeywords(value: Readonly<Record<string, unknown>>, keywords: Keywords): void {
  expect(Object.keys(value).filter((name) => !(name in keywords))).toEqual([]);
  for (const [name, kind] of Object.entries(keywords)) {
    const found = value[name];
    if (typeof kind === 'object') expectKeywords(found as Readonly<Record<string, unknown>>, kind);
    else expect([name, Array.isArray(found) ? 'array' : typeof found]).toEqual([name, kind]);
  }
}

describe('deploy/gitlab-ci.yml', () => {
  const [jobs] = readYaml('gitlab-ci.yml');
  const job = jobs['.petstore-contract'];

  it('is one hidden job with keywords of GitLab', () => {
    expect(Object.keys(jobs)).toEqual(['.petstore-contract']);
    expectKeywords(job, gitlabKeywords);
    expect(job.artifacts.when).toBe('always');
    for (const line of job.script) expect(typeof line).toBe('string');
  });

  it('keeps the reports, and shows the one for GitLab', () => {
    const [folder] = job.artifacts.paths;
    expect(job.script.at(-1)).toContain(`--report ${folder} `);
    expect(job.artifacts.reports.junit).toBe(`${folder}/${reportFiles.junit}`);
  });

  it('sets no variable that petstore-mock reads', () => {
    expect(Object.keys(job.variables).filter((name) => name.startsWith('PETSTORE_'))).toEqual([]);
    const used = job.script.join('\n').match(/\bCONTRACT_\w+/g);
    expect(new Set(used)).toEqual(new Set(Object.keys(job.variables)));
  });
});
