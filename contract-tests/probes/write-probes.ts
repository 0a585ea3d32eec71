import { type Probe, probe } from './probe.js';

const write = probe.bind(undefined, 'write');

const list = (name: string, why: string, rest: Partial<Probe> = {}) => write(name, 'GET /inventory', why, rest);

/** Creates an update of the pet that the run writes to. */
export function update(name: string, body: string, why: string, rest: Partial<Probe> = {}): Probe {
  return write(name, 'PATCH /inventory/{petId}', why, { body, needs: 'pet', ...rest });
}

const GOOD_BODY = '{"quantity":{quantity}}';

const badBodies = {
  missing: '{}',
  string: '{"quantity":"{quantity}"}',
  fraction: '{"quantity":2.5}',
  null: '{"quantity":null}',
  boolean: '{"quantity":true}',
  array: '{"quantity":[{quantity}]}',
  object: '{"quantity":{"value":{quantity}}}',
  'empty-body': '',
  'malformed-json': '{"quantity":{quantity}',
  'array-body': '[{"quantity":{quantity}}]',
  'scalar-body': '{quantity}',
  'null-body': 'null',
} as const;

/** Requests that leave the stock unchanged. */
const rejected: readonly Probe[] = [
  ...Object.entries(badBodies).map(([name, body]) =>
    update(`bad-body-${name}`, body, '400, and the stock stays unchanged'),
  ),
  update('update-keyless', GOOD_BODY, '401 without a key, and the stock stays unchanged', { credential: 'none' }),
  write('update-unlisted', 'PATCH /inventory/{unlistedId}', '404 for a pet that is not listed', { body: GOOD_BODY }),
  write('update-malformed-id', 'PATCH /inventory/not-an-id', 'rejected: the id is not an integer', { body: GOOD_BODY }),
  list('list-after-rejections', 'the stock is unchanged'),
];

const accepted: readonly Probe[] = [
  update('update', GOOD_BODY, '200 with the updated entry'),
  update('update-again', GOOD_BODY, 'the same update has the same result'),
  list('list-after-update', 'the quantity is stored, nothing else changed', { needs: 'pet', isOptional: true }),
  update('update-zero', '{"quantity":0}', 'accepted and stored, or 400'),
  list('list-after-zero', 'stored if it was accepted', { needs: 'pet', isOptional: true }),
  update('update-negative', '{"quantity":-1}', 'accepted and stored, or 400'),
  list('list-after-negative', 'stored if it was accepted', { needs: 'pet', isOptional: true }),
  update('update-large', '{"quantity":{largeQuantity}}', 'accepted and stored, or 400'),
  list('list-after-others', 'accepted values are stored exactly', { needs: 'pet' }),
];

/** Restores the stock; sent whenever the pet was written to. */
export const restoreProbes: readonly [update: Probe, check: Probe] = [
  update('restore', '{"quantity":{original}}', 'restores the quantity', { isRestoring: true }),
  list('restored', 'the stock is as before the run', { needs: 'pet', isRestoring: true }),
];

export const writeProbes: readonly Probe[] = [...rejected, ...accepted, ...restoreProbes];

const observe: typeof update = (name, body, why, rest) => update(name, body, why, { ...rest, isOptional: true });

/** Probes for open questions; each sends the original quantity. */
export const writeObservations: readonly Probe[] = [
  observe('extra-field', '{"quantity":{original},"petstoreMockCheck":true}', 'whether unknown fields are rejected'),
  observe('text-plain', '{"quantity":{original}}', 'whether the content type is checked', {
    contentType: 'text/plain',
  }),
  observe('duplicate-keys', '{"quantity":{original},"quantity":{original}}', 'whether duplicate keys are accepted'),
  observe('byte-order-mark', '\uFEFF{"quantity":{original}}', 'whether a BOM is ignored'),
  observe(
    'nested',
    `{"quantity":{original},"nested":${'['.repeat(200)}${']'.repeat(200)}}`,
    'how deeply a body may nest',
  ),
];

/** Creates a message. */
export function post(name: string, body: string, why: string, rest: Partial<Probe> = {}): Probe {
  return write(name, 'POST /messages', why, { body, needs: 'messages', ...rest });
}

/** A message cannot be unsent: two are queued, and one more for each of the last two if the service is at fault. */
export const messageProbes: readonly Probe[] = [
  post('message', '{"message":{message}}', 'queued, its text unchanged'),
  post('another-message', '{"message":"Another message of petstore-mock check"}', 'a different id'),
  post('message-malformed', '{"message":', '400: not JSON'),
  post('message-missing', '{}', '400: the message is missing'),
  post('message-without-type', '{"message":"A message without a content type"}', '400: the content type is missing', {
    contentType: null,
  }),
  post('message-keyless', '{"message":"A message without a key"}', '401 without a key', { credential: 'none' }),
];
