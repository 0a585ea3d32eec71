import { isIso8601 } from '../../spec/iso-8601.js';

const MOMENT =
  /^\d{4}(?<dash>-?)\d{2}\k<dash>\d{2}T\d{2}(?<colon>:?)\d{2}\k<colon>\d{2}(?:(?<sign>[.,])(?<fraction>\d{1,9}))?(?<zone>Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/;

/**
 * Answers the form that some moments are written in, as the open question `created-at-format` has it; undefined where it is none that
 * a fake writes, or they do not agree. Services may leave out zeros at the end of a fraction: the longest one tells.
 */
export function formOfMoments(texts: readonly string[]): string | undefined {
  const parts = texts.map(partsOf);
  const [first] = parts;
  if (first === undefined) return undefined;
  const isSame = parts.every((part) => part?.whole === first.whole && part.zone === first.zone);
  const signs = new Set(parts.flatMap((part) => (part?.sign ? [part.sign] : [])));
  if (!isSame || signs.size > 1) return undefined;
  const digits = parts.reduce((most, part) => Math.max(most, part?.digits ?? 0), 0);
  return first.whole + [...signs].join('') + '0'.repeat(digits) + first.zone;
}

interface Parts {
  readonly whole: string;
  readonly sign: string;
  readonly digits: number;
  readonly zone: string;
}

function partsOf(text: string): Parts | undefined {
  const { dash, colon, sign = '', fraction = '', zone = '' } = MOMENT.exec(text)?.groups ?? {};
  if (dash === undefined || (dash === '') !== (colon === '') || !isIso8601(text)) return undefined;
  return { whole: dash === '' ? '20260131T093000' : '2026-01-31T09:30:00', sign, digits: fraction.length, zone };
}
