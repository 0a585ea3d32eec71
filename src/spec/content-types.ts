const ESSENCE = /^\s*([^;\s]*)\s*(?:;|$)/;

/** Returns what is wrong with a Content-Type: it is missing, or not application/json. Its parameters, such as a charset, do not count. */
export function findContentTypeFault(header: string | undefined): 'missing' | 'wrong' | undefined {
  if (header === 'application/json') return undefined;
  if (header === undefined || header.trim() === '') return 'missing';
  return ESSENCE.exec(header)?.[1]?.toLowerCase() === 'application/json' ? undefined : 'wrong';
}
