import { createPetstore, type Petstore } from '../../src/index.js';
import type { MatcherCase } from './matcher-case.js';
import { fetched, responseOf } from './responses.js';

function petstore(): Petstore {
  return createPetstore({ clock: '2026-11-21T12:00:00Z', pets: 3, keys: { 's3cret-key': 'free' } });
}

interface Call {
  readonly key?: string;
  readonly method?: string;
  readonly path?: string;
  readonly sends?: string;
}

function call(fake: Petstore, { key = 'test_free', method = 'GET', path = '/inventory', sends = '' }: Call = {}) {
  const type = sends === '' ? {} : { 'Content-Type': 'application/json' };
  fake.handle({
    method,
    path: `/v1${path}`,
    origin: 'http://127.0.0.1:4290',
    headers: { Authorization: `Bearer ${key}`, ...type },
    body: sends,
  });
}

function called(...calls: Call[]): Petstore {
  const fake = petstore();
  for (const each of calls) call(fake, each);
  return fake;
}

const update = (sends: string, petId: number | bigint = 1): Call => ({
  method: 'PATCH',
  path: `/inventory/${petId}`,
  sends,
});

/** Every test runner that can use the matchers goes through these. */
export const cases: readonly MatcherCase[] = [
  { title: 'a conformant response passes', use: (expect) => expect(responseOf(200)).toConformTo('listInventory') },
  { title: 'a conformant Response passes', use: (expect) => expect(fetched(200)).toConformTo('listInventory') },
  {
    title: 'every problem in a body is shown with its pointer',
    use: (expect) => expect(fetched(200, [{ petId: 1.5, quantity: '12' }, 7])).toConformTo('listInventory'),
    says: [
      "expect(response).toConformTo('listInventory')",
      'in 4 places',
      '/0/petId must be integer',
      'received  1.5',
      '/0/quantity must be integer',
      'received  "12"',
      '/0/status is missing',
      '/1 must be object',
      '§2.1 “Field: quantity; Type: integer; Required: yes; Meaning: Current stock count”',
      '[{"petId":1.5,"quantity":"12"},7]',
    ],
  },
  {
    title: 'a conformant response fails a negated matcher',
    use: (expect) => expect(responseOf(200)).not.toConformTo('listInventory'),
    says: ["expect(response).not.toConformTo('listInventory')", 'conforms to the document'],
  },
  {
    title: 'a response that does not conform passes a negated matcher',
    use: (expect) => expect(responseOf(404)).not.toConformTo('listInventory'),
  },
  {
    title: 'a promise of a response is rejected, also negated',
    use: (expect) => expect(Promise.resolve(responseOf(200))).not.toConformTo('listInventory'),
    says: ['is a promise', 'expect(await …)'],
  },
  {
    title: 'an unknown operation is rejected',
    use: (expect) => expect(responseOf(200)).toConformTo('listInventry' as 'listInventory'),
    says: ['there is no operation "listInventry"', "Did you mean 'listInventory'?", 'sendMessage, getPet, listOrders'],
  },
  {
    title: 'a call that was made is found',
    use: (expect) => expect(called({})).toHaveCalled('listInventory'),
  },
  {
    title: 'a missing call fails, and the recorded ones are shown',
    use: (expect) => expect(called(update('{"quantity":5}'))).toHaveCalled('listInventory'),
    says: [
      "expect(petstore).toHaveCalled('listInventory')",
      'No matching call found.',
      'listInventory was not called. These requests were recorded:',
      '#1 PATCH /v1/inventory/1 → 200  key#1  {"quantity":5}',
    ],
  },
  {
    title: 'nothing was called at all',
    use: (expect) => expect(petstore()).toHaveCalled('listInventory'),
    says: ['No request was recorded. Await the code that sends it'],
  },
  {
    title: 'a missing call passes a negated matcher',
    use: (expect) => expect(called({})).not.toHaveCalled('getPet'),
  },
  {
    title: 'a call fails a negated matcher',
    use: (expect) => expect(called({}, {})).not.toHaveCalled('listInventory'),
    says: ["expect(petstore).not.toHaveCalled('listInventory')", '2 matching calls found.'],
  },
  {
    title: 'calls are counted exactly',
    use: (expect) => expect(called({}, {})).toHaveCalled('listInventory', { times: 2 }),
  },
  {
    title: 'too many calls are counted',
    use: (expect) => expect(called({}, {})).toHaveCalled('listInventory', { times: 1 }),
    says: ["toHaveCalled('listInventory', { times: 1 })", '2 matching calls found, expected 1.'],
  },
  {
    title: 'a body is compared deeply',
    use: (expect) =>
      expect(called(update('{"quantity":5}'))).toHaveCalled('updateInventory', { body: { quantity: 5 } }),
  },
  {
    title: 'a body is compared by asymmetric matchers',
    use: (expect) => {
      const fake = called(update('{"quantity":5,"note":"new"}'));
      expect(fake).toHaveCalled('updateInventory', { body: expect.objectContaining({ quantity: 5 }) });
      expect(fake).toHaveCalled('updateInventory', { body: { quantity: expect.any(Number), note: 'new' } });
    },
  },
  {
    title: 'a different body is shown with what was expected',
    use: (expect) =>
      expect(called(update('{"quantity":5}'))).toHaveCalled('updateInventory', {
        body: expect.objectContaining({ quantity: expect.any(String) }),
      }),
    says: [
      'body: "ObjectContaining',
      'Calls of updateInventory:',
      '✗ #1 PATCH /v1/inventory/1 → 200  key#1  {"quantity":5}  (other body)',
    ],
  },
  {
    title: 'every part of a filter must match',
    use: (expect) =>
      expect(called(update('{"quantity":5}'), update('{"quantity":"5"}', 2))).toHaveCalled('updateInventory', {
        petId: 2,
        status: 200,
        times: 1,
      }),
    says: ['✗ #1', '(other petId)', '✗ #2 PATCH /v1/inventory/2 → 400', '(other status)'],
  },
  {
    title: 'calls are distinguished by their keys',
    use: (expect) => {
      const fake = called({}, { key: 's3cret-key' }, { key: 's3cret-key' });
      expect(fake).toHaveCalled('listInventory', { key: 's3cret-key', times: 2 });
      expect(fake).toHaveCalled('listInventory', { key: 'test_free', times: 1 });
      expect(fake).toHaveCalled('listInventory', { key: 'key#1', times: 1 });
    },
  },
  {
    title: 'a key is not shown',
    use: (expect) =>
      expect(called({ key: 's3cret-key' })).toHaveCalled('listInventory', { key: 's3cret-key', times: 2 }),
    says: ['{ key: …, times: 2 }', '✓ #1 GET /v1/inventory → 200  key#'],
  },
  {
    title: 'an unknown option is rejected',
    use: (expect) => expect(called({})).toHaveCalled('listInventory', { time: 1 } as object),
    says: ['there is no option "time"', "Did you mean 'times'?"],
  },
  {
    title: 'a client that waited is well-mannered',
    use: (expect) => expect(called({})).toBeWellMannered(),
  },
  {
    title: 'a client that sent nothing is not judged, even negated',
    use: (expect) => expect(petstore()).not.toBeWellMannered(),
    says: ['no request was sent', 'Let the client send a request first'],
  },
  {
    title: 'a call of a deprecated operation is shown with its statement and request',
    use: (expect) => expect(called({ path: '/pets/1' })).toBeWellMannered(),
    says: [
      'expect(petstore).toBeWellMannered()',
      'violated 1 rule of manners in 1 request',
      '✗ manners/',
      '§4.4 “`GET /pets/{petId}`: deprecated, with a sunset date.”',
      '2026-11-21T12:00:00.000Z  #1 GET /v1/pets/1 → 200  key#1',
    ],
  },
  {
    title: 'an unknown rule of manners is rejected',
    use: (expect) => expect(called({})).toBeWellMannered({ except: ['manners/smile'] }),
    says: ['there is no rule "manners/smile"', 'Rules: manners/'],
  },
];
