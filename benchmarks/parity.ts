import { strictEqual } from 'node:assert/strict';
import { ADMIN_TOKEN, type Contender } from './contenders.js';
import { type Asked, ask } from './http-client.js';

/** Ensures that rivals do the same work: equal statuses and bodies, and, except by hand, every header; and that the product keeps a journal of it. */
export async function checkParity([product, ...rivals]: readonly Contender[]): Promise<void> {
  if (product === undefined) throw new Error('There is nothing to compare.');
  const expected = await sample(product);
  const journal = await ask(new URL('/__admin/requests/count', product.server.url).href, { key: ADMIN_TOKEN });
  strictEqual(JSON.parse(journal.body).count > expected.length, true, `The journal: ${journal.body}`);
  for (const rival of rivals) {
    const responses = await sample(rival);
    for (const [index, response] of responses.entries()) {
      const wanted = expected[index];
      if (wanted === undefined) throw new Error('The samples differ in length.');
      const where = `${rival.name}, ${rival.petCount} pets, sample ${index}`;
      strictEqual(response.status, wanted.status, `${where}: another status`);
      if (response.status === 200) strictEqual(response.body, wanted.body, `${where}: another body`);
      if (response.status === 200 && rival.name !== 'hand-written') {
        strictEqual(headerNames(response), headerNames(wanted), `${where}: other headers`);
      }
    }
  }
}

/** Leaves the stock of every contender changed in the same way. */
async function sample({ server, petIds }: Contender): Promise<Asked[]> {
  const list = `${server.url}/inventory`;
  const item = `${list}/${petIds[0]}`;
  const unknownItem = `${list}/${Math.max(...petIds.slice(-1)) + 1}`;
  return [
    await ask(list, { key: null }),
    await ask(list, { key: 'no-such-key' }),
    await ask(item, { method: 'PATCH', body: '{"quantity":7}' }),
    await ask(item, { method: 'PATCH', body: '{"quantity":"7"}' }),
    await ask(item, { method: 'PATCH', body: '{}' }),
    await ask(unknownItem, { method: 'PATCH', body: '{"quantity":7}' }),
    await ask(list),
  ];
}

function headerNames({ headers }: Asked): string {
  return Object.keys(headers).sort().join(', ');
}
