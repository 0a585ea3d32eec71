import { type Attack, type AttackContext, type AttackResult, scaled } from './attack.js';
import { drawConversation } from './raw-requests/conversation.js';
import { holdConversation } from './raw-requests/hold-conversation.js';
import { judge } from './raw-requests/judge.js';
import { ENTERPRISE, SMUGGLED } from './raw-requests/pieces.js';
import { type ServedFake, serveFake } from './served-fake.js';

const REQUESTS = 300_000;
const CONNECTIONS = 48;
const SECRET = 'attack_secret_key_0815';
/** The journal may hold 64 MiB of them. */
const MOST_HELD_MB = 200;
const MOST_FAILURES = 1_000;

/** Sends drawn bytes: valid requests, odd ones, and what is not HTTP, pipelined on connections that end in all ways. */
export const rawRequests: Attack = {
  name: 'raw-requests',
  what: 'fuzzed bytes, pipelined: responses in order, no 5xx, no key, no hidden request',
  async run(context) {
    const unlimited = { perMinute: 1_000_000_000, perDay: 1_000_000_000 };
    const fake = await serveFake({
      folder: context.folder,
      behaviour: { 'enterprise-limits': unlimited },
      flags: ['--key', `${SECRET}:enterprise`],
      secrets: [SECRET],
    });
    try {
      return await attackFake(fake, context);
    } finally {
      await fake.stop();
    }
  },
};

async function attackFake(fake: ServedFake, context: AttackContext): Promise<AttackResult> {
  const { items } = await fake.admin.inventory.list();
  const material = { petIds: items.map(({ petId }) => String(petId)), secret: SECRET };
  const all = scaled(context, REQUESTS);
  const failures: string[] = [];
  let [tried, next] = [0, 0];
  const work = async () => {
    while (tried < all && failures.length < MOST_FAILURES && fake.isRunning()) {
      const number = next++;
      const conversation = drawConversation(context.seed, number, material);
      tried += conversation.pieces.length;
      const outcome = await holdConversation(fake.port, conversation);
      const problems = judge(conversation, outcome, [SECRET, fake.token]);
      failures.push(...problems.map((problem) => `conversation ${number}: ${problem}`));
      context.progress(tried, all);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return { tried, failures: [...failures, ...(await examine(fake))] };
}

async function examine(fake: ServedFake): Promise<string[]> {
  if (!fake.isRunning()) return ['the server has ended', ...fake.misprints()];
  const problems = [...fake.misprints()];
  const held = await fake.heldMegabytes();
  if (held > MOST_HELD_MB) problems.push(`the server holds ${held.toFixed(0)} MB afterwards`);
  const response = await fetch(`${fake.origin}/v1/inventory`, { headers: { Authorization: `Bearer ${ENTERPRISE}` } });
  const stock = (await response.json()) as { quantity: number }[];
  const isHidden = ({ quantity }: { quantity: number }) => quantity >= SMUGGLED && quantity < SMUGGLED + 1e9;
  if (response.status !== 200) problems.push(`afterwards the list is a ${response.status}`);
  else if (stock.some(isHidden)) problems.push('a request that was hidden in another was carried out');
  return problems;
}
