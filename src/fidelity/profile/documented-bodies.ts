import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.js';
import type { Operation, Service } from '../../service/service.js';
import type { KnownWords } from './infer-shape.js';
import { operationAt, type Place, statusAt } from './profile.js';

/** Returns the fields that the document names in the bodies of a place, as paths: rules judge these. */
export function documentedFields(service: Service, place: Place): string[] {
  const body = statusAt(place) >= 400 ? named(service, 'Error') : successBody(service, operationAt(place));
  return [...Object.keys(fieldsOf(body)), ...Object.keys(fieldsOf(body?.items)).map((name) => `items/${name}`)].map(
    (path) => `/${path}`,
  );
}

/** Returns the closed sets of texts in an operation's responses by field, with those of its successor. */
export function documentedWords(service: Service, operation: string): KnownWords {
  const { successor } = service.operations[operation] ?? {};
  const bodies = [operation, ...(successor === undefined ? [] : [successor])].map((id) => successBody(service, id));
  const fields = bodies.flatMap((body) => [
    ...Object.entries(fieldsOf(body)),
    ...Object.entries(fieldsOf(body?.items)),
  ]);
  return Object.fromEntries(
    fields.flatMap(([name, field]) =>
      isJsonObject(field) && Array.isArray(field.enum) ? [[name, field.enum.map(String)] as const] : [],
    ),
  );
}

/** Returns the first operation that the document says returns a list: most requests of a run depend on it. */
export function listOperation(service: Service): Operation | undefined {
  return Object.values(service.operations).find(
    ({ id, isWrite }) => !isWrite && successBody(service, id)?.type === 'array',
  );
}

/** Returns whether the successful responses of an operation may be lists, as far as the document says. */
export function mayReturnList(service: Service, operation: string): boolean {
  const type = successBody(service, operation)?.type;
  return Object.hasOwn(service.operations, operation) && (typeof type !== 'string' || type === 'array');
}

/** Whatever its status, a successful response has the body that is described. */
export function successBody(service: Service, operation: string): JsonObject | undefined {
  const responses = Object.entries(service.operations[operation]?.responses ?? {});
  const [, success] = responses.find(([status]) => Number(status) < 300) ?? [];
  return named(service, success?.schema);
}

function named({ schemas }: Service, name = ''): JsonObject | undefined {
  return schemas[name] as JsonObject | undefined;
}

function fieldsOf(schema: JsonValue | undefined): JsonObject {
  const fields = isJsonObject(schema) ? schema.properties : undefined;
  return isJsonObject(fields) ? fields : {};
}
