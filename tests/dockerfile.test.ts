// Long: the image is built as its linter and the health check ask.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { validate } from 'dockerfile-utils';
import { describe, expect, it, onTestFinished } from 'vitest';
import { World } from '../mocks/world.js';
import { resolveSettings } from '../src/cli/serve/settings.js';
import { resolveAdminAccess } from '../src/cli/serving.js';
import { startServer } from '../src/server/start-server.js';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const dockerfile = read('../Dockerfile');
const localIdentity = {
  cert: read('certificates/localhost.cert.pem'),
  key: read('certificates/localhost.key.pem'),
};

/** Instructions of the last stage: the image itself. */
const imageInstructions = instructions(dockerfile.slice(dockerfile.lastIndexOf('FROM ')));

describe('the Dockerfile', () => {
  it('passes the linter', () => {
    expect(validate(dockerfile)).toEqual([]);
  });

  it('runs as an unprivileged user, by number, who owns the folder for the state', () => {
    expect(valuesOf('USER')).toEqual(['1000']);
    expect(valuesOf('RUN')).toEqual(['mkdir /state && chown 1000:1000 /state']);
  });

  it('contains the client of --store, which is pruned unless it is made a dependency', () => {
    const { devDependencies } = JSON.parse(read('../package.json'));
    expect(devDependencies).toHaveProperty('redis');
    expect(dockerfile).toMatch(
      /npm pkg set "dependencies\.redis=.*\n.* npm pkg delete devDependencies\.redis .*\n.* npm prune/,
    );
  });

  it('starts the command of the package, reachable from outside its container', () => {
    const { bin } = JSON.parse(read('../package.json'));
    const command = bin['petstore-mock'].replace('./', '');
    expect(valuesOf('ENTRYPOINT')).toEqual([
      JSON.stringify(['node', command, 'serve', '--host', '0.0.0.0']).replaceAll(',', ', '),
    ]);
  });

  it('starts without a token, and has a control room if one is set', () => {
    const [, host] = /"--host", "([^"]+)"/.exec(valuesOf('ENTRYPOINT').join()) ?? [];
    const access = (variables: Record<string, string>) =>
      resolveAdminAccess(resolveSettings({ flags: { host: host ?? '' }, variables, file: undefined })).state;
    expect(access({})).toBe('without-token');
    expect(access({ PETSTORE_ADMIN_TOKEN: 'mine' })).toBe('open');
  });

  it('exposes the port on which the fake listens', () => {
    expect(valuesOf('EXPOSE')).toEqual(['4290']);
  });

  it.each([
    ['HTTP', undefined],
    ['HTTPS', localIdentity],
  ])('a server that is ready is healthy over %s', async (_, tls) => {
    const server = await startServer({
      port: 0,
      host: '127.0.0.1',
      createWorld: () => new World({ pets: 1 }),
      log: { request: undefined, bug: (bug) => Promise.reject(bug) },
      tls,
    });
    onTestFinished(() => server.close());
    expect(await runHealthCheck(server.port)).toBe('healthy');
  });

  it('another response is unhealthy', async () => {
    const server = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    expect(await runHealthCheck((server.address() as AddressInfo).port)).toBe('unhealthy');
  });

  it('no response is unhealthy', async () => {
    expect(await runHealthCheck(1)).toBe('unhealthy');
  });
});

function instructions(text: string): [keyword: string, value: string][] {
  return text
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
}

function valuesOf(keyword: string): string[] {
  return imageInstructions.filter(([name]) => name === keyword).map(([, value]) => value);
}

/** Runs the image's own health check against a port of this machine. */
function runHealthCheck(port: number): Promise<string> {
  const check = valuesOf('HEALTHCHECK')[0] ?? '';
  const [, ...args] = JSON.parse(check.slice(check.indexOf('['))) as string[];
  const env = { ...process.env, PETSTORE_PORT: String(port) };
  return new Promise((resolve) => {
    // What it prints is kept with the container's health: a warning of Node would be there every ten seconds.
    execFile(process.execPath, args, { env }, (error, _, printed) =>
      resolve(error === null ? `healthy${printed}` : 'unhealthy'),
    );
  });
}
