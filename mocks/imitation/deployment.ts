import type { LearnedHeader, LearnedResponses, Place, Profile } from '../../src/fidelity/profile/profile.js';
import type { OperationId } from '../../src/spec/operations.js';
import { prepareRenewal, type RenewValue } from './draws.js';
import { errorFields, extraFields } from './extra-fields.js';
import { createHeaderLookup } from './learned-headers.js';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i;

/** How the responses of one place look, apart from the behaviour. */
export interface Look {
  /** JSON text to append to the document's fields. */
  readonly fields: string;
  /** The body of an error; only unknown paths and methods can have another one than an Error. */
  readonly errorBody: 'error' | 'text' | 'nothing';
  readonly contentType: string;
  readonly headers: readonly { readonly name: string; readonly renew: RenewValue }[];
}

/** Prepares a deployment to be imitated by any number of worlds. */
export function openDeployment(profile: Profile) {
  const headersOf = createHeaderLookup(profile);
  const [mostMeasured] = Object.values(profile.latency).sort((a, b) => b.count - a.count);
  // There are few places, and each is prepared at its first response.
  const looks = new Map<Place, Look>();
  return {
    profile,
    /** Returns the median length of an operation, or of the one that was measured most often, in whole milliseconds. */
    latencyOf(operation: OperationId | 'other'): number {
      const { median = 0 } = profile.latency[operation] ?? mostMeasured ?? {};
      return Math.round(median);
    },
    lookOf(operation: OperationId | 'other', status: number): Look {
      const place: Place = `${operation} ${status}`;
      const known = looks.get(place);
      if (known !== undefined) return known;
      const { headers, contentType } = headersOf(place);
      const errorBody = operation === 'other' ? errorBodyOf(profile.responses[place]) : 'error';
      const look: Look = {
        fields: (status < 400 ? extraFields : errorFields)(profile.responses, operation, status),
        errorBody,
        contentType: errorBody === 'text' ? (contentType ?? 'text/plain; charset=utf-8') : jsonType(contentType),
        headers: headers.map((header) => ({ name: header.name, renew: renewalOf(header) })),
      };
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
