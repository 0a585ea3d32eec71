import { isDescribedElsewhere, isNeverImitated } from '../../src/fidelity/profile/not-imitated.js';
import type { LearnedHeader, LearnedResponses, Profile } from '../../src/fidelity/profile/profile.js';
import type { Operation, Service } from '../../src/service/service.js';
import { prepareRenewal, type RenewValue } from './draws.js';
import { errorFields, extraFields, nearestResponses } from './extra-fields.js';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i;

/** How the responses of one place look, apart from the behaviour. */
export interface Look<Headers = readonly { readonly name: string; readonly renew: RenewValue }[]> {
  /** JSON text to append to an error's documented fields. */
  readonly errorFields: string;
  /** The body of an error; only unknown paths and methods can have another one than an Error. */
  readonly errorBody: 'error' | 'text' | 'nothing';
  readonly contentType: string;
  readonly headers: Headers;
  /** The median length of the operation, or of the one that was measured most often, in whole milliseconds. */
  readonly delayMs: number;
}

/** Prepares a deployment to be imitated by any number of worlds. */
export function openDeployment(profile: Profile) {
  const { responses, latency } = profile;
  const [mostMeasured] = Object.values(latency).sort((a, b) => b.count - a.count);
  // There are few places, and each is prepared at its first response.
  const looks = new Map<string, Look>();
  const fields = new WeakMap<Operation, string>();
  /** `operation` is an id, or `other` for unknown paths and methods. */
  const prepareLook = (operation: string, status: number): Look => {
    const learned = responses[`${operation} ${status}`];
    const { headers = [] } = nearestResponses(responses, operation, status) ?? {};
    const json = nearestResponses(responses, operation, status, ({ body }) => body.kind === 'json');
    const errorBody = operation === 'other' ? errorBodyOf(learned) : 'error';
    const { median = 0 } = latency[operation] ?? mostMeasured ?? {};
    return {
      errorFields: status < 400 ? '' : errorFields(responses, operation, status),
      errorBody,
      contentType: errorBody === 'text' ? (contentTypeOf(learned) ?? 'text/plain; charset=utf-8') : jsonTypeOf(json),
      headers: headers
        .filter(({ name }) => isImitated(name.toLowerCase()))
        .map((header) => ({ name: header.name, renew: renewalOf(header) })),
      delayMs: Math.round(median),
    };
  };
  return {
    profile,
    /** Returns the fields that it adds to successes of an operation, as JSON text. */
    extraFields(service: Service, operation: Operation): string {
      const known = fields.get(operation) ?? extraFields(service, responses, operation);
      fields.set(operation, known);
      return known;
    },
    lookOf(operation: string, status: number): Look {
      const place = `${operation} ${status}`;
      const look = looks.get(place) ?? prepareLook(operation, status);
      looks.set(place, look);
      return look;
    },
  };
}

/** A deployment, prepared to be imitated. */
export type Deployment = ReturnType<typeof openDeployment>;

function renewalOf(header: LearnedHeader): RenewValue {
  return header.kind === 'constant' ? () => header.value : prepareRenewal(header);
}

function errorBodyOf(responses: LearnedResponses | undefined): Look['errorBody'] {
  const kind = responses?.body.kind;
  if (kind === 'other') return 'text';
  return kind === 'none' ? 'nothing' : 'error';
}

/** The fake sets some headers itself, whatever a profile says. */
function isImitated(name: string): boolean {
  return !isDescribedElsewhere(name) && !isNeverImitated(name) && name !== 'content-type';
}

function jsonTypeOf(responses: LearnedResponses | undefined): string {
  const type = contentTypeOf(responses) ?? '';
  return JSON_TYPE.test(type) ? type : 'application/json';
}

function contentTypeOf(responses: LearnedResponses | undefined): string | undefined {
  return responses?.headers.find(({ name, kind }) => name.toLowerCase() === 'content-type' && kind === 'constant')
    ?.value;
}
