import { groupBy } from '../../json/group-by.js';
import { oncePer } from '../../json/once-per.js';
import { parseRateLimitFields, type QuotaPolicy } from '../../service/rate-limit-fields.js';
import { rateLimitFieldNames } from '../../service/rate-limit-headers.js';
import type { Reading } from '../reading.js';
import { headerInWords } from '../requests.js';
import type { Evidence, Seen } from '../rule.js';
import { isCode } from './errors.js';
import { limitsShown } from './limits.js';
import { distinct, seen, unseen } from './seen.js';

/** Which fields of the IETF draft stand beside the three headers (§8.1), by their structure: the document promises nothing of these fields. */
export function rateLimitFields({ readings }: Evidence): Seen {
  const shown = limitsShown(readings.filter(({ isCached }) => !isCached));
  const forms = groupBy(shown, (reading) => JSON.stringify(formOf(reading)));
  const [first] = shown;
  if (first === undefined) return unseen('no response had well-formed rate-limit headers');
  const examples = [...forms.values()].flatMap(([example]) => (example === undefined ? [] : inWords(example)));
  const note = examples.slice(0, 3).join('; ');
  const form = formOf(first);
  const mayLackOne = Object.keys(form).length < 2 && shown.some(({ mayHideHeaders }) => mayHideHeaders);
  if (forms.size > 1 || mayLackOne || Object.values(form).includes('other')) return unseen(note, shown);
  if (Object.keys(form).length === 0) return seen('x', note, shown);
  const names = namesIn(shown);
  return seen(
    { ...form, ...names },
    note,
    shown,
    windows.filter((window) => !(window in names)),
  );
}

function inWords(reading: Reading): string {
  return rateLimitFieldNames.map((name) => headerInWords(reading, name)).join(', ');
}

const fieldsOf = oncePer(({ header }: Reading) => parseRateLimitFields({ get: (name) => header(name) ?? null }));

const windows = ['minute', 'day'] as const;
const windowSeconds = { minute: 60, day: 86_400 } as const;

/** Returns the window of a policy; undefined for one of another length, or of another unit than requests. */
function windowOf(policy: QuotaPolicy | undefined): keyof typeof windowSeconds | undefined {
  return windows.find((each) => policy?.unit === 'requests' && policy.windowSeconds === windowSeconds[each]);
}

/** As a behaviour has it; `other`: malformed, or nothing that a fake could send. */
type Extent = 'each-window' | 'described-window' | 'other';

/** Returns for which windows each field of a response has an item. */
function formOf(reading: Reading): { [Name in (typeof rateLimitFieldNames)[number]]?: Extent } {
  const { policies, limits } = fieldsOf(reading);
  const limited = limits?.map(({ name }) => windowOf(policies?.find((policy) => policy.name === name)) ?? 'unknown');
  const all = {
    'RateLimit-Policy': extentOf(policies?.map((policy) => windowOf(policy) ?? 'unknown')),
    // Without policies an item says nothing of its window.
    RateLimit: policies === undefined ? extentOf(limits && windows.slice(0, limits.length)) : extentOf(limited),
  };
  const sent = rateLimitFieldNames.filter((name) => reading.header(name) !== undefined);
  return Object.fromEntries(sent.map((name) => [name, all[name]]));
}

function extentOf(shown: readonly string[] = []): Extent {
  const isKnown = shown.length === new Set(shown).size && !shown.includes('unknown');
  if (!isKnown || shown.length === 0) return 'other';
  return shown.length === 1 ? 'described-window' : 'each-window';
}

/** Returns what the policies of each window are called, if all have one name, and it is a plain word as a code of an error is. */
function namesIn(shown: readonly Reading[]): { [Window in keyof typeof windowSeconds]?: string } {
  const policies = shown.flatMap((reading) => fieldsOf(reading).policies ?? []);
  return Object.fromEntries(
    windows.flatMap((window) => {
      const own = policies.filter((policy) => windowOf(policy) === window);
      const [name, ...others] = distinct(own.map((policy) => policy.name));
      return name !== undefined && others.length === 0 && isCode(name) ? [[window, name]] : [];
    }),
  );
}
