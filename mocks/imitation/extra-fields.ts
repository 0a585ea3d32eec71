import { successBody } from '../../src/fidelity/profile/documented-bodies.js';
import type { LearnedResponses, Profile, Shape } from '../../src/fidelity/profile/profile.js';
import { sampleValues } from '../../src/fidelity/profile/sample-values.js';
import { writeJson } from '../../src/json/json.js';
import { sharedSchemas } from '../../src/service/schemas.js';
import type { Operation, Service } from '../../src/service/service.js';

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

/** Returns the documented schema of an operation's success, or of its items. */
function itemSchema(service: Service, { id }: Operation): Documented | undefined {
  const body = successBody(service, id) as (Documented & { readonly items?: Documented }) | undefined;
  return body?.items ?? body;
}

/** Returns the shape of an operation's successes, or of their items, as far as it was seen. */
function learnedItem(responses: Responses, id: string): Shape | undefined {
  for (const [place, { body }] of Object.entries(responses)) {
    if (place.startsWith(`${id} 2`) && body.kind === 'json') return body.schema.items ?? body.schema;
  }
  return undefined;
}

/** Returns the fields that a deployment adds to an error, as JSON text to append. */
export function errorFields(responses: Responses, operation: string, status: number): string {
  const isError = ({ body }: LearnedResponses, at: number) => at >= 400 && body.kind === 'json';
  const body = nearestResponses(responses, operation, status, isError)?.body;
  return write(body?.kind === 'json' ? body.schema : undefined, sharedSchemas.Error);
}

interface Documented {
  readonly properties?: object;
}

function write({ properties = {} }: Partial<Shape> = {}, { properties: documented = {} }: Documented): string {
  return Object.entries(properties)
    .filter(([name]) => !Object.hasOwn(documented, name))
    .map(([name, part]) => `,${JSON.stringify(name)}:${writeJson(sampleValues(part, 1, name)[0])}`)
    .join('');
}

/** Returns what was seen at a place; if nothing was, what was seen most often with the same status, else anywhere. */
export function nearestResponses(
  responses: Responses,
  operation: string,
  status: number,
  isMeant: (responses: LearnedResponses, status: number) => boolean = () => true,
): LearnedResponses | undefined {
  const byCount = Object.entries(responses)
    .filter(([place, seen]) => isMeant(seen, Number(place.split(' ')[1])))
    .sort(([, one], [, other]) => other.count - one.count);
  const [nearest] = [`${operation} ${status}`, ` ${status}`, ''].flatMap((end) =>
    byCount.filter(([place]) => place.endsWith(end)),
  );
  return nearest?.[1];
}
