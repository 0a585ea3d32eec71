import { readJson } from '../conformant-service/json.js';
import { headerIn, type ServiceRequest } from '../conformant-service/service.js';
import { type Changes, petOf } from '../conformant-service/steps.js';
import type { Pet } from '../conformant-service/traits.js';
import { availablePets, bodyOf, errorStatus, failing, type JsonObject, type reply, successesOf } from './changes.js';
import type { Fault } from './faulty-service.js';

// What programs send by mistake, the same again, and lists that are not all.

const sentKeyOf = ({ headers }: ServiceRequest) =>
  /^bearer +(.+)$/i.exec(headerIn(headers, 'authorization') ?? '')?.[1];
const key = {
  breaks: 'auth.missing-or-invalid-key-answers-401',
  seenAt: 'read',
  caughtBy: ['auth/invalid-key'],
} as const;
const accepts = (test: (sentKey: string) => boolean): Changes => ({
  isAuthorized: (usual) => (call) => usual(call) || test(sentKeyOf(call.request) ?? ''),
});

/** The claims of a token without a signature. */
function hasClaims(token: string): boolean {
  const [header = '', claims = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  return header.includes('"alg"') && claims.includes('"sub"');
}

/** Keys that programs send by mistake (§5). */
const keyFaults: Readonly<Record<string, Fault>> = {
  'looks keys up in an object that has more names': { ...key, ...accepts((sentKey) => sentKey in {}) },
  'fails at a key that every object has': {
    ...key,
    caughtBy: ['status/documented'],
    ...errorStatus(401, 500, ({ request }) => (sentKeyOf(request) ?? '') in {}),
  },
  'compares keys with the text of a missing variable': {
    ...key,
    maxRequests: 600,
    ...accepts((each) => each === 'undefined'),
  },
  'accepts the key that its documentation shows': {
    ...key,
    maxRequests: 600,
    ...accepts((each) => each === 'YOUR_API_KEY'),
  },
  'trusts any token that nobody signed': { ...key, maxRequests: 600, ...accepts(hasClaims) },
  'finds the key behind any number of schemes': {
    ...key,
    breaks: 'auth.every-operation-requires-bearer',
    caughtBy: ['auth/scheme'],
    maxRequests: 600,
    isAuthorized: (usual) => (call) => {
      const headers = call.request.headers.map(
        ([name, value]) => [name, value.replace(/^(bearer +)+/i, '$1')] as const,
      );
      return usual({ ...call, request: { ...call.request, headers } });
    },
  },
};

const body = { breaks: 'update.answers-400', seenAt: 'write', caughtBy: ['update/rejects/malformed-json'] } as const;
const record = { breaks: 'update.changes-quantity', seenAt: 'write' } as const;

/** Reads a body that is not JSON as another one. */
const readsAs = (read: (text: string) => string): Changes => ({
  readQuantity: (usual) => (call) => {
    const text = call.request.body ?? '';
    const isJson = readJson(text) !== undefined;
    return usual(isJson ? call : { ...call, request: { ...call.request, body: read(text) } });
  },
});

const jsonOf = (call: Parameters<typeof petOf>[0]) => readJson(call.request.body) as JsonObject | undefined;

const bodyFaults: Readonly<Record<string, Fault>> = {
  'parses updates with JSON5': {
    ...body,
    maxRequests: 600,
    ...readsAs((text) =>
      text
        .replace(/\/\*.*?\*\/|\/\/.*/g, '')
        .replaceAll("'", '"')
        .replace(/([{,]\s*)(\w+)\s*:/g, '$1"$2":')
        .replace(/,\s*\}/, '}'),
    ),
  },
  'stores 0 for NaN': { ...body, maxRequests: 600, ...readsAs((text) => text.replace(/\bNaN\b/, '0')) },
  'fails at NaN': {
    ...body,
    caughtBy: ['status/documented'],
    maxRequests: 600,
    ...failing('updateInventory', 500, ({ request }) => request.body?.includes('NaN') === true),
  },
  'parses messages with YAML': {
    breaks: 'messages.answers-400',
    seenAt: 'write',
    caughtBy: ['messages/rejects/malformed-json'],
    maxRequests: 600,
    readMessage: (usual) => (call) => {
      const text = call.request.body ?? '';
      const isYaml = readJson(text) === undefined && /^\{\W*message\W*:.*\}$/s.test(text);
      return isYaml ? text.slice(text.indexOf(':') + 1, -1) : usual(call);
    },
  },
  'cannot store a NUL in a message': {
    breaks: 'messages.answers-with-message',
    seenAt: 'write',
    caughtBy: ['status/documented'],
    maxRequests: 600,
    ...failing('sendMessage', 500, ({ request }) => request.body?.includes('\\u0000') === true),
  },
  'drops control characters from a message': {
    breaks: 'message-body.message',
    seenAt: 'write',
    caughtBy: ['messages/echo'],
    maxRequests: 600,
    ...bodyOf('sendMessage', (message) => {
      const given = message as JsonObject;
      const text = [...String(given.message)].filter((each) => each >= ' ' || '\t\r\n'.includes(each));
      return { ...given, message: text.join('') };
    }),
  },
  'takes the status from the body of an update': {
    ...record,
    caughtBy: ['update/keeps-status'],
    setQuantity: (usual) => (call, pet, quantity) => {
      usual(call, pet, quantity);
      const { status } = jsonOf(call) ?? {};
      if (typeof status === 'string') pet.status = status;
    },
  },
  'updates the pet that the body names': {
    ...record,
    breaks: 'update.updates-one-pet',
    caughtBy: ['update/accepted-means-stored'],
    updateInventory: (usual) => (call) => {
      const { petId } = jsonOf(call) ?? {};
      return usual(petId === undefined ? call : { ...call, pathId: String(petId) });
    },
  },
  'fails at the id in the body of an update': {
    ...record,
    breaks: 'update.answers-400',
    caughtBy: ['status/documented'],
    ...failing('updateInventory', 500, (call) => jsonOf(call)?.petId !== undefined),
  },
};

/** Responds to an equal body within a minute as before, without doing it again. */
const asBefore = (
  operation: 'updateInventory' | 'sendMessage',
  keyOf: (request: ServiceRequest) => string,
): Changes => ({
  [operation]: (usual: (call: Parameters<typeof petOf>[0]) => ReturnType<typeof reply>) => {
    const known = new Map<string, { atMs: number; reply: ReturnType<typeof reply> }>();
    return (call: Parameters<typeof petOf>[0]) => {
      const before = known.get(keyOf(call.request));
      if (before !== undefined && call.nowMs - before.atMs < 60_000) return before.reply;
      const given = usual(call);
      if (given.status === 200) known.set(keyOf(call.request), { atMs: call.nowMs, reply: given });
      return given;
    };
  },
});

const again = { breaks: 'update.sets-quantity', seenAt: 'write', maxRequests: 600 } as const;

const repetitionFaults: Readonly<Record<string, Fault>> = {
  'carries out an update once a minute': {
    ...again,
    caughtBy: ['update/stored', 'update/accepted-means-stored'],
    ...asBefore('updateInventory', ({ url, body: text }) => `${url} ${text}`),
  },
  'takes the same body for the same update': {
    ...again,
    caughtBy: ['update/answer'],
    ...asBefore('updateInventory', ({ body: text }) => String(text)),
  },
  'sends the same text once': {
    breaks: 'message-body.id',
    seenAt: 'write',
    caughtBy: ['messages/unique-ids'],
    maxRequests: 600,
    ...asBefore('sendMessage', ({ body: text }) => String(text)),
  },
};

const list = { breaks: 'inventory.lists-every-pet', seenAt: 'read', caughtBy: ['inventory/complete'] } as const;
const many: Pet[] = availablePets(...Array.from({ length: 57 }, (_, index) => BigInt(index + 1)));
const firstOf = (most: number): Changes =>
  bodyOf('listInventory', (items) => (items as readonly JsonObject[]).slice(0, most));
const withHeader = (name: string, value: string, most: number): Changes => ({
  ...firstOf(most),
  ...successesOf('listInventory', (response) => ({ ...response, headers: [...response.headers, [name, value]] })),
});

const pageFaults: Readonly<Record<string, Fault>> = {
  'lists a first page, and links to the next': {
    ...list,
    traits: { stock: many },
    ...withHeader('Link', '</v1/inventory?page=2>; rel="next"', 30),
  },
  'lists a first page, and counts all pets': {
    ...list,
    traits: { stock: many },
    ...withHeader('X-Total-Count', '57', 50),
  },
  'lists a first range': {
    ...list,
    traits: { stock: many },
    ...withHeader('Content-Range', 'items 0-6/57', 7),
  },
  'lists the first twenty pets': {
    ...list,
    seenAt: 'write',
    caughtBy: ['update/unknown-pet'],
    traits: { stock: many },
    maxRequests: 600,
    ...firstOf(20),
  },
  'lists no pet of which none is left': {
    ...list,
    seenAt: 'write',
    caughtBy: ['update/accepted-means-stored', 'update/only-this-pet'],
    maxRequests: 600,
    ...bodyOf('listInventory', (items) => (items as readonly JsonObject[]).filter(({ quantity }) => quantity !== 0n)),
  },
  'finds only the first hundred pets': {
    breaks: 'update.pet-id-parameter',
    seenAt: 'write',
    caughtBy: ['update/answer', 'update/accepted-means-stored'],
    maxRequests: 600,
    traits: { stock: availablePets(...Array.from({ length: 240 }, (_, index) => BigInt(index + 1))) },
    ...failing('updateInventory', 404, (call) => call.state.pets.indexOf(petOf(call) as Pet) >= 100),
  },
};

export const mistakeFaults: Readonly<Record<string, Fault>> = {
  ...keyFaults,
  ...bodyFaults,
  ...repetitionFaults,
  ...pageFaults,
};
