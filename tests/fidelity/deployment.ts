import { type Call, isPetId, petOf, type Reply } from '../faulty-services/call.js';
import { type Changes, makeService } from '../faulty-services/conformant-service.js';
import type { Json } from '../faulty-services/json-text.js';
import { openWindows, takeOne } from '../faulty-services/limit-windows.js';
import { type Headers, headerIn, type Service } from '../faulty-services/service.js';
import { countRequests } from './count-requests.js';
import { type BodyProblem, readBody } from './read-body.js';
import { plainTraits, type Situation, type Traits } from './traits.js';

/** Creates a whole deployment that keeps every promise, and answers what the document leaves open in its own way. */
export function makeDeployment(traits: Traits = plainTraits): Service {
  return makeService(changesOf(traits), { quota: traits.quota, pets: traits.stock });
}

function changesOf(traits: Traits): Changes {
  const counted = countRequests(traits);
  const strangers = openWindows({ perMinute: 60, perDay: 1_000 });
  const isUnlimited = ({ operation }: Call) => operation === 'sendMessage' && !traits.areMessagesLimited;
  return {
    charge: (usual) => (call) =>
      isUnlimited(call) ? { ...usual(call), isExceeded: false } : counted.charge(call.nowMs),
    limitsOfStrangers: (usual) => (call) => {
      return traits.strangers === 'are counted' ? takeOne(strangers, call.nowMs) : usual(call);
    },
    limitHeaders: (usual) => (call, limits) => {
      if (isUnlimited(call)) return [];
      return usual(call, call.seams.isKeyGood(call) ? { ...limits, ...counted.state(call.nowMs) } : limits);
    },
    refuseStranger: () => (call) => {
      const credentials = headerIn(call.request.headers, 'authorization');
      const isBare = credentials === undefined;
      const situation = isBare ? 'key missing' : /^bearer /i.test(credentials) ? 'key wrong' : 'key not bearer';
      const challenge = traits.challenge[isBare ? 'missing' : 'wrong'];
      const headers: Headers = challenge === undefined ? [] : [['WWW-Authenticate', challenge]];
      return refuse(traits, call, situation, 401, headers);
    },
    refuseLimited: () => (call) => {
      const resetMs = counted.retryAtMs();
      const seconds = Math.max(1, Math.ceil((resetMs - call.nowMs) / 1_000));
      const date = new Date(Math.ceil(resetMs / 1_000) * 1_000).toUTCString();
      const value = traits.retryAfter === 'seconds' ? String(seconds) : date;
      return refuse(traits, call, 'too many requests', 429, [['Retry-After', value]]);
    },
    operate: () => (call) => {
      const reply = operate(traits, call);
      if (traits.refusedAreFree && (reply.status === 400 || reply.status === 404) && !isUnlimited(call))
        counted.giveBack();
      return reply;
    },
    item: (usual) => (pet) => ({ ...(usual(pet) as { [field: string]: Json }), ...traits.itemFields }),
    finish: () => (call, response) => {
      // No cache may keep a 429 (RFC 6585).
      const cached = response.status === 429 ? 'no-store' : traits.cacheControl;
      const caching: Headers = cached === undefined ? [] : [['Cache-Control', cached]];
      return { ...response, headers: [...response.headers, ...caching, ...traits.headers(call.state.requests)] };
    },
  };
}

function operate(traits: Traits, call: Call): Reply {
  const { method, headers } = call.request;
  const forced = traits.obeysPrefer ? /^code=404$/.exec(headerIn(headers, 'prefer') ?? '') : null;
  if (forced) return refuse(traits, call, 'path unknown', 404);
  const taken = methodsOf(call.path);
  if (taken === undefined) return refuse(traits, call, 'path unknown', 404);
  const refuseMethod = (status: number) =>
    refuse(traits, call, 'method unknown', status, status === 405 ? [['Allow', allow(traits, taken)]] : []);
  if (method === 'OPTIONS') {
    const { options } = traits;
    if (options === 404) return refuse(traits, call, 'path unknown', 404);
    if (options === 405) return refuseMethod(405);
    return { status: options, body: undefined, headers: [['Allow', allow(traits, taken)]] };
  }
  if (method === 'HEAD' && taken === 'GET' && traits.head !== 'as GET') {
    return traits.head === 404 ? refuse(traits, call, 'path unknown', 404) : refuseMethod(405);
  }
  if (call.operation !== undefined) return carryOut(traits, call);
  if (traits.unknownMethod === 404) return refuse(traits, call, 'path unknown', 404);
  return refuseMethod(traits.unknownMethod);
}

/** The method that a path takes; undefined where no operation has it. */
function methodsOf(path: string): string | undefined {
  if (/^\/(?:inventory|store\/orders|pets\/[^/]+)$/.test(path)) return 'GET';
  if (/^\/inventory\/[^/]+$/.test(path)) return 'PATCH';
  return path === '/messages' ? 'POST' : undefined;
}

function allow({ head, options }: Traits, method: string): string {
  const more = [...(method === 'GET' && head === 'as GET' ? ['HEAD'] : []), ...(options < 300 ? ['OPTIONS'] : [])];
  return [method, ...more].join(', ');
}

function carryOut(traits: Traits, call: Call): Reply {
  switch (call.operation) {
    case 'listInventory':
      return { status: 200, body: inOrder(traits, call), headers: [] };
    case 'listOrders':
      return { status: 200, body: traits.orders, headers: [] };
    case 'showPet':
      return showPet(traits, call);
    case 'updateInventory':
      return updateInventory(traits, call);
    default:
      return sendMessage(traits, call);
  }
}

function inOrder({ order }: Traits, { state, seams }: Call): Json {
  const pets = [...state.pets];
  const sign = order === 'descending' ? -1 : 1;
  if (order === 'ascending' || order === 'descending') {
    pets.sort((a, b) => (BigInt(a.petId) < BigInt(b.petId) ? -sign : sign));
  } else if (order === 'as stored') {
    // Sorted by the last digit: neither up nor down.
    pets.sort((a, b) => a.petId.slice(-1).localeCompare(b.petId.slice(-1)));
  } else {
    const start = state.requests % Math.max(1, pets.length);
    pets.push(...pets.splice(0, start));
  }
  return pets.map(seams.item);
}

function showPet(traits: Traits, call: Call): Reply {
  const reply = findPet(traits, call);
  return { ...reply, headers: [...reply.headers, ...traits.deprecation] };
}

function findPet(traits: Traits, call: Call): Reply {
  if (!isPetId(call.pathId ?? '')) return refuse(traits, call, 'id malformed', traits.malformedId);
  const pet = petOf(call);
  if (pet === undefined) return refuse(traits, call, 'pet unknown', 404);
  return { status: 200, body: traits.pet(pet), headers: [] };
}

function updateInventory(traits: Traits, call: Call): Reply {
  if (!isPetId(call.pathId ?? '')) return refuse(traits, call, 'id malformed', traits.malformedId);
  const quantity = readQuantity(traits, call);
  if (typeof quantity !== 'bigint') return refuse(traits, call, quantity.situation, quantity.status);
  const pet = petOf(call);
  if (pet === undefined) return refuse(traits, call, 'pet unknown', 404);
  call.seams.setQuantity(call, pet, String(quantity));
  return { status: 200, body: call.seams.item(pet), headers: [] };
}

function readQuantity(traits: Traits, call: Call): bigint | BodyProblem {
  const body = readBody(traits, call, traits.wrongType);
  if ('situation' in body) return body;
  const { quantity, ...others } = body.members;
  if (quantity === undefined) return { situation: 'field missing', status: 400 };
  if (quantity.kind !== 'integer') return { situation: 'field wrong', status: 400 };
  if (Object.keys(others).length > 0 && traits.unknownFields === 'refused')
    return { situation: 'field unknown', status: 400 };
  const [least, most] = traits.quantities;
  const isInRange = quantity.value >= least && quantity.value <= most;
  return isInRange ? quantity.value : { situation: 'field out of range', status: 400 };
}

function sendMessage(traits: Traits, call: Call): Reply {
  const text = readMessage(traits, call);
  if (typeof text !== 'string') return refuse(traits, call, text.situation, text.status);
  const id = traits.messageId(++call.state.messages, call.nowMs);
  const body = { id, message: text, status: 'queued', createdAt: traits.createdAt(call.nowMs) };
  return { status: traits.messageStatus, body, headers: [] };
}

function readMessage(traits: Traits, call: Call): string | BodyProblem {
  const body = readBody(traits, call, 400);
  if ('situation' in body) return body;
  const { message, ...others } = body.members;
  if (message === undefined) return { situation: 'field missing', status: 400 };
  const isTaken = message.kind === 'text' || traits.otherMessages === 'taken as text';
  if (!isTaken) return { situation: 'field wrong', status: 400 };
  if (Object.keys(others).length > 0 && traits.unknownFields === 'refused')
    return { situation: 'field unknown', status: 400 };
  return message.kind === 'text' ? message.value : message.json;
}

function refuse(traits: Traits, call: Call, situation: Situation, status: number, headers: Headers = []): Reply {
  const told = { petId: call.pathId ?? '', count: call.state.requests, operation: call.operation };
  return { status, body: { ...traits.error(situation, status, told), status }, headers };
}
