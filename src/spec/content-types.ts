/** In what a Content-Type is not plain JSON in UTF-8; services may treat each differently. */
export const contentTypeFaults = ['missing', 'wrong', 'suffix', 'charset'] as const;
export type ContentTypeFault = (typeof contentTypeFaults)[number];

const ESSENCE = /^\s*([^;\s]*)\s*(?:;|$)/;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/i;

/**
 * Returns what is unusual about a Content-Type: it is missing, of another type, `application/…+json`, or JSON with another charset
 * than UTF-8. Undefined for plain JSON; other parameters do not count.
 */
export function findContentTypeFault(header: string | undefined): ContentTypeFault | undefined {
  if (header === 'application/json') return undefined;
  if (header === undefined || header.trim() === '') return 'missing';
  const type = ESSENCE.exec(header)?.[1]?.toLowerCase() ?? '';
  if (/^application\/.+\+json$/.test(type)) return 'suffix';
  if (type !== 'application/json') return 'wrong';
  const charset = CHARSET.exec(header)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : 'charset';
}

type Treatment = 400 | 415 | 'ignored';

/** A choice about content types: one for all that are not plain JSON, whatever its charset, or one for each fault. */
export type ContentTypeChoice = Treatment | Readonly<Record<ContentTypeFault, Treatment>>;

/** Returns what a choice means for each fault. */
export function treatmentOf(choice: ContentTypeChoice): Readonly<Record<ContentTypeFault, Treatment>> {
  if (typeof choice === 'object') return choice;
  return { missing: choice, wrong: choice, suffix: choice, charset: 'ignored' };
}
