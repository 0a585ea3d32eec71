import type { Probe } from './probe.js';

/** An update of the pet that the run writes to. */
export const update = {
  level: 'write',
  method: 'PATCH',
  path: '/inventory/{petId}',
  credential: 'key',
  needs: 'pet',
} as const;
const list = { level: 'write', method: 'GET', path: '/inventory', credential: 'key' } as const;

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
  ...Object.entries(badBodies).map(([name, body]) => ({
    ...update,
    name: `bad-body-${name}`,
    body,
    why: '400, and the stock stays unchanged',
  })),
  {
    ...update,
    name: 'update-keyless',
    credential: 'none',
    body: '{"quantity":{quantity}}',
    why: '401 without a key, and the stock stays unchanged',
  },
  {
    level: 'write',
    method: 'PATCH',
    name: 'update-unlisted',
    path: '/inventory/{unlistedId}',
    credential: 'key',
    body: '{"quantity":{quantity}}',
    why: '404 for a pet that is not listed',
  },
  {
    level: 'write',
    method: 'PATCH',
    name: 'update-malformed-id',
    path: '/inventory/not-an-id',
    credential: 'key',
    body: '{"quantity":{quantity}}',
    why: 'rejected: the id is not an integer',
  },
  { ...list, name: 'list-after-refusals', why: 'the stock is unchanged' },
];

const accepted: readonly Probe[] = [
  { ...update, name: 'update', body: '{"quantity":{quantity}}', why: '200 with the updated entry' },
  { ...update, name: 'update-again', body: '{"quantity":{quantity}}', why: 'the same update has the same result' },
  {
    ...list,
    name: 'list-after-update',
    needs: 'pet',
    isOptional: true,
    why: 'the quantity is stored, nothing else changed',
  },
  { ...update, name: 'update-zero', body: '{"quantity":0}', why: 'accepted and stored, or 400' },
  { ...list, name: 'list-after-zero', needs: 'pet', isOptional: true, why: 'stored if it was accepted' },
  { ...update, name: 'update-negative', body: '{"quantity":-1}', why: 'accepted and stored, or 400' },
  { ...list, name: 'list-after-negative', needs: 'pet', isOptional: true, why: 'stored if it was accepted' },
  { ...update, name: 'update-large', body: '{"quantity":{largeQuantity}}', why: 'accepted and stored, or 400' },
  { ...list, name: 'list-after-others', needs: 'pet', why: 'accepted values are stored exactly' },
];

/** Restores the stock; sent whenever the pet was written to. */
export const restoreProbes: readonly [update: Probe, check: Probe] = [
  { ...update, name: 'restore', body: '{"quantity":{original}}', isRestoring: true, why: 'restores the quantity' },
  { ...list, name: 'restored', needs: 'pet', isRestoring: true, why: 'the stock is as before the run' },
];

export const writeProbes: readonly Probe[] = [...rejected, ...accepted, ...restoreProbes];

/** Probes for open questions; each sends the original quantity. */
export const writeObservations: readonly Probe[] = [
  {
    name: 'extra-field',
    body: '{"quantity":{original},"petstoreMockCheck":true}',
    why: 'whether unknown fields are rejected',
  },
  {
    name: 'text-plain',
    body: '{"quantity":{original}}',
    contentType: 'text/plain',
    why: 'whether the content type is checked',
  },
  {
    name: 'duplicate-keys',
    body: '{"quantity":{original},"quantity":{original}}',
    why: 'whether duplicate keys are accepted',
  },
  { name: 'byte-order-mark', body: '\uFEFF{"quantity":{original}}', why: 'whether a BOM is ignored' },
  {
    name: 'nested',
    body: `{"quantity":{original},"nested":${'['.repeat(200)}${']'.repeat(200)}}`,
    why: 'how deeply a body may nest',
  },
].map((probe) => ({ ...update, ...probe, isOptional: true }));

const post = { level: 'write', method: 'POST', path: '/messages', needs: 'messages', credential: 'key' } as const;

/** A message cannot be unsent: two are queued, and one more for each of the last two if the service is at fault. */
export const messageProbes: readonly Probe[] = [
  { ...post, name: 'message', body: '{"message":{message}}', why: 'queued, its text unchanged' },
  {
    ...post,
    name: 'another-message',
    body: '{"message":"Another message of petstore-mock check"}',
    why: 'a different id',
  },
  { ...post, name: 'message-malformed', body: '{"message":', why: '400: not JSON' },
  { ...post, name: 'message-missing', body: '{}', why: '400: the message is missing' },
  {
    ...post,
    name: 'message-without-type',
    body: '{"message":"A message without a content type"}',
    contentType: null,
    why: '400: the content type is missing',
  },
  {
    ...post,
    name: 'message-keyless',
    body: '{"message":"A message without a key"}',
    credential: 'none',
    why: '401 without a key',
  },
];
