import { adminOperations } from '../../../admin/operations.js';
import { nearestName } from '../../../validation/nearest-name.js';
import { ADMIN_PATH } from '../admin-path.js';

const operations = Object.values(adminOperations).map(({ method, path }) => ({ method, path, area: areaOf(path) }));
const areaNames = [...new Set(operations.map(({ area }) => area))];

const ALL = `Below ${ADMIN_PATH} there are ${areaNames.join(', ')}. Try GET ${ADMIN_PATH}/openapi.json, which describes them all.`;

/**
 * Says what there is near a path that leads nowhere, given as its segments from the slash on: the paths that begin as it
 * does, or nearly so. The path itself is not quoted: a key may stand in it.
 */
export function nearestPaths(segments: readonly string[]): string {
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
