import type { Exchange } from '../../exchange/exchange.js';
import type { Transcript } from '../../exchange/transcript.js';
import type { JudgeSettings } from '../../judge/rule.js';
import { reachedBy } from '../restore/restore-log.js';
import { shellWord } from '../terminal.js';
import { type CheckSettings, checkOptions } from './check-options.js';

/** What a run or a recording showed about a rule. */
export interface Repeated {
  readonly rule: string;
  /** The numbers of the exchanges that show the violation. */
  readonly exchanges: readonly number[];
  readonly transcript: Transcript;
  readonly settings: JudgeSettings;
}

/** Returns the command that repeats a rule alone. It has no key, and of headers only the names: their values may be secrets. */
export function repeatCommand(repeated: Repeated, settings: CheckSettings): string {
  const { rule, transcript, settings: judged } = repeated;
  const { from, reserve, maxRequests, maxTimeMs, adminUrl, isExclusive } = settings;
  const values: Readonly<Record<string, string | number | undefined>> = {
    from,
    rule,
    messagesUrl: settings.messagesUrl,
    plan: settings.plan,
    ...(from === undefined && {
      seed: transcript.run?.seed,
      level: judged.level,
      petId: settings.petId ?? petOf(repeated),
      adminUrl,
      reserve: reserve === checkOptions.reserve.default ? undefined : `${Math.round(reserve * 100)}%`,
      maxRequests,
      maxTimeMs: maxTimeMs && `${Math.ceil(maxTimeMs / 1_000)}s`,
    }),
  };
  const options = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${checkOptions[name as keyof typeof checkOptions].flag} ${shellWord(`${value}`)}`],
  );
  const url = from === undefined ? judged.baseUrl : settings.baseUrl;
  return [
    'petstore-mock check',
    ...(url === undefined ? [] : [shellWord(url)]),
    ...options,
    // A fake's clock implies it.
    ...(isExclusive && adminUrl === undefined ? ['--exclusive'] : []),
    ...(settings.isTraced ? [] : ['--no-trace']),
    ...(from === undefined ? reachedBy(settings) : []),
  ].join(' ');
}

/** Returns the pet of all writes that show it. With a pet, a run writes to no other: what takes several is left to the seed. */
function petOf({ exchanges, transcript, settings }: Repeated): string | undefined {
  const petId = transcript.run?.petId;
  const shown = transcript.exchanges.filter(({ number }) => exchanges.includes(number));
  const writes = shown.filter(({ request }) => request.method !== 'GET');
  const isAlone = ({ order }: Exchange) => order === undefined || order.ended === order.began + 1;
  const isOnly = writes.length > 0 && writes.every((one) => one.request.url.endsWith(`/${petId}`) && isAlone(one));
  return isOnly && !settings.isExclusive ? petId : undefined;
}
