import { BASE_PATH, type Call, type Pet, place, type Reply, type Seams } from './call.js';
import { jsonText } from './json-text.js';
import { type LimitState, openWindows, type PlanQuota } from './limit-windows.js';
import type { Headers, Service, ServiceAnswer } from './service.js';
import { usualSeams } from './usual-seams.js';

// Written from the document alone. It shares no code with the fake, nor with what judges it: two mistakes that agree would hide each other.

export type Changes = { readonly [Name in keyof Seams]?: (usual: Seams[Name]) => Seams[Name] };

export interface Setting {
  readonly pets?: readonly Pet[];
  readonly quota?: PlanQuota;
  readonly messagesBasePath?: string;
  readonly answerMs?: number;
}

const somePets: readonly Pet[] = [
  { petId: '1', quantity: '7', status: 'available' },
  { petId: '2', quantity: '0', status: 'sold' },
  { petId: '17', quantity: '3', status: 'pending' },
  { petId: '404', quantity: '12', status: 'available' },
  { petId: '9007199254740993', quantity: '5', status: 'available' },
];

/** Creates a service that keeps every promise, but for the steps that are changed. */
export function makeService(changes: Changes = {}, setting: Setting = {}): Service {
  const { pets = somePets, quota = { perMinute: 60, perDay: 1_000 }, messagesBasePath = BASE_PATH } = setting;
  const seams = changed(usualSeams, changes);
  const state = { pets: pets.map((pet) => ({ ...pet })), windows: openWindows(quota), messages: 0, requests: 0 };
  return {
    messagesBasePath,
    answerMs: setting.answerMs ?? 20,
    answer: (request, nowMs) => answer({ request, nowMs, state, seams, ...place(request, messagesBasePath) }),
  };
}

function changed(usual: Seams, changes: Changes): Seams {
  const apply = <Name extends keyof Seams>(seams: Seams, name: Name): Seams => {
    const change = changes[name];
    return change === undefined ? seams : { ...seams, [name]: change(usual[name]) };
  };
  return (Object.keys(changes) as (keyof Seams)[]).reduce(apply, usual);
}

function answer(call: Call): ServiceAnswer {
  const { seams, state } = call;
  state.requests++;
  seams.beforehand(call);
  const isKnown = seams.isKeyGood(call);
  const limits = isKnown ? seams.charge(call) : seams.limitsOfStrangers(call);
  const { status, body, headers } = replyTo(call, isKnown, limits);
  const written: Headers = [
    ['Date', new Date(call.nowMs).toUTCString()],
    ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ...seams.limitHeaders(call, limits),
    ...headers,
  ];
  const text = body === undefined ? '' : jsonText(body);
  return withoutBodyOfHead(call, seams.finish(call, { status, headers: written, body: text }));
}

function replyTo(call: Call, isKnown: boolean, limits: LimitState): Reply {
  if (!isKnown) return call.seams.refuseStranger(call, limits);
  if (limits.isExceeded) return call.seams.refuseLimited(call, limits);
  return call.seams.operate(call);
}

function withoutBodyOfHead({ request }: Call, answered: ServiceAnswer): ServiceAnswer {
  return request.method === 'HEAD' ? { ...answered, body: '' } : answered;
}
