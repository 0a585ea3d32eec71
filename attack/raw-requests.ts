import { fileURLToPath } from 'node:url';
import { type Attack, type AttackContext, type AttackResult, scaled, shown } from './attack.js';
import { type RawRequest, writeRequest } from './connection.js';
import { drawConversation } from './raw-requests/conversation.js';
import { holdConversation } from './raw-requests/hold-conversation.js';
import { judge } from './raw-requests/judge.js';
import { ENTERPRISE, SMUGGLED, stalling } from './raw-requests/pieces.js';
import type { RawResponse } from './response-reader.js';
import { attackServed, type Served, serveFake, serveProxy } from './served.js';

const REQUESTS = 300_000;
/** Each connection over TLS costs as much as many requests. */
const REQUESTS_OVER_TLS = 100_000;
const CONNECTIONS = 48;
const SECRET = 'attack_secret_key_0815';
/** The journal may hold 64 MiB of them. */
const MOST_HELD_MB = 200;
const MOST_FAILURES = 1_000;
const HOUR_MS = 3_600_000;
/** A response that takes so long sends its next byte soon, which shows a server that its client has left. */
const SLOW_MS = 20_000;

/** Sends drawn bytes: valid requests, odd ones, and what is not HTTP, pipelined on connections that end in all ways. */
export const rawRequests: Attack = {
  name: 'raw-requests',
  what: 'fuzzed bytes to serve, serve with TLS and proxy, pipelined, from clients that leave in all ways: responses in order, no 5xx, no key, no hidden request, no error in the log, no connection without its client',
  async run(context) {
    const { tried, failures } = await attackFake(context);
    const overTls = await attackFakeOverTls(context);
    const proxied = await attackProxy(context);
    return {
      tried: tried + overTls.tried + proxied.tried,
      failures: [...failures, ...overTls.failures, ...proxied.failures],
    };
  },
};

function attackFake(context: AttackContext): Promise<AttackResult> {
  return attackServed(startFake(context), async (served) => {
    await slowDown(served, SLOW_MS);
    return attack(
      { name: 'serve', served, mostHeaderBytes: 16_384, isHalfOpenAllowed: true, requests: REQUESTS },
      context,
    );
  });
}

function attackFakeOverTls(context: AttackContext): Promise<AttackResult> {
  const fileOf = (name: string) => fileURLToPath(new URL(`../tests/certificates/${name}.pem`, import.meta.url));
  const flags = ['--tls-cert', fileOf('localhost.cert'), '--tls-key', fileOf('localhost.key')];
  return attackServed(startFake(context, flags), async (served) => {
    await slowDown(served, SLOW_MS);
    const requests = REQUESTS_OVER_TLS;
    return attack(
      { name: 'serve with TLS', served, mostHeaderBytes: 16_384, isHalfOpenAllowed: false, requests },
      context,
    );
  });
}

/** The service behind the proxy stalls for good: a list of few pets has a byte in six seconds. */
function attackProxy(context: AttackContext): Promise<AttackResult> {
  const options = { folder: context.folder, flags: ['--allowed-host', 'fake.test'], secrets: [SECRET] };
  return attackServed(startFake(context, ['--pets', '10']), async (fake) => {
    await slowDown(fake, HOUR_MS);
    return attackServed(serveProxy(fake, options), (served) =>
      attack({ name: 'proxy', served, mostHeaderBytes: 65_536, isHalfOpenAllowed: false, requests: REQUESTS }, context),
    );
  });
}

function startFake({ folder }: AttackContext, flags: readonly string[] = []): Promise<Served> {
  const unlimited = { perMinute: 1_000_000_000, perDay: 1_000_000_000 };
  const keys = [SECRET, ...Object.values(stalling)].flatMap((key) => ['--key', `${key}:enterprise`]);
  return serveFake({
    folder,
    behaviour: { 'enterprise-limits': unlimited },
    flags: [...keys, ...flags],
    secrets: [SECRET],
  });
}

/** Lets responses to the keys of `stalling` take so long. */
async function slowDown(fake: Served, stallMs: number): Promise<void> {
  const faults = [
    { key: stalling.delayed, delayMs: stallMs },
    { key: stalling.begun, dripMs: stallMs },
  ];
  for (const fault of faults) {
    const { status, body } = await ask(fake, writeRequest('POST', '/__admin/faults', fake.token, fault, fake.host));
    if (status !== 201) throw new Error(`A fault cannot be added: ${status} ${body}`);
  }
}

/** A server under attack. */
interface Target {
  readonly name: string;
  readonly served: Served;
  /** Whether a client that half-closes its connection still gets its responses. */
  readonly isHalfOpenAllowed: boolean;
  readonly requests: number;
  readonly mostHeaderBytes: number;
}

async function attack(target: Target, context: AttackContext): Promise<AttackResult> {
  const { name, served, isHalfOpenAllowed, requests, mostHeaderBytes } = target;
  const { body } = await ask(served, LIST);
  const petIds = Array.from(body.matchAll(/"petId":(\d+)/g), ([, id = '']) => id);
  const expected = { secrets: [SECRET, served.token], isHalfOpenAllowed };
  const all = scaled(context, requests);
  const failures: string[] = [];
  let [tried, next] = [0, 0];
  const work = async () => {
    while (tried < all && failures.length < MOST_FAILURES && served.isRunning()) {
      const number = next++;
      const conversation = drawConversation(context.seed, number, { petIds, secret: SECRET, mostHeaderBytes });
      tried += conversation.pieces.length;
      const outcome = await holdConversation(served, conversation);
      const problems = judge(conversation, outcome, expected);
      failures.push(...problems.map((problem) => `${name}, conversation ${number}: ${problem}`));
      context.progress(tried, all);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return { tried, failures: [...failures, ...(served.isRunning() ? await examine(served) : [])] };
}

async function examine(served: Served): Promise<string[]> {
  const problems: string[] = [];
  const held = await served.heldMegabytes();
  if (held > MOST_HELD_MB) problems.push(`the server holds ${held.toFixed(0)} MB afterwards`);
  const { status, body } = await ask(served, LIST);
  const quantities = Array.from(body.matchAll(/"quantity":(-?\d+)/g), ([, quantity]) => Number(quantity));
  if (status !== 200 || quantities.length === 0) problems.push(`afterwards the list is a ${status} ${shown(body)}`);
  else if (quantities.some((quantity) => quantity >= SMUGGLED && quantity < SMUGGLED + 1e9)) {
    problems.push('a request that was hidden in another was carried out');
  }
  return problems;
}

const LIST = writeRequest('GET', '/v1/inventory', ENTERPRISE);

async function ask(served: Served, { text }: RawRequest): Promise<RawResponse> {
  const piece = { bytes: text, kind: 'plain', isHead: false, isLimited: false } as const;
  const conversation = { pieces: [piece], writes: [text], ending: 'wait', leavesAfterMs: 0 } as const;
  const { responses, end } = await holdConversation(served, conversation);
  const [response] = responses;
  if (response === undefined) throw new Error(`There is no response to ${shown(text)}: ${end}`);
  return response;
}
