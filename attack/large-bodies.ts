import { type Attack, type AttackContext, scaled, shown } from './attack.js';
import { Connection, writeRequest } from './connection.js';
import { attackServed, type ServedFake, serveFake } from './served.js';

const KEY = 'test_enterprise';
const TOGETHER = 50;
/** Below the limit of 1 MiB, with what stands around it. */
const CHARACTERS = 2 ** 20 - 100;

/** Sends the largest bodies that the fake takes, many at once: the server must not stand still for longer than any request may take. */
export const largeBodies: Attack = {
  name: 'large-bodies',
  what: `bodies of 1 MiB that are costly to parse, ${TOGETHER} at once: each gets its response, and no pause is long`,
  run(context) {
    const unlimited = { perMinute: 1_000_000_000, perDay: 1_000_000_000 };
    const serving = serveFake({ folder: context.folder, behaviour: { 'enterprise-limits': unlimited } });
    return attackServed(serving, (fake) => sendLargeBodies(fake, context));
  },
};

async function sendLargeBodies(fake: ServedFake, context: AttackContext) {
  const texts = Object.entries(worstJson(CHARACTERS));
  const together = scaled(context, TOGETHER);
  const failures: string[] = [];
  let tried = 0;
  for (const [kind, text] of texts) {
    const sendOne = async () => {
      const connection = new Connection(fake.port);
      const request = writeRequest('PATCH', '/v1/inventory/1', KEY, `{"quantity":${text}}`);
      const [response] = await connection.send([request]);
      connection.close();
      tried++;
      // A single number with blanks before it is a quantity.
      const expected = kind === 'blanks' ? 200 : 400;
      if (response?.status !== expected) {
        failures.push(`${kind}: ${response?.status} and not ${expected} to ${shown(request.text)}`);
      }
    };
    await Promise.all(Array.from({ length: together }, sendOne));
    context.progress(tried, together * texts.length);
  }
  return { tried, failures };
}

/** Returns JSON that is costly to parse, by what it consists of; each text has about so many characters. */
function worstJson(characters: number): Readonly<Record<string, string>> {
  const arrayOf = (item: string) => `[${`${item},`.repeat(characters / (item.length + 1) - 1)}${item}]`;
  const objectOf = (member: (index: number) => string) =>
    `{${Array.from({ length: characters / (member(10_000).length + 1) }, (_, index) => member(index)).join(',')}}`;
  return {
    'one string': `"${'x'.repeat(characters - 2)}"`,
    escapes: `"${'\\n'.repeat(characters / 2 - 1)}"`,
    'short strings': arrayOf('"ab"'),
    'longer strings': arrayOf('"abcdefghijklmnop"'),
    zeros: arrayOf('0'),
    fractions: arrayOf('1.5'),
    'fractions such as 0.10': arrayOf('0.10'),
    'numbers such as 1e2': arrayOf('1e2'),
    'integers beyond 2^53': arrayOf('9007199254740993'),
    digits: '1'.repeat(characters),
    blanks: `${' '.repeat(characters - 1)}1`,
    'empty objects': arrayOf('{}'),
    keys: objectOf((index) => `"key${index}":1`),
    nested: arrayOf(`${'['.repeat(20)}${']'.repeat(20)}`),
  };
}
