import { isDescribedElsewhere, isNeverImitated } from '../../src/fidelity/profile/not-imitated.js';
import type { LearnedHeader, LearnedResponses, Place, Profile } from '../../src/fidelity/profile/profile.js';
import type { Operation, Service } from '../../src/service/service.js';
import { prepareRenewal, type RenewValue } from './draws.js';
import { errorFields, extraFields } from './extra-fields.js';

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
  const headersOf = createHeaderLookup(profile);
  const [mostMeasured] = Object.values(latency).sort((a, b) => b.count - a.count);
  // There are few places, and each is prepared at its first response.
  const looks = new Map<string, Look>();
  const fields = new WeakMap<Operation, string>();
  /** `operation` is an id, or `other` for unknown paths and methods. */
  const prepareLook = (operation: string, status: number): Look => {
    const place = `${operation} ${status}` as Place;
    const { headers, contentType } = headersOf(place);
    const errorBody = operation === 'other' ? errorBodyOf(responses[place]) : 'error';
    const { median = 0 } = latency[operation as keyof typeof latency] ?? mostMeasured ?? {};
    return {
      errorFields: status < 400 ? '' : errorFields(responses, operation, status),
      errorBody,
      contentType: errorBody === 'text' ? (contentType ?? 'text/plain; charset=utf-8') : jsonType(contentType),
      headers: headers.map((header) => ({ name: header.name, renew: renewalOf(header) })),
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

function jsonType(contentType: string | undefined): string {
  return contentType !== undefined && JSON_TYPE.test(contentType) ? contentType : 'application/json';
}

/** What is known of a header at a place; undefined: nothing. */
type Fact = LearnedHeader | 'none' | undefined;

/**
 * Returns the headers to add to the responses of a place, except those that the fake sets itself, and its content type: those that were seen there, else those that all places have in common.
 */
export function createHeaderLookup({ responses }: Pick<Profile, 'responses'>) {
  const seen: readonly LearnedResponses[] = Object.values(responses);
  // Only places with a JSON body are evidence for the content type of another.
  const withJson = seen.filter(({ body }) => body.kind === 'json');
  const names = new Set(seen.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase())));
  return (place: Place) => {
    const isSeen = Object.hasOwn(responses, place);
    const headers = [...names].flatMap((name) => {
      // The fake sets these itself, whatever a profile says.
      if (isDescribedElsewhere(name) || isNeverImitated(name) || name === 'content-type') return [];
      const header = isSeen ? factAt(responses[place], name) : agreed(seen.map((each) => factAt(each, name)));
      return typeof header === 'object' ? [header] : [];
    });
    const type = isSeen
      ? factAt(responses[place], 'content-type')
      : agreed(withJson.map((each) => factAt(each, 'content-type')));
    return { headers, contentType: typeof type === 'object' && type.kind === 'constant' ? type.value : undefined };
  };
}

/** Returns what a place shows of a header. `name` in lower case. */
function factAt(responses: LearnedResponses | undefined, name: string): Fact {
  const header = responses?.headers.find((one) => one.name.toLowerCase() === name);
  if (header !== undefined) return header;
  const isUnknown = responses?.mayHideHeaders || responses?.headersAtTimes?.some((each) => each.toLowerCase() === name);
  return isUnknown ? undefined : 'none';
}

/** A header that changes in one place changes in all; a constant one must have the same value in all places. */
function agreed(facts: readonly Fact[]): Fact {
  const [first] = facts;
  const headers = facts.filter((fact) => typeof fact === 'object');
  if (headers.length === 0) return facts.includes(undefined) ? undefined : first;
  if (headers.length < facts.length) return undefined;
  const changing = headers.find(({ kind }) => kind !== 'constant');
  return changing ?? (headers.every(({ value }) => value === headers[0]?.value) ? headers[0] : undefined);
}
