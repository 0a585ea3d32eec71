import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import { type ExchangeInit, noKey, wrongKey } from '../../../tests/recorded.js';
import { list } from '../../../tests/stock-exchanges.js';

type Request = Pick<ExchangeInit, 'method' | 'path' | 'sends' | 'credential' | 'requestHeaders' | 'headers'>;

const error = (status: number, code: string, message = 'No “way”.', request: Request = {}): ExchangeInit => ({
  ...request,
  status,
  body: { code, message, status },
});
const update = (sends: string, petId = '7'): Request => ({ method: 'PATCH', path: `/inventory/${petId}`, sends });
const empty = { ...update(''), requestHeaders: { 'Content-Type': 'application/json' } };
const malformed = update('{');
const wrong = update('{"quantity":true}');
const unlisted = { path: '/pets/123456789' };

/** A request to each operation that may reject what it is sent. */
const anywhere: readonly Request[] = [
  { method: 'PATCH', path: '/inventory/7' },
  { method: 'POST', path: '/messages' },
  { path: '/pets/7' },
];

it('maps every code to the name for its status', () => {
  const told = [400, 401, 404, 405, 410, 413, 415, 429, 500].flatMap((status) =>
    anywhere.map((request) => error(status, `E${status}`, undefined, { ...request, credential: { kind: 'unknown' } })),
  );
  const { choice, unseen } = observed('error-codes', told);
  expect(choice).toEqual({
    invalid_request: 'E400',
    unauthorized: 'E401',
    not_found: 'E404',
    method_not_allowed: 'E405',
    gone: 'E410',
    payload_too_large: 'E413',
    'content-type-missing': 'E415',
    rate_limit_exceeded: 'E429',
    internal_error: 'E500',
  });
  expect(unseen).toContain('key_banned');
});

it('names no code if a status has two equally frequent ones, or none that is a string', () => {
  const told = [error(400, 'a'), error(400, 'b'), error(429, 'c'), error(422, 'd'), error(401, ' ')];
  expect(observed('error-codes', told)).toMatchObject({
    choice: { rate_limit_exceeded: 'c' },
    note: '400: "a" or "b"; 429: "c"',
  });
  expect(observed('error-codes', told.slice(0, 2)).choice).toBeUndefined();
});

it('names the code of each situation if they differ, and omits unobserved situations', () => {
  const told = [
    list(),
    ...[1, 2, 3].map(() => error(400, 'UNREADABLE', undefined, malformed)),
    error(400, 'BAD', undefined, empty),
    error(400, 'BAD', undefined, wrong),
    error(401, 'NO_KEY', undefined, { credential: noKey }),
    error(401, 'BAD_KEY', undefined, { credential: wrongKey }),
  ];
  const { choice, unseen } = observed('error-codes', told);
  expect(choice).toEqual({
    'body-empty': 'BAD',
    'body-malformed': 'UNREADABLE',
    'field-wrong': 'BAD',
    'key-missing': 'NO_KEY',
    'key-wrong': 'BAD_KEY',
  });
  expect(unseen).toEqual(expect.arrayContaining(['invalid_request', 'unauthorized', 'field-missing']));
  expect(unseen).not.toContain('body-empty');
});

it('learns no code of a situation that has two', () => {
  const told = [list(), error(400, 'A', undefined, wrong), error(400, 'B', undefined, wrong)];
  expect(observed('error-codes', [...told, error(400, 'C', undefined, empty)])).toMatchObject({
    choice: { 'body-empty': 'C' },
    unseen: expect.arrayContaining(['invalid_request', 'field-wrong']),
  });
});

it('learns one code for a status if all its errors agree, even in unknown situations', () => {
  const told = [
    list(),
    error(400, 'BAD', undefined, empty),
    error(400, 'BAD', undefined, wrong),
    ...anywhere.slice(1).map((request) => error(400, 'BAD', undefined, request)),
  ];
  const odd = { path: '/inventory?sort=up' };
  expect(observed('error-codes', [...told, error(400, 'BAD', undefined, odd)]).choice).toEqual({
    invalid_request: 'BAD',
  });
  expect(observed('error-codes', [...told, error(400, 'QUERY', undefined, odd)]).choice).toEqual({
    'body-empty': 'BAD',
    'field-wrong': 'BAD',
  });
});

const noPet = (code: string, message?: string) => error(404, code, message, unlisted);
const noPetThere = (code: string, message?: string) => error(404, code, message, update('{"quantity":5}', '123456789'));

it('names a code by operation for a situation in which operations differ', () => {
  const told = [list(), noPet('GONE'), noPetThere('NO_RESOURCE'), error(404, 'GONE', undefined, { path: '/no' })];
  expect(observed('error-codes', told)).toMatchObject({
    choice: {
      'path-unknown': 'GONE',
      'getPet pet-unknown': 'GONE',
      'updateInventory pet-unknown': 'NO_RESOURCE',
    },
    unseen: expect.arrayContaining(['not_found']),
  });
});

it('names a code for the only situation that was seen', () => {
  const { choice, unseen } = observed('error-codes', [list(), noPet('NO_PET')]);
  expect(choice).toEqual({ 'pet-unknown': 'NO_PET' });
  expect(unseen).toEqual(expect.arrayContaining(['not_found', 'path-unknown']));
  expect(unseen).not.toContain('pet-unknown');
});

const message = (sends: string): Request => ({ method: 'POST', path: '/messages', sends });

it('names a situation if all operations agree in it', () => {
  const told = [list(), error(400, 'NO', undefined, malformed), error(400, 'OTHER', undefined, wrong)];
  expect(observed('error-codes', [...told, error(400, 'NO', undefined, message('{'))]).choice).toEqual({
    'body-malformed': 'NO',
    'field-wrong': 'OTHER',
  });
});

it('distinguishes a key under another scheme from a missing and a wrong one', () => {
  const basic = { credential: { kind: 'misplaced', name: 'key#1', where: 'basic' } } as const;
  const told = [
    error(401, 'NO_KEY', undefined, { credential: noKey }),
    error(401, 'BAD_KEY', undefined, { credential: wrongKey }),
    error(401, 'NO_KEY', undefined, basic),
  ];
  expect(observed('error-codes', told).choice).toEqual({
    'key-missing': 'NO_KEY',
    'key-wrong': 'BAD_KEY',
    'key-not-bearer': 'NO_KEY',
  });
});

/** The same error, with the same message for two inputs. */
const twice = (message: string, status: number, one: Request, other: Request) => [
  error(status, 'a', message, one),
  error(status, 'a', message, other),
];
const elsewhere = (sends: string) => update(sends, '123456789');
const emptyElsewhere = { ...empty, ...elsewhere('') };
const otherUnlisted = { path: '/pets/987654321' };
const orders = { path: '/store/orders' };

it('names what could not be concluded, and why', () => {
  const told = [
    list(),
    ...twice('No such pet.', 404, unlisted, otherUnlisted),
    noPetThere('a', 'No pet called Rex.'),
    ...twice('No.', 404, { path: '/no' }, { path: '/nowhere' }),
    ...twice('Ask ada@example.test.', 400, wrong, elsewhere('{"quantity":true}')),
    ...twice('No JSON.', 400, malformed, elsewhere('{')),
    ...twice('No, no JSON.', 400, malformed, elsewhere('{')),
    { path: '/pets/7', body: { name: 'Rex' } },
  ];
  const { choice, unseen, unknown } = observed('error-messages', told);
  expect(choice).toEqual({ 'path-unknown': 'No.', 'getPet pet-unknown': 'No such pet.' });
  expect(unknown).toEqual({
    'pet-unknown': 'seen for one input only',
    'field-wrong': 'not an allowed form',
    'body-malformed': 'differs between responses',
  });
  expect(unseen).toEqual(expect.arrayContaining(['field-wrong', 'body-malformed']));
});

it('applies no code or text to another situation of which nothing can be learned', () => {
  const told = [
    list(),
    ...twice('Send JSON.', 400, malformed, { ...elsewhere('{') }),
    ...twice('Send JSON.', 400, empty, emptyElsewhere),
    error(400, 'ada@example.test', 'See https://example.test/errors.', wrong),
    ...twice('Send a key.', 401, { credential: noKey }, { ...orders, credential: noKey }),
    error(401, 'key#2', 'The key key#2 is unknown.', { credential: wrongKey }),
  ];
  expect(observed('error-codes', told).choice).toEqual({
    'body-malformed': 'a',
    'body-empty': 'a',
    'key-missing': 'a',
  });
  expect(observed('error-messages', told)).toMatchObject({
    choice: {
      'body-malformed': 'Send JSON.',
      'body-empty': 'Send JSON.',
      'key-missing': 'Send a key.',
    },
    exchanges: [2, 3, 4, 5, 7, 8],
    sightings: 6,
  });
});

it('learns nothing from an error that the client requested', () => {
  const requestHeaders = { Prefer: 'code=404' };
  const told = error(404, 'FORCED', undefined, { requestHeaders, headers: { 'Preference-Applied': 'code=404' } });
  expect(observed('error-codes', [told])).toMatchObject({ choice: undefined, exchanges: [] });
  const ofPet = error(404, 'NO_PET', undefined, { requestHeaders, path: '/pets/9' });
  expect(observed('error-codes', [ofPet])).toMatchObject({ choice: undefined, exchanges: [] });
});

it.each(['ada@example.test', 'key#1', 'x'.repeat(81), '9b2c1f0a-1111-4222-8333-abcdefabcdef'])(
  'neither learns nor repeats the code %s',
  (code) => {
    const { choice, note } = observed('error-codes', [error(400, code), error(429, 'c')]);
    expect(choice).toEqual({ rate_limit_exceeded: 'c' });
    expect(note).not.toContain(code);
  },
);

it('learns a text for a whole status, and texts of situations', () => {
  const told = [
    list(),
    error(400, 'a', 'Bad request.', empty),
    error(400, 'a', 'Bad request.', message('{}')),
    error(400, 'a', 'Bad request.', { path: '/pets/rex' }),
    error(404, 'a', 'There is no pet 123456789.', unlisted),
    error(404, 'a', 'There is no pet 987654321.', otherUnlisted),
    ...twice('No.', 405, { method: 'PUT', path: '/inventory' }, { method: 'PUT', path: '/store/orders' }),
  ];
  expect(observed('error-messages', told)).toMatchObject({
    choice: {
      invalid_request: 'Bad request.',
      'pet-unknown': 'There is no pet {petId}.',
      'method-unknown': 'No.',
    },
    note: '400: one text; 404: one text; 405: one text',
  });
});

it('learns only texts of situations if the service explains each case', () => {
  const told = [
    list(),
    ...twice('Send a key.', 401, { credential: noKey }, { ...orders, credential: noKey }),
    ...twice('The key is not known.', 401, { credential: wrongKey }, { ...orders, credential: wrongKey }),
    ...twice('quantity must be an integer.', 400, wrong, elsewhere('{"quantity":true}')),
  ];
  expect(observed('error-messages', told).choice).toEqual({
    'key-missing': 'Send a key.',
    'key-wrong': 'The key is not known.',
    'field-wrong': 'quantity must be an integer.',
  });
});

it('puts {petId} only in place of a separate id', () => {
  const told = (textOf: (petId: string) => string, petId: string) => {
    const all = [petId, '987654321'].map((id) => error(404, 'a', textOf(id), { path: `/pets/${id}` }));
    return observed('error-messages', [list(), ...all]).choice;
  };
  expect(told((id) => `No pet ${id}. Ids have 15 digits.`, '5')).toEqual({
    'pet-unknown': 'No pet {petId}. Ids have 15 digits.',
  });
  expect(told((id) => `No pet ${id}`, '-5')).toEqual({ 'pet-unknown': 'No pet {petId}' });
  expect(told(() => 'No pet {petId}', '5')).toBeUndefined();
  const short = twice('quantity must be 7 or more.', 400, wrong, elsewhere('{"quantity":true}'));
  expect(observed('error-messages', [list(), ...short]).choice).toEqual({
    'field-wrong': 'quantity must be 7 or more.',
  });
});

it.each([
  'Ask ada@example.test.',
  'See https://example.test/errors.',
  'The key key#1 is wrong.',
  'Bad.\u0007',
  'x'.repeat(301),
])('neither learns nor repeats the text “%s”, however often it is received', (text) => {
  const told = twice(text, 405, { method: 'PUT', path: '/inventory' }, { method: 'PUT', path: '/store/orders' });
  const { choice, note } = observed('error-messages', told);
  expect(choice).toBeUndefined();
  expect(note).toBe(
    '405: some that cannot be learned (not an allowed form); none that belongs to a code or a situation',
  );
});

it.each([
  'Request 9b2c1f0a-1111-4222-8333-abcdefabcdef failed.',
  'Not from 10.0.0.1.',
  'Not from fe80:0:0:1.',
  'Since 2026-11-21.',
  'At 12:00.',
  'Request 4711 failed.',
  'Request req_8f3kd9s failed.',
  'Rex is not for sale.',
  'Anna Blume was here.',
  'Ask Ms Blume.',
  'Ask Ng.',
])('neither learns nor repeats the text “%s” of a single input', (text) => {
  const { choice, note } = observed('error-messages', [error(405, 'a', text), error(405, 'a', text)]);
  expect(choice).toBeUndefined();
  expect(note).toBe(
    '405: some that cannot be learned (seen for one input only); none that belongs to a code or a situation',
  );
});

it('counts requests for one pet as one input: the text may name the pet', () => {
  const told = [wrong, malformed, empty].map((request) => error(400, 'a', 'Not for Rex.', request));
  expect(observed('error-messages', [list(), ...told]).choice).toBeUndefined();
});

it.each([
  ['"colour" is no field.', update('{"quantity":5,"colour":"red"}')],
  ['red is no quantity.', update('{"quantity":"red"}')],
  ['2.5 is no integer.', update('{"quantity":2.5}')],
  ['No route GET /v1/nowhere.', { path: '/nowhere' }],
  ['Not text/plain.', { ...update('{"quantity":5}'), requestHeaders: { 'Content-Type': 'text/plain' } }],
  ['Wait 48 seconds.', { headers: { 'Retry-After': '48' } }],
] as const)('learns no text that repeats its request: %s', (text, request) => {
  for (const status of [400, 404, 429]) {
    const other = error(status, 'a', 'Another text.', orders);
    expect(observed('error-messages', [list(), error(status, 'a', text, request), other]).choice).toBeUndefined();
  }
});

it('may learn a text with words from pets if different pets got it', () => {
  const told = [
    list(),
    { path: '/pets/7', body: { name: 'Pet Margarethe', state: 'placed' } },
    error(404, 'a', 'Pet 123456789 not found', unlisted),
    error(404, 'a', 'Pet 987654321 not found', otherUnlisted),
  ];
  expect(observed('error-messages', told).choice).toEqual({ 'pet-unknown': 'Pet {petId} not found' });
});

it('does not report a text as unknown that was learned for other cases', () => {
  const odd = { path: '/inventory?sort=up' };
  const told = [
    list(),
    ...twice('No JSON.', 400, malformed, elsewhere('{')),
    ...twice('No number.', 400, wrong, elsewhere('{"quantity":true}')),
  ];
  expect(observed('error-messages', [...told, error(400, 'a', 'No JSON.', odd)]).unknown).toBeUndefined();
  expect(observed('error-messages', [...told, error(400, 'a', 'No such query.', odd)]).unknown).toEqual({
    invalid_request: 'seen for one input only',
  });
});
