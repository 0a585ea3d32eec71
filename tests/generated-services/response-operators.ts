import { type ServiceResponse, withHeader } from '../conformant-service/service.js';
import type { Call, Changes } from '../conformant-service/steps.js';
import { asHtml, asText } from '../faulty-services/changes.js';
import { type Gate, opener } from './gates.js';
import { headersOf, headerVariants } from './header-operators.js';
import {
  hasPet,
  isOutcome,
  nameOf,
  type Operator,
  type Outcome,
  objectsAs,
  outcomes,
  type Place,
  repliesAs,
  responsesAs,
  type Variant,
} from './mutation.js';

// Operators on whole responses: their bodies, content types, headers and statuses.

type Edit = (response: ServiceResponse, call: Call) => ServiceResponse;
type Edits = Readonly<Record<string, Edit>>;

const textAs =
  (change: (text: string) => string): Edit =>
  (response) => ({ ...response, body: change(response.body) });

const bytesAs =
  (encode: (text: string) => Uint8Array): Edit =>
  (response) => ({ ...response, bytes: encode(response.body) });

const typeAs =
  (type: string): Edit =>
  (response) =>
    withHeader(response, 'Content-Type', type);

const bodyEdits: Readonly<Record<string, Edits>> = {
  drop: { 'the body': textAs(() => '') },
  wrap: {
    'the body in data': textAs((text) => `{"data":${text}}`),
    'the body in a list': textAs((text) => `[${text}]`),
    'the body in a call': textAs((text) => `callback(${text});`),
    'the body in a string': textAs((text) => JSON.stringify(text)),
  },
  truncate: {
    'the last character of the body': textAs((text) => text.slice(0, -1)),
    'the body to a half': textAs((text) => text.slice(0, text.length >> 1)),
    'the body to a brace': textAs((text) => text.slice(0, 1)),
  },
  retype: {
    'the body to null': textAs(() => 'null'),
    'the body to an empty object': textAs(() => '{}'),
    'the body to a text': textAs(() => '"OK"'),
    'the body to words': (response) => asText(response, 'text/plain', 'OK'),
    'the body to HTML': asHtml,
  },
  're-encode': {
    'the body with a byte order mark': textAs((text) => `\uFEFF${text}`),
    'the body as UTF-16': bytesAs((text) => Buffer.from(text, 'utf16le')),
    'the body as Latin-1': bytesAs((text) => Buffer.from(text, 'latin1')),
    'the body with single quotes': textAs((text) => text.replaceAll('"', "'")),
    'the body with a trailing comma': textAs((text) => `${text.slice(0, -1)},${text.slice(-1)}`),
    'the body behind a guard': textAs((text) => `)]}',\n${text}`),
    'the body as a form': textAs((text) => new URLSearchParams({ data: text }).toString()),
  },
  doubled: { 'the body': textAs((text) => `${text}${text}`) },
};

const typeEdits: Readonly<Record<string, Edits>> = {
  drop: { 'the content type': (response) => withHeader(response, 'Content-Type') },
  truncate: { 'the content type': typeAs('application/jso'), 'the content type to half': typeAs('application') },
  'wrong value': {
    'text/html': typeAs('text/html'),
    'text/plain': typeAs('text/plain; charset=utf-8'),
    'text/json': typeAs('text/json'),
    'application/problem+json': typeAs('application/problem+json'),
    'application/octet-stream': typeAs('application/octet-stream'),
    'application/javascript': typeAs('application/javascript'),
  },
  're-encode': { 'declared as UTF-16': typeAs('application/json; charset=utf-16le') },
};

const statusesInstead: Readonly<Record<Outcome['status'], readonly number[]>> = {
  200: [204, 302, 400, 401, 404, 429, 500, 503],
  400: [200, 401, 404, 409, 422, 500],
  401: [200, 400, 403, 404, 302, 500],
  404: [200, 400, 403, 410, 500],
  429: [200, 400, 403, 420, 500, 503],
};

/** The status alone, and the status with the Error that belongs to it. */
function otherStatuses(outcome: Outcome): Variant[] {
  return statusesInstead[outcome.status].flatMap((status): Variant[] => {
    const alone: Variant = {
      name: `${status}`,
      changes: (gate) =>
        responsesAs(outcome, gate, (response) => ({ ...response, status, body: status === 204 ? '' : response.body })),
    };
    if (status < 400) return [alone];
    const whole = (gate: Gate): Changes =>
      repliesAs(outcome, gate, (reply, call) => ({ ...call.steps.error(call, status), headers: reply.headers }));
    return [alone, { name: `${status} with its Error`, changes: whole }];
  });
}

function staleBody(outcome: Outcome, which: 'first' | 'last') {
  return (gate: Gate): Changes => ({
    finish: (usual) => {
      const isOpen = opener(gate);
      let kept: string | undefined;
      return (call, response) => {
        const given = usual(call, response);
        if (!isOutcome(outcome, call, given.status)) return given;
        const old = kept;
        if (which === 'last' || kept === undefined) kept = given.body;
        return isOpen(call) && old !== undefined ? { ...given, body: old } : given;
      };
    },
  });
}

function bodyVariants(outcome: Outcome, edits: Edits = {}): Variant[] {
  const simple = Object.entries(edits).map(
    ([name, edit]): Variant => ({ name, changes: (gate) => responsesAs(outcome, gate, edit) }),
  );
  return simple;
}

function staleBodies(outcome: Outcome): Variant[] {
  return (['first', 'last'] as const).map((which) => ({
    name: `of the ${which} one`,
    changes: staleBody(outcome, which),
  }));
}

/** Lists that lack items or have them twice; the gate chooses the pets. */
const listVariants: Readonly<Record<string, Variant[]>> = {
  drop: [{ name: 'items', changes: (gate) => objectsAs(listed, gate, () => undefined) }],
  doubled: [
    {
      name: 'the last item',
      changes: (gate) =>
        responsesAs(listed, gate, (response) => ({
          ...response,
          body: response.body.replace(/,?(\{[^{}]*\})\]$/, ',$1,$1]').replace('[,', '['),
        })),
    },
  ],
};
const listed: Outcome = { operation: 'listInventory', status: 200 };

const names = [
  'drop',
  'rename',
  'retype',
  'wrap',
  'truncate',
  're-encode',
  'wrong value',
  'doubled',
  'stale',
  'wrong unit',
];

function placesOf(operator: string): Place[] {
  return outcomes.flatMap((outcome) => {
    const place = (part: string, variants: readonly Variant[], withPet = hasPet(outcome)): Place => ({
      name: `${nameOf(outcome)} ${part}`,
      hasPet: withPet,
      variants,
    });
    const isList = nameOf(outcome) === 'listInventory 200';
    return [
      place('body', [
        ...bodyVariants(outcome, bodyEdits[operator]),
        ...(operator === 'stale' ? staleBodies(outcome) : []),
      ]),
      place('Content-Type', bodyVariants(outcome, typeEdits[operator])),
      ...headersOf(outcome).map((header) => place(header, headerVariants(outcome, header, operator))),
      ...(isList ? [place('list', listVariants[operator] ?? [], true)] : []),
    ].filter(({ variants }) => variants.length > 0);
  });
}

/** Operators on responses by name. */
export const responseOperators: readonly Operator[] = [
  ...names.map((name) => ({ name, places: placesOf(name) })),
  {
    name: 'other status',
    places: outcomes.map((outcome) => ({
      name: `${nameOf(outcome)} status`,
      hasPet: hasPet(outcome),
      variants: otherStatuses(outcome),
    })),
  },
];
