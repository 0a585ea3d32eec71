// Long: the Compose files agree with their specification and with the code.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { codeBlocks } from '../code-blocks.js';
import { temporaryFile } from '../temporary-file.js';
import { balancerConfig } from './balancer.js';
import { deployFolder, readYaml } from './deploy-files.js';
import { problemsOfVariables } from './serve-variables.js';

const [compose] = readYaml('compose.yaml');
const { balancer, petstore } = compose.services;

/** Returns what stands behind words at the beginning of a line of haproxy.cfg; undefined if no line begins with them. */
const setting = (words: string) =>
  balancerConfig
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line.startsWith(`${words} `))
    ?.slice(words.length + 1);

describe('deploy/compose.yaml', () => {
  it('follows the Compose Specification, and passes the linter', () => {
    const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
    const results = linter.lintFiles([join(deployFolder, 'compose.yaml')], false);
    expect(results.map(({ messages }: { messages: unknown[] }) => messages)).toEqual([[]]);
  });

  it('has lines for other files in docs/deployment.md, which follow the specification, too', async () => {
    const [lines = ''] = codeBlocks('docs/deployment.md', 'yaml');
    const off = ['require-project-name-field', 'service-image-require-explicit-tag', 'services-alphabetical-order'];
    const rules = Object.fromEntries(off.map((name) => [name, 0] as const));
    const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
    const results = linter.lintFiles([await temporaryFile('compose.yaml', lines)], false);
    expect(results.map(({ messages }: { messages: unknown[] }) => messages)).toEqual([[]]);
  });

  it('runs three replicas of the image that is built here', () => {
    expect(existsSync(join(deployFolder, petstore.build.context, 'Dockerfile'))).toBe(true);
    expect(petstore.deploy.replicas).toBe(3);
  });

  it('sets variables that serve reads, to values that it accepts', () => {
    expect(problemsOfVariables(petstore.environment)).toEqual([]);
  });

  it('takes the admin token from the environment', () => {
    expect(petstore.environment).toHaveProperty('PETSTORE_ADMIN_TOKEN', null);
    expect(readFileSync(join(deployFolder, 'compose.yaml'), 'utf8')).not.toMatch(
      /(?:password|token|secret)\w*[:=] *\S/i,
    );
  });

  it('leads to the store, whose health is awaited', () => {
    const { protocol, hostname, port } = new URL(petstore.environment.PETSTORE_STORE);
    expect([protocol, port]).toEqual(['redis:', '6379']);
    expect(petstore.depends_on[hostname]).toEqual({ condition: 'service_healthy' });
    expect(compose.services[hostname].healthcheck.test).toEqual(['CMD', 'valkey-cli', 'ping']);
  });

  it('mounts only what exists, and publishes the port of the balancer on this machine alone', () => {
    const [mounted] = balancer.volumes[0].split(':');
    expect(existsSync(join(deployFolder, mounted))).toBe(true);
    expect(petstore.environment).toHaveProperty('PETSTORE_ALLOWED_HOST', 'balancer');
    expect(balancer.ports).toEqual([`127.0.0.1:4290${setting('bind')}`]);
  });

  it('has a balancer that knows the replicas by their service, and has room for all', () => {
    const templates = [...balancerConfig.matchAll(/^ +server-template \w+ (\d+) (\w+):(\d+) /gm)];
    expect(templates).toHaveLength(2);
    for (const [, slots, service, port] of templates) {
      expect([[service], port]).toEqual([balancer.depends_on, '4290']);
      expect(Number(slots)).toBeGreaterThanOrEqual(petstore.deploy.replicas);
    }
  });
});

it('the balancer waits longer than anything that the fake is silent for', () => {
  const seconds = (name: string) => Number(/^(\d+)s$/.exec(setting(`timeout ${name}`) ?? '')?.[1]);
  // A call that waits for requests: at most 60 s.
  expect(seconds('server')).toBeGreaterThan(60);
  expect(seconds('client')).toBeGreaterThan(60);
  // The fake keeps idle connections for 65 s: it must not close one that the balancer is about to use.
  expect(seconds('http-keep-alive')).toBeLessThan(65);
});
