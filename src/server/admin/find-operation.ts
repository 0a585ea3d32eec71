import { type AdminOperation, type AdminOperationId, adminOperations } from '../../admin/operations.js';
import { matchTemplate, type PathTemplate, parseTemplate } from '../../spec/path-template.js';
import { AdminHttpError } from './admin-http-error.js';
import { ADMIN_PATH } from './admin-path.js';

export interface FoundOperation {
  readonly id: AdminOperationId;
  readonly operation: AdminOperation;
  /** Parameters of the path, unescaped. */
  readonly path: Readonly<Record<string, string>>;
}

/** Paths with the fewest parameters first: `/requests/count` is not a `/requests/{number}`. */
const candidates = Object.entries(adminOperations)
  .map(([id, operation]) => ({ id: id as AdminOperationId, operation, template: parseTemplate(operation.path) }))
  .sort((one, other) => one.template.parameters.length - other.template.parameters.length);

/**
 * Returns the operation of a method and a path as it was sent, `HEAD` as `GET`.
 * Throws an AdminHttpError: 404, or 405 that names the methods.
 */
export function findAdminOperation(method: string, path: string): FoundOperation {
  const matching = candidates.flatMap((candidate) => {
    const parameters = decodedParameters(candidate.template, path);
    return parameters === undefined ? [] : [{ ...candidate, parameters }];
  });
  const [closest] = matching;
  if (closest === undefined) {
    const remedy = `GET ${ADMIN_PATH}/openapi.json describes all paths.`;
    throw new AdminHttpError(404, `Nothing is served at this path. ${remedy}`);
  }
  const samePath = matching.filter(({ operation }) => operation.path === closest.operation.path);
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = samePath.find(({ operation }) => operation.method === wanted);
  if (found === undefined) throw wrongMethodError(samePath);
  return { id: found.id, operation: found.operation, path: found.parameters };
}

/** Returns undefined also where a parameter is empty or its escapes are broken. */
function decodedParameters(template: PathTemplate, path: string): Record<string, string> | undefined {
  const parameters = matchTemplate(template, path, ADMIN_PATH.length + 1);
  const isComplete = parameters !== undefined && Object.values(parameters).every((value) => value);
  return isComplete ? (parameters as Record<string, string>) : undefined;
}

function wrongMethodError(matching: typeof candidates): AdminHttpError {
  const methods = matching.map(({ operation }) => operation.method);
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  const known = matching.map(({ operation }) => lineOf(operation)).join(', ');
  return new AdminHttpError(405, `This path does not support the method. Try ${known}.`, { Allow: allowed });
}

/** Names an operation in messages. */
export function lineOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${ADMIN_PATH}${path}`;
}
