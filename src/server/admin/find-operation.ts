import { type AdminOperation, type AdminOperationId, adminOperations } from '../../admin/operations.js';
import { nearestName } from '../../spec/validation/name-hint.js';
import { AdminHttpError } from './admin-http-error.js';
import { ADMIN_PATH } from './admin-path.js';

export interface FoundOperation {
  readonly id: AdminOperationId;
  readonly operation: AdminOperation;
  /** Parameters of the path, unescaped. */
  readonly path: Readonly<Record<string, string>>;
}

interface Template {
  readonly id: AdminOperationId;
  readonly operation: AdminOperation;
  readonly segments: readonly string[];
}

const isParameter = (segment: string) => segment.startsWith('{');

const templates: readonly Template[] = Object.entries(adminOperations).map(([id, operation]) => ({
  id: id as AdminOperationId,
  operation,
  segments: operation.path.split('/'),
}));

/**
 * Returns the operation of a method and a path as it was sent, `HEAD` as `GET`; `/requests/count` is no `/requests/{number}`.
 * Throws an AdminRefusal: 404 that names the nearest paths, or 405 that names the methods.
 */
export function findAdminOperation(method: string, path: string): FoundOperation {
  const segments = decodeSegments(path.slice(ADMIN_PATH.length));
  const matching =
    segments === undefined ? [] : mostLiteral(templates.filter((one) => matches(one.segments, segments)));
  if (segments === undefined || matching.length === 0) {
    throw new AdminHttpError(404, `There is nothing at this path. ${nearestPaths(segments ?? [])}`);
  }
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = matching.find(({ operation }) => operation.method === wanted);
  if (found === undefined) throw wrongMethodError(matching);
  const values = found.segments.flatMap((segment, index) =>
    isParameter(segment) ? [[segment.slice(1, -1), segments[index] ?? '']] : [],
  );
  return { id: found.id, operation: found.operation, path: Object.fromEntries(values) };
}

/** Undefined where an escape is broken. */
function decodeSegments(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function matches(template: readonly string[], segments: readonly string[]): boolean {
  const fits = (part: string, index: number) => (isParameter(part) ? segments[index] !== '' : part === segments[index]);
  return template.length === segments.length && template.every(fits);
}

function mostLiteral(matching: readonly Template[]): readonly Template[] {
  const count = ({ segments }: Template) => segments.filter(isParameter).length;
  const fewest = Math.min(...matching.map(count));
  return matching.filter((one) => count(one) === fewest);
}

function wrongMethodError(matching: readonly Template[]): AdminHttpError {
  const methods = matching.map(({ operation }) => operation.method);
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  const known = matching.map(({ operation: { method, path } }) => `${method} ${ADMIN_PATH}${path}`).join(', ');
  return new AdminHttpError(405, `This path takes another method. Try ${known}.`, { Allow: allowed });
}

const operations = Object.values(adminOperations).map(({ method, path }) => ({ method, path, area: areaOf(path) }));
const areaNames = [...new Set(operations.map(({ area }) => area))];

const ALL = `Below ${ADMIN_PATH} there are ${areaNames.join(', ')}. Try GET ${ADMIN_PATH}/openapi.json, which describes them all.`;

/**
 * Says what there is near a path that leads nowhere, given as its segments from the slash on: the paths that begin as it
 * does, or nearly so. The path itself is not quoted: a key may stand in it.
 */
function nearestPaths(segments: readonly string[]): string {
  const [, first = '', ...rest] = segments;
  const area = areaNames.includes(first) ? first : nearestName(first, areaNames);
  const near = operations.filter((one) => one.area === area);
  if (near.length === 0) return ALL;
  const nearest = nearestName(
    [area, ...rest].join('/'),
    near.map(({ path }) => path),
  );
  const inOrder = [...near].sort((one, other) => Number(other.path === nearest) - Number(one.path === nearest));
  return `There are ${inOrder.map(lineOf).join(', ')}.`;
}

function areaOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function lineOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${ADMIN_PATH}${path}`;
}
