import { worstJson } from '../benchmarks/worst-json.js';
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
