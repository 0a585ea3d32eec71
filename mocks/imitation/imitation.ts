import { successBody } from '../../src/fidelity/profile/documented-bodies.js';
import { isHeaderLeftOut, isNeverImitated } from '../../src/fidelity/profile/not-imitated.js';
import { parseProfile } from '../../src/fidelity/profile/parse-profile.js';
import type { LearnedResponses, Profile, Shape } from '../../src/fidelity/profile/profile.js';
import { generateSamples } from '../../src/fidelity/profile/sample-values.js';
import { InputError } from '../../src/json/input-error.js';
import { type JsonObject, writeJson } from '../../src/json/json.js';
import { sharedSchemas } from '../../src/service/schemas.js';
import type { Operation, Service } from '../../src/service/service.js';
import { writePlainJson } from '../write-plain-json.js';
import { drawsAt, prepareRenewal, type RenewValue } from './draws.js';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i;

interface Look<Headers = readonly { readonly name: string; readonly renew: RenewValue }[]> {
  /** The body of an error; only unknown paths and methods can have another one than an Error. */
  readonly errorBody: 'error' | 'text' | 'nothing';
  readonly contentType: string;
  readonly headers: Headers;
  /** Nothing is said of caches. */
  readonly isWithoutCaching: boolean;
  /** Whether the end of a deprecated operation is announced. */
  readonly isDeprecated: boolean;
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
    const nearest = nearestResponses(responses, operation, status);
    const { headers = [] } = nearest ?? {};
    const json = nearestResponses(responses, operation, status, ({ body }) => body.kind === 'json');
    const errorBody = (operation === 'other' && errorBodies[learned?.body.kind ?? '']) || 'error';
    const { median = 0 } = latency[operation] ?? mostMeasured ?? {};
    return {
      errorBody,
      contentType: errorBody === 'text' ? (contentTypeOf(learned) ?? 'text/plain; charset=utf-8') : jsonTypeOf(json),
      headers: headers
        .filter(({ name }) => isImitated(name.toLowerCase()))
        .map((header) => ({
          name: ownSpelling[header.name.toLowerCase()] ?? header.name,
          renew: header.kind === 'constant' ? () => header.value : prepareRenewal(header),
        })),
      isWithoutCaching: nearest !== undefined && !headers.some(({ name }) => /^cache-control$/i.test(name)),
      isDeprecated:
        nearestResponses(responses, operation, status, ({ isDeprecated }) => isDeprecated !== undefined)
          ?.isDeprecated ?? true,
      delayMs: Math.round(median),
    };
  };
  return {
    profile,
    aheadMs: (profile.clockAheadSeconds ?? 0) * 1_000,
    errorFields: (operation: string, status: number, situation?: string) =>
      errorFields(responses, operation, status, situation),
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

export type Deployment = ReturnType<typeof openDeployment>;

const errorBodies: Readonly<Record<string, Look['errorBody']>> = { other: 'text', none: 'nothing' };

/** Headers that the fake sends by itself, in lower case: each is sent once. */
const ownSpelling: Readonly<Record<string, string>> = { 'cache-control': 'Cache-Control', vary: 'Vary' };

function isImitated(name: string): boolean {
  return !isHeaderLeftOut(name) && !isNeverImitated(name) && name !== 'content-type';
}

function jsonTypeOf(responses: LearnedResponses | undefined): string {
  const type = contentTypeOf(responses) ?? '';
  return JSON_TYPE.test(type) ? type : 'application/json';
}

function contentTypeOf(responses: LearnedResponses | undefined): string | undefined {
  return responses?.headers.find(({ name, kind }) => name.toLowerCase() === 'content-type' && kind === 'constant')
    ?.value;
}

/** Returns the deployment of the option `profile`, if any. Throws an InputError for an invalid profile. */
export function deploymentOf(profile: object | undefined): Deployment | undefined {
  if (profile === undefined) return undefined;
  const text = writePlainJson('Reading the profile of the option', profile);
  return openDeployment(parseProfile(text, 'of the option'));
}

/** What one response takes over from a deployment; headers beyond the document's. */
export type ImitatedResponse = Look<Readonly<Record<string, string>>>;

export interface ImitationState {
  readonly responded: number;
}

/** Starts to imitate a deployment; the same seed gives the same draws. Throws an InputError if `latency` is set without a profile. */
export function openImitation(
  deployment: Deployment | undefined,
  { latency = false, seed = 1 }: { readonly latency?: boolean | undefined; readonly seed?: number | undefined },
) {
  if (deployment !== undefined) return imitate(deployment, latency, seed);
  if (!latency) return undefined;
  const remedy =
    "Add a profile: { profile: JSON.parse(readFileSync('petstore-profile.json', 'utf8')), latency: true }.";
  throw new InputError('Opening the fake', 'the option latency needs a profile', remedy);
}

function imitate(deployment: Deployment, hasLatency: boolean, seed: number) {
  let responded = 0;
  return {
    deployment,
    /** Whether responses are as slow as the deployment's. */
    hasLatency,
    /** Returns what the next response takes over. What changes from response to response is drawn, with the same draws after a restart. */
    next(operation: string, status: number, nowMs: number): ImitatedResponse {
      const turn = responded++;
      const look = deployment.lookOf(operation, status);
      const headers = look.headers.map(({ name, renew }, row) => [name, renew(drawsAt(seed, turn, row), nowMs)]);
      return { ...look, headers: Object.fromEntries(headers), delayMs: hasLatency ? look.delayMs : 0 };
    },
    state: (): ImitationState => ({ responded }),
    /** Continues from a state; without one, from the start. */
    restore(state: ImitationState = { responded: 0 }): void {
      responded = state.responded;
    },
  };
}

export type Imitation = ReturnType<typeof imitate>;

type Responses = Profile['responses'];

/** Returns the fields that a deployment adds to an operation's successes, or to each item: `,"traceId":"abc"`. */
export function extraFields(service: Service, responses: Responses, operation: Operation): string {
  const documented = itemSchema(service, operation);
  if (documented?.properties === undefined) return '';
  // What shows the same kind of object elsewhere is evidence, too.
  const others = Object.values(service.operations).filter((other) => itemSchema(service, other) === documented);
  const shapes = [operation, ...others].map(({ id }) => learnedItem(responses, id));
  return write(
    shapes.find((shape) => shape !== undefined),
    documented,
  );
}

function itemSchema(service: Service, { id }: Operation): Documented | undefined {
  const body = successBody(service, id) as (Documented & { readonly items?: Documented }) | undefined;
  return body?.items ?? body;
}

function learnedItem(responses: Responses, id: string): Shape | undefined {
  for (const [place, { body }] of Object.entries(responses)) {
    if (place.startsWith(`${id} 2`) && body.kind === 'json') return body.schema.items ?? body.schema;
  }
  return undefined;
}

/** Returns the fields that a deployment adds to an error in a situation, as JSON text to append. */
export function errorFields(responses: Responses, operation: string, status: number, situation = ''): string {
  const isError = ({ body }: LearnedResponses, at: number) => at >= 400 && body.kind === 'json';
  const { body, fields, situations } = nearestResponses(responses, operation, status, isError) ?? {};
  const own = (situations?.[situation] ?? fields) as JsonObject | undefined;
  if (own === undefined) return write(body?.kind === 'json' ? body.schema : undefined, sharedSchemas.Error);
  return Object.keys(own).length === 0 ? '' : `,${writeJson(own).slice(1, -1)}`;
}

interface Documented {
  readonly properties?: object;
}

function write({ properties = {} }: Partial<Shape> = {}, { properties: documented = {} }: Documented): string {
  return Object.entries(properties)
    .filter(([name]) => !Object.hasOwn(documented, name))
    .map(([name, part]) => `,${JSON.stringify(name)}:${writeJson(generateSamples(part, 1, name)[0])}`)
    .join('');
}

/** Returns what was seen at a place; if nothing was, what was seen most often with the same status, else with one of its class, else anywhere. */
function nearestResponses(
  responses: Responses,
  operation: string,
  status: number,
  isMeant: (responses: LearnedResponses, status: number) => boolean = () => true,
): LearnedResponses | undefined {
  const byCount = Object.entries(responses)
    .filter(([place, seen]) => isMeant(seen, Number(place.split(' ')[1])))
    .sort(([, one], [, other]) => other.count - one.count);
  const ofClass = new RegExp(` ${Math.floor(status / 100)}\\d\\d$`);
  const [nearest] = [new RegExp(`^${operation} ${status}$`), new RegExp(` ${status}$`), ofClass, /./].flatMap((form) =>
    byCount.filter(([place]) => form.test(place)),
  );
  return nearest?.[1];
}
