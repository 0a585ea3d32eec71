import { parseUrl } from '../spec/parse-url.js';
import type { TextFormat } from './profile.js';

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

/** Answers which of a shape's formats a text has; undefined where it has none. */
export function formatOf(text: string): TextFormat | undefined {
  if (text.length > LONGEST) return undefined;
  const format = forms.find(([, form]) => form.test(text))?.[0];
  return format === 'uri' && parseUrl(text) === undefined ? undefined : format;
}
