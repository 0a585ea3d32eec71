import { exactInteger, type Int64Text, isInt64, LosslessNumber, validatorStandIn } from '../json/exact-number.js';

/** Whole numbers as services may spell them: `7`, `007`, `+7`, `7.0`, `7e0`, with blanks around. */
const INTEGER = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
/** Digits of another script, or in groups. */
const OTHER_DIGITS = /^[+-]?\p{Nd}+(?:_\p{Nd}+)*$/u;
const MOST_DIGITS = 40;

/** Returns the number that a spelling of an id stands for; undefined if it is not one, or its digits are of another script. */
function numberIn(petId: string): LosslessNumber | undefined {
  const [, sign, whole = '', fraction, power = '0'] = INTEGER.exec(petId.trim()) ?? [];
  if (whole === '' || petId.length > MOST_DIGITS) return undefined;
  const digits = `${whole.replace(/^0+(?=.)/, '')}${fraction ? `.${fraction}` : ''}`;
  return new LosslessNumber(`${sign === '-' ? '-' : ''}${digits}e${power}`);
}

function integerIn(petId: string): bigint | undefined {
  const number = numberIn(petId);
  return number && exactInteger(number);
}

/** Returns whether an id is a number with a fraction, however long: as a double, `9007199254740993.5` has none. */
function isFraction(petId: string): boolean {
  const number = numberIn(petId);
  return number !== undefined && !Number.isInteger(validatorStandIn(number));
}

/**
 * Returns whether an id is certainly not an int64. Services may accept `007`, `+7`, `7.0`, `1_000` or the digits of another script; an
 * empty id is another path. A number in another base (`0x7`) is not the integer of the document.
 */
export function isNoInt64(petId: string): boolean {
  const text = petId.trim();
  const integer = integerIn(text);
  if (integer !== undefined) return !isInt64(integer);
  if (/^[+-]?\d+$/.test(text)) return true;
  if (OTHER_DIGITS.test(text)) return false;
  return text !== '' && (/^[+-]?0[xob]/i.test(text) || isFraction(text) || !Number.isInteger(Number(text)));
}

/** Returns the pets that a service may read in the spellings of one id; undefined if it may be any pet. */
export function petsIn(petIds: readonly string[]): readonly Int64Text[] | undefined {
  const read = petIds.filter((petId) => !isNoInt64(petId)).map(integerIn);
  const known = read.filter((integer) => integer !== undefined);
  return read.length === 0 || known.length < read.length ? undefined : [...new Set(known.map(String))];
}
