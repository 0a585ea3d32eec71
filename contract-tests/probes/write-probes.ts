import type { Probe } from './probe.js';

/** An update of the pet that is written to. */
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

/** Requests that leave the stock as it is. */
const refused: readonly Probe[] = [
  ...Object.entries(badBodies).map(([name, body]) => ({
    ...update,
    name: `bad-body-${name}`,
    body,
    why: '400, and the stock stays as it is',
  })),
  {
    ...update,
    name: 'update-keyless',
    credential: 'none',
    body: '{"quantity":{quantity}}',
    why: '401 without a key, and the stock stays as it is',
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
    why: 'refused: the id is no integer',
  },
  { ...list, name: 'list-after-refusals', why: 'the stock is as it was' },
];

const accepted: readonly Probe[] = [
  { ...update, name: 'update', body: '{"quantity":{quantity}}', why: '200 with the updated entry' },
  { ...update, name: 'update-again', body: '{"quantity":{quantity}}', why: 'the same again has the same result' },
  {
    ...list,
    name: 'list-after-update',
    needs: 'pet',
    isOptional: true,
    why: 'the quantity is stored, nothing else changed',
  },
  { ...update, name: 'update-zero', body: '{"quantity":0}', why: 'accepted and stored, or 400' },
  { ...list, name: 'list-after-zero', needs: 'pet', isOptional: true, why: 'if it was accepted, it is stored' },
  { ...update, name: 'update-negative', body: '{"quantity":-1}', why: 'accepted and stored, or 400' },
  { ...list, name: 'list-after-negative', needs: 'pet', isOptional: true, why: 'if it was accepted, it is stored' },
  { ...update, name: 'update-large', body: '{"quantity":{largeQuantity}}', why: 'accepted and stored, or 400' },
  { ...list, name: 'list-after-others', needs: 'pet', why: 'what was accepted is stored exactly' },
];

/** Puts the stock back; sent whenever the pet was written to. */
export const restoreProbes: readonly [update: Probe, check: Probe] = [
  { ...update, name: 'restore', body: '{"quantity":{original}}', isRestoring: true, why: 'the quantity is put back' },
  { ...list, name: 'restored', needs: 'pet', isRestoring: true, why: 'the stock is as it was before the run' },
];

export const writeProbes: readonly Probe[] = [...refused, ...accepted, ...restoreProbes];

/** How open questions are answered; each sends the quantity that the pet has anyway. */
export const writeObservations: readonly Probe[] = [
  {
    name: 'extra-field',
    body: '{"quantity":{original},"petstoreMockCheck":true}',
    why: 'whether unknown fields are refused',
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
    why: 'whether a key may stand twice',
  },
  { name: 'byte-order-mark', body: '\uFEFF{"quantity":{original}}', why: 'whether a BOM is ignored' },
  {
    name: 'nested',
    body: `{"quantity":{original},"nested":${'['.repeat(200)}${']'.repeat(200)}}`,
    why: 'how deep a body may be',
  },
].map((probe) => ({ ...update, ...probe, isOptional: true }));

const post = { level: 'write', method: 'POST', path: '/messages', needs: 'messages', credential: 'key' } as const;

/** A sent message cannot be unsent: two are sent, and one in each of the last two where the service is at fault. */
export const messageProbes: readonly Probe[] = [
  { ...post, name: 'message', body: '{"message":{message}}', why: 'queued, its text unchanged' },
  {
    ...post,
    name: 'another-message',
    body: '{"message":"Another message of petstore-mock check"}',
    why: 'an id of its own',
  },
  { ...post, name: 'message-malformed', body: '{"message":', why: '400: it is no JSON' },
  { ...post, name: 'message-missing', body: '{}', why: '400: there is no message' },
  {
    ...post,
    name: 'message-without-type',
    body: '{"message":"A message without a content type"}',
    contentType: null,
    why: '400: there is no content type',
  },
  {
    ...post,
    name: 'message-keyless',
    body: '{"message":"A message without a key"}',
    credential: 'none',
    why: '401 without a key',
  },
];
