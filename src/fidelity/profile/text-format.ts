import { parseUrl } from '../../json/parse-url.js';
import type { Shape, ShapeType, TextFormat } from './profile.js';

const day = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?';
/** Currencies (ISO 4217) that shops have; three other capitals may be anything. */
const currencies =
  'AED|ARS|AUD|BGN|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JPY|KRW|MXN|MYR|NGN|NOK|NZD|PEN|PHP|PLN|RON|RSD|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR';
const zone = '(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)';

const forms: readonly (readonly [TextFormat, RegExp])[] = [
  ['date', new RegExp(`^${day}$`)],
  ['date-time', new RegExp(`^${day}T${time}${zone}$`, 'i')],
  ['uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['uri', /^https?:\/\/\S+$/i],
  ['email', /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+$/],
  ['time', /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/],
  ['digits', /^\d{1,40}$/],
  ['decimal', /^-?\d{1,20}\.\d{1,20}$/],
  ['currency', new RegExp(`^(?:${currencies})$`)],
];

/** Longer texts are stories, whatever they begin with. */
const LONGEST = 2_000;

/** Returns which of a shape's formats a text has; undefined where it has none. */
export function formatOf(text: string): TextFormat | undefined {
  if (text.length > LONGEST) return undefined;
  const format = forms.find(([, form]) => form.test(text))?.[0];
  return format === 'uri' && parseUrl(text) === undefined ? undefined : format;
}

type Leaf = string | number | boolean | null;

const texts: Readonly<Record<TextFormat, (serial: number) => string>> = {
  'date-time': (serial) => `2026-01-${twoDigits(1 + (serial % 28))}T09:30:00Z`,
  date: (serial) => `2026-01-${twoDigits(1 + (serial % 28))}`,
  uuid: (serial) => `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
  uri: (serial) => `https://example.com/${serial}`,
  email: (serial) => `person${serial}@example.com`,
  time: (serial) => `09:${twoDigits(serial % 60)}`,
  digits: String,
  decimal: (serial) => `${serial}.50`,
  currency: (serial) => exampleCurrencies[serial % exampleCurrencies.length] ?? 'EUR',
};

const exampleCurrencies = ['USD', 'EUR', 'GBP'];

/**
 * Makes up a value that is neither a list nor an object, from nothing but its type, its format and the name of its field: nothing of what
 * was seen is in it. `serial` is that of the record, from 1.
 */
export function makeUpLeaf(type: ShapeType, format: Shape['format'], name: string, serial: number): Leaf {
  switch (type) {
    case 'string':
      // The blank keeps it from being one of a few words, and any format from fitting.
      return format === undefined ? `${name} ${serial}` : texts[format](serial);
    case 'integer':
      return serial;
    case 'number':
      return serial + 0.5;
    case 'boolean':
      return serial % 2 === 1;
    default:
      return null;
  }
}

/** Makes up the key of a map. It is none that a field has. */
export function makeUpKey(serial: number): string {
  return `key ${serial}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
