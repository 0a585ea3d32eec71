// Long: servers join over TLS and with a restricted user of a real store.
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../free-port.js';
import { type Redis, startRedis } from './redis-server.js';
import { expectEqual, failToStart, type Replica, startReplicaWith } from './replicas.js';

const PASSWORD = 'p@ss:wörd/4711';
const IN_URL = encodeURIComponent(PASSWORD);
/** The commands in docs/scaling.md. */
const COMMANDS = 'xadd xread xrange xrevrange xtrim hset hget hkeys hdel set get expire time'.split(' ');

async function start(...args: readonly string[]): Promise<Redis> {
  const redis = await startRedis(...args);
  onTestFinished(() => redis.close());
  return redis;
}

/** Starts two servers on a store, and asserts that they are one fake. */
async function expectOneFake(store: string, env: Record<string, string> = {}): Promise<void> {
  const join = async () => {
    const replica = await startReplicaWith(env, '--store', store, '--pets', '5');
    onTestFinished(() => replica.close());
    return replica;
  };
  const [a, b] = (await Promise.all([join(), join()])) as [Replica, Replica];
  const remaining = async ({ ask }: Replica, key?: string) =>
    (await ask('GET /inventory', key ?? 'test_free')).headers['x-ratelimit-remaining'];
  expect([await remaining(a), await remaining(b), await remaining(a)]).toEqual(['59', '58', '57']);
  const { key, worldId } = await a.admin.worlds.open();
  expect([await remaining(b, key), await remaining(a, key)]).toEqual(['59', '58']);
  await expectEqual([a, b]);
  await expectEqual([a, b], worldId);
  await b.admin.worlds.delete({ id: worldId });
  expect((await a.ask('GET /inventory', key)).status).toBe(401);
  for (const { printed } of [a, b]) for (const secret of [PASSWORD, IN_URL]) expect(printed()).not.toContain(secret);
}

test('a user with a password may be restricted to what the documentation says', async () => {
  const redis = await start();
  redis.cli('ACL', 'SETUSER', 'shop', 'on', `>${PASSWORD}`, '~petstore-mock:*', ...COMMANDS.map((name) => `+${name}`));
  redis.cli('ACL', 'SETUSER', 'default', 'off');
  expect(await failToStart({}, '--store', redis.url)).toContain('NOAUTH');
  await expectOneFake(`redis://shop:${IN_URL}@127.0.0.1:${redis.port}`);
  const denied = await failToStart({}, '--store', `redis://shop:${IN_URL}x@127.0.0.1:${redis.port}`);
  expect(denied).toContain('WRONGPASS');
  expect(denied).not.toContain(PASSWORD.slice(0, 6));
  expect(denied).not.toContain(IN_URL.slice(0, 6));
});

test('servers are one fake over TLS', async () => {
  const port = await freePort();
  const [cert, key] = ['cert', 'key'].map(
    (name) => new URL(`../certificates/localhost.${name}.pem`, import.meta.url).pathname,
  );
  await start(
    ...[
      '--tls-port',
      String(port),
      '--tls-cert-file',
      `${cert}`,
      '--tls-key-file',
      `${key}`,
      '--tls-ca-cert-file',
      `${cert}`,
    ],
    ...['--tls-auth-clients', 'no'],
  );
  await expectOneFake(`rediss://localhost:${port}`, { NODE_EXTRA_CA_CERTS: `${cert}` });
  expect(await failToStart({}, '--store', `rediss://localhost:${port}`)).toMatch(/certificate/);
});

test('servers with other options do not join', async () => {
  const redis = await start();
  await expectOneFake(redis.url);
  const problem = await failToStart({}, '--store', redis.url, '--pets', '6', '--key', 'sk_live_4711:pro');
  expect(problem).toContain('another value of --pets, --key');
  expect(problem).not.toContain('sk_live');
});
