import { sampleKeyOf, sampleKeys } from '../../../fixtures/keys.js';
import { ADMIN_PATH } from '../../server/admin/admin-path.js';
import type { RunningServer } from '../../server/start-server.js';
import { counted } from '../../spec/quoting.js';
import { type BannerRow, controlRoomFacts, formatBanner } from '../control-room.js';
import type { Colors } from '../terminal.js';
import { describeProfile, type ServeParts } from './serve-files.js';
import type { ApiKeys } from './settings.js';

/** Returns the facts about a started server. Contains no secret of the user. */
export function bannerFacts({ settings, keys, inUse, access, version }: ServeParts, server: RunningServer) {
  const { seed, fixture, handlers: handlersFile, host } = settings;
  const { deployment, handlers } = inUse;
  return {
    version,
    url: server.url,
    keys: bannerKeys(keys, server),
    stock: { pets: server.world.inventory.list().length, seed, fixture },
    /** The sample key of the curl line. */
    keyToTry: sampleKeyOf(deployment?.profile.limit.plan ?? 'free') ?? '',
    profile: deployment && describeProfile(deployment.profile),
    handlers: handlers && { file: handlersFile, count: handlers.count },
    ...controlRoomFacts(access, server.origin, host),
    adminUrl: access.state === 'open' ? `${server.origin}${ADMIN_PATH}` : undefined,
  };
}

export type BannerFacts = ReturnType<typeof bannerFacts>;

interface BannerKey {
  readonly name: string;
  readonly plan: string;
}

/** Sample keys are public, even with another plan. The user's own keys are secrets: they appear under their pseudonyms. */
function bannerKeys(keys: ApiKeys, { world }: RunningServer): BannerKey[] {
  const isSample = (key: string) => sampleKeys.some((sample) => sample.key === key);
  const own = [...keys].filter(([key]) => !isSample(key));
  return [
    ...sampleKeys.map(({ key, plan, revoked }) => ({ name: key, plan: keys.get(key) ?? (revoked ? 'revoked' : plan) })),
    ...own.map(([key, plan]) => ({ name: world.accounts.ofKey(key)?.alias ?? 'a key', plan })),
  ];
}

const KEYS_PER_LINE = 3;

/** Formats the banner. */
export function bannerText(facts: BannerFacts, colors: Colors): string {
  const { cyan, dim, green } = colors;
  const { stock, profile, handlers } = facts;
  const origin = stock.fixture === undefined ? '' : `${stock.fixture}, `;
  const rows: BannerRow[] = [
    ['URL', cyan(facts.url)],
    ['Try', green(curlLine(facts.url, facts.keyToTry))],
    ...keyLines(facts.keys, dim).map((line, index): BannerRow => [index === 0 ? 'Keys' : '', line]),
    ['Stock', `${counted(stock.pets, 'pet')} ${dim(`(${origin}seed ${stock.seed})`)}`],
    ['Profile', profile],
    ['Handlers', handlers && `${handlers.count} ${dim(`(${handlers.file})`)}`],
  ];
  return formatBanner(`petstore-mock ${facts.version}`, rows, facts, colors);
}

/** Lists the keys in lines of at most 80 columns. */
function keyLines(keys: readonly BannerKey[], dim: Colors['dim']): string[] {
  const texts = keys.map(({ name, plan }) => `${name} ${dim(`(${plan})`)}`);
  return texts.flatMap((_, index) =>
    index % KEYS_PER_LINE === 0 ? [texts.slice(index, index + KEYS_PER_LINE).join('  ')] : [],
  );
}

function curlLine(url: string, key: string): string {
  const target = `${url}/inventory`;
  // Some shells expand the brackets of an IPv6 address as a pattern.
  return `curl -H 'Authorization: Bearer ${key}' ${target.includes('[') ? `'${target}'` : target}`;
}
