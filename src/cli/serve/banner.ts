import { isSampleKey, sampleKeyOf, sampleKeys } from '../../../fixtures/keys.js';
import { counted } from '../../json/quoting.js';
import { ADMIN_PATH } from '../../server/admin/admin-path.js';
import type { RunningServer } from '../../server/start-server.js';
import { type BannerRow, controlRoomFacts, formatBanner, urlToTry } from '../serving.js';
import { type Colors, shellWord } from '../terminal.js';
import { describeProfile, type ServeParts, takenAt } from './serve-files.js';
import type { ApiKeys } from './settings.js';

/** Returns the facts about a started server. Contains no secret of the user. */
export function bannerFacts(
  { settings, inUse, stateFile, store, tls, access, version }: ServeParts,
  server: RunningServer,
) {
  const { fixture, handlers: handlersFile, host, fromState, state } = settings;
  const { handlers } = inUse;
  const { inventory, imitation } = server.world;
  const profile = imitation?.deployment.profile;
  const continues = stateFile?.takenAtMs !== undefined;
  const isNew = inUse.state === undefined && !continues;
  return {
    version,
    url: server.url,
    keys: bannerKeys(settings.keys, server),
    /** A state file alone says what is in stock. */
    stock: {
      pets: inventory.list().length,
      seed: isNew ? settings.seed : undefined,
      fixture: isNew ? fixture : undefined,
    },
    /** The sample key of the curl line. */
    keyToTry: sampleKeyOf(profile?.limit.plan ?? 'free') ?? '',
    profile: profile && describeProfile(profile),
    handlers: handlers && { file: handlersFile, count: handlers.count },
    fromState: fromState && describeState(fromState, inUse.state?.takenAtMs),
    state: state && describeState(state, stateFile?.takenAtMs),
    store: store?.shown,
    tls: tls && { file: tls.file, isSelfSigned: tls.isSelfSigned, validUntil: tls.validUntil },
    ...controlRoomFacts(access, server.origin, host),
    adminUrl: access.state === 'open' ? `${server.origin}${ADMIN_PATH}` : undefined,
  };
}

export type BannerFacts = ReturnType<typeof bannerFacts>;

function describeState(file: string, takenAtMs: number | undefined): string {
  return `${file}, ${takenAtMs === undefined ? 'new' : `taken ${takenAt(takenAtMs)}`}`;
}

/** Sample keys are public, even with another plan. The user's own keys are secrets: they appear under their pseudonyms. */
function bannerKeys(keys: ApiKeys, { world }: RunningServer) {
  const samples = sampleKeys.map(({ key, plan, revoked }) => ({
    name: key,
    plan: keys.get(key) ?? (revoked ? 'revoked' : plan),
  }));
  const own = [...keys].filter(([key]) => !isSampleKey(key));
  return [
    ...samples,
    ...own.map(([key, plan]) => ({ name: world.accounts.ofKey(key)?.alias ?? 'a key', plan })),
  ] as readonly { readonly name: string; readonly plan: string }[];
}

const KEYS_PER_LINE = 3;

export function bannerText(facts: BannerFacts, colors: Colors): string {
  const { cyan, dim, green } = colors;
  const { stock, profile, handlers, tls } = facts;
  const origin = [stock.fixture, stock.seed === undefined ? undefined : `seed ${stock.seed}`].filter((part) => part);
  const keys = facts.keys.map(({ name, plan }) => `${name} ${dim(`(${plan})`)}`);
  const keyRows = keys.flatMap((_, index): BannerRow[] =>
    index % KEYS_PER_LINE > 0 ? [] : [[index === 0 ? 'Keys' : '', keys.slice(index, index + KEYS_PER_LINE).join('  ')]],
  );
  const rows: BannerRow[] = [
    ['URL', cyan(facts.url)],
    ['Try', green(curlLine(facts))],
    ['TLS', tls && `${tls.file} ${dim(`(until ${tls.validUntil})`)}`],
    ...keyRows,
    ['Stock', `${counted(stock.pets, 'pet')} ${origin.length === 0 ? '' : dim(`(${origin.join(', ')})`)}`.trimEnd()],
    ['From', facts.fromState],
    ['State', facts.state],
    ['Store', facts.store],
    ['Profile', profile],
    ['Handlers', handlers && `${handlers.count} ${dim(`(${handlers.file})`)}`],
  ];
  return formatBanner(`petstore-mock ${facts.version}`, rows, facts, colors);
}

function curlLine({ url, keyToTry: key, tls }: BannerFacts): string {
  const trusting = tls?.isSelfSigned ? `--cacert ${shellWord(tls.file)} ` : '';
  return `curl ${trusting}-H 'Authorization: Bearer ${key}' ${shellWord(urlToTry(url))}`;
}
