import type { LearnedHeader, LearnedResponses, Place, Profile } from '../../src/fidelity/profile/profile.js';
import type { OperationId } from '../../src/spec/operations.js';
import { createLatencyDraw, prepareRenewal, type RenewValue } from './draws.js';
import { extraFields, type LiveFacts, liveErrorFields } from './extra-fields.js';
import { createCachingLookup, createHeaderLookup } from './learned-headers.js';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i;

/** How the answers of one place look, beyond what behaviour says. */
export interface Look {
  /** JSON texts to stand behind the document's fields; see {@link extraFields}. */
  readonly fields: readonly [string, ...string[]];
  /** Writes these of one error, where they are of its moment or its request. */
  readonly liveFields: ((facts: LiveFacts) => string) | undefined;
  /** What stands in the place of an Error: only paths and methods that are no operation's go without one. */
  readonly errorBody: 'error' | 'text' | 'nothing';
  readonly contentType: string;
  readonly constantHeaders: Readonly<Record<string, string>>;
  readonly changingHeaders: readonly { readonly name: string; readonly renew: RenewValue }[];
  /** Where something new lies: a template of the request’s `{url}` or `{path}` and of its `{id}`. */
  readonly location: string | undefined;
  /** `Cache-Control`, where it is of the place's own; undefined: what the open question says. */
  readonly cacheControl: RenewValue | 'none' | undefined;
}

/** A deployment as a profile tells of it, made ready to be imitated by any number of worlds. */
export interface Deployment {
  readonly profile: Profile;
  lookOf(operation: OperationId | 'other', status: number): Look;
  /** Returns how long an answer takes, in whole milliseconds. `chance` is a draw from 0 up to 1. */
  latencyOf(operation: OperationId | 'other', chance: number): number;
}

export function openDeployment(profile: Profile): Deployment {
  const headersOf = createHeaderLookup(profile);
  const cachingOf = createCachingLookup(profile);
  // Places are few, and each is prepared when it is first answered.
  const looks = new Map<Place, Look>();
  return {
    profile,
    latencyOf: createLatencyDraw(profile),
    lookOf(operation, status) {
      const place: Place = `${operation} ${status}`;
      const known = looks.get(place);
      if (known !== undefined) return known;
      const { headers, contentType } = headersOf(place);
      const constant = headers.filter(({ kind }) => kind === 'constant');
      const caching = cachingOf(place);
      const errorBody = operation === 'other' ? errorBodyOf(profile.responses[place]) : 'error';
      const look: Look = {
        fields: extraFields(profile.responses, operation, status),
        liveFields: liveErrorFields(profile.responses, operation, status),
        errorBody,
        contentType: errorBody === 'text' ? (contentType ?? 'text/plain; charset=utf-8') : jsonType(contentType),
        constantHeaders: Object.fromEntries(constant.map(({ name, value }) => [name, value])),
        changingHeaders: headers
          .filter(({ kind }) => kind !== 'constant')
          .map((header) => ({ name: header.name, renew: prepareRenewal(header) })),
        location: profile.responses[place]?.headers.find(({ kind }) => kind === 'template')?.value,
        cacheControl: typeof caching === 'object' ? renewalOf(caching) : caching,
      };
      looks.set(place, look);
      return look;
    },
  };
}

function renewalOf(header: LearnedHeader): RenewValue {
  return header.kind === 'constant' ? () => header.value : prepareRenewal(header);
}

function errorBodyOf(responses: LearnedResponses | undefined): Look['errorBody'] {
  switch (responses?.body.kind) {
    case 'other':
      return 'text';
    case 'none':
      return 'nothing';
    default:
      return 'error';
  }
}

function jsonType(contentType: string | undefined): string {
  return contentType !== undefined && JSON_TYPE.test(contentType) ? contentType : 'application/json';
}
