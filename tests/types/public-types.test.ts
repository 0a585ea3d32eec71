import type { HttpHandler } from 'msw';
import { expectTypeOf, test } from 'vitest';
import {
  type Behaviour,
  type Clock,
  createPetstore,
  defaultBehaviour,
  type ErrorBody,
  type ErrorCode,
  type Exchange,
  type Fault,
  type FaultState,
  type Faults,
  type FaultTarget,
  type FixtureInput,
  type InventoryControl,
  type InventoryItem,
  type InventoryUpdate,
  type Journal,
  type JournalFilter,
  type KeyInfo,
  type KeyOption,
  type KeysControl,
  type LimitsControl,
  type Message,
  type MessageRequest,
  type MintOptions,
  type OperationId,
  type operations,
  type PartialBehaviour,
  type PetStatus,
  type Petstore,
  type PetstoreOptions,
  type PetstoreResponse,
  type PlainRequest,
  type PlanName,
  type Profile,
  parseBehaviour,
  parseFixture,
  parseProfile,
  parseRateLimitHeaders,
  parseRetryAfter,
  type QuestionId,
  type QuotaInfo,
  readHar,
  type ScenarioName,
  type ScenarioOptions,
  type SeedOptions,
  type Snapshot,
  type StockItem,
  type sampleKeys,
  type scenarios,
  type Transcript,
  type WindowState,
  writeHar,
} from '../../src/index.js';

test('the bodies have exactly the types of the document', () => {
  expectTypeOf<InventoryItem['petId']>().toEqualTypeOf<number>();
  expectTypeOf<InventoryItem['quantity']>().toEqualTypeOf<number>();
  expectTypeOf<InventoryItem['status']>().toEqualTypeOf<'available' | 'pending' | 'sold'>();
  expectTypeOf<PetStatus>().toEqualTypeOf<'available' | 'pending' | 'sold'>();
  expectTypeOf<InventoryUpdate['quantity']>().toEqualTypeOf<number>();
  expectTypeOf<MessageRequest['message']>().toEqualTypeOf<string>();
  expectTypeOf<Pick<Message, 'id' | 'message' | 'status' | 'createdAt'>>().toEqualTypeOf<{
    id: string;
    message: string;
    status: string;
    createdAt: string;
  }>();
  expectTypeOf<Pick<ErrorBody, 'code' | 'message' | 'status'>>().toEqualTypeOf<{
    code: string;
    message: string;
    status: number;
  }>();
});

test('no field that the document requires is optional', () => {
  // @ts-expect-error: status is required (§2.1)
  const item: InventoryItem = { petId: 1, quantity: 2 };
  // @ts-expect-error: `lost` is no status (§2.2)
  const status: PetStatus = 'lost';
  // @ts-expect-error: quantity is required (§2.3)
  const update: InventoryUpdate = {};
  // @ts-expect-error: quantity is an integer, no text (§2.3)
  const text: InventoryUpdate = { quantity: '12' };
  // @ts-expect-error: status is required (§2.4)
  const error: ErrorBody = { code: 'not_found', message: 'There is no such pet.' };
  return [item, status, update, text, error];
});

test('a behaviour has every open question, each with its choices', () => {
  expectTypeOf<keyof Behaviour>().toEqualTypeOf<QuestionId>();
  expectTypeOf<Extract<Behaviour['malformed-pet-id'], number>>().toEqualTypeOf<400 | 404>();
  expectTypeOf<Extract<Behaviour['update-content-type'], number | string>>().toEqualTypeOf<400 | 415 | 'ignored'>();
  expectTypeOf<Behaviour['ban-threshold']>().toEqualTypeOf<number | 'never'>();
  expectTypeOf<Behaviour['ban-status']>().toEqualTypeOf<429 | 403>();
  expectTypeOf<Behaviour['retry-after-format']>().toEqualTypeOf<'seconds' | 'http-date'>();
  expectTypeOf<Extract<Behaviour['window-start'], string>>().toEqualTypeOf<'first-request' | 'calendar' | 'sliding'>();
  expectTypeOf<Behaviour['described-window']>().toEqualTypeOf<'fewest-remaining' | 'minute' | 'day'>();
  expectTypeOf<Behaviour['list-order']>().toEqualTypeOf<'ascending' | 'descending'>();
  expectTypeOf<Behaviour['messages-rate-limited']>().toEqualTypeOf<boolean>();
  expectTypeOf<Behaviour['messages-base-url']>().toEqualTypeOf<string>();
  expectTypeOf<Behaviour['message-success-status']>().toEqualTypeOf<200 | 201 | 202>();
  expectTypeOf<'as-listed' | readonly ['key', 'path']>().toExtend<Behaviour['order-of-checks']>();
  expectTypeOf<Behaviour['enterprise-limits']>().toEqualTypeOf<Readonly<{ perMinute: number; perDay: number }>>();
  expectTypeOf<Behaviour['quantity-range']>().toEqualTypeOf<Readonly<{ minimum: number; maximum: number }>>();
  expectTypeOf<Behaviour['sunset-date']>().toEqualTypeOf<Readonly<{ deprecatedSince: string; sunset: string }>>();
  expectTypeOf<Behaviour['refused-requests-count']>().toEqualTypeOf<
    Readonly<{ 400: boolean; 404: boolean; 429: boolean }>
  >();
  expectTypeOf<ErrorCode>().toExtend<keyof Behaviour['error-codes']>();
  expectTypeOf<{ 'key-missing': string }>().toExtend<Behaviour['error-codes']>();
  expectTypeOf<'key-missing'>().not.toExtend<ErrorCode>();
  expectTypeOf<'default'>().toExtend<Behaviour['pet-shape']>();
  expectTypeOf<{ records: { name: string }[] }>().toExtend<Behaviour['pet-shape']>();
});

test('a behaviour may be partial, but not wrong', () => {
  expectTypeOf<Record<never, never>>().toExtend<PartialBehaviour>();
  expectTypeOf<Behaviour>().toExtend<PartialBehaviour>();
  const behaviours: PartialBehaviour[] = [
    { 'retry-after-format': 'http-date', 'ban-threshold': 'never', 'enterprise-limits': { perMinute: 5, perDay: 9 } },
    // @ts-expect-error: 418 is no choice
    { 'malformed-pet-id': 418 },
    // @ts-expect-error: there is no such question
    { 'coffee-strength': 'high' },
    // @ts-expect-error: a pair of limits has both
    { 'enterprise-limits': { perMinute: 5 } },
    // @ts-expect-error: `sometimes` is neither a number nor `never`
    { 'ban-threshold': 'sometimes' },
    // @ts-expect-error: there is no such code
    { 'error-codes': { teapot: 'E_418' } },
    { 'error-codes': { 'getPet pet-unknown': 'E_404' } },
    // @ts-expect-error: there is no such situation
    { 'error-codes': { 'getPet tea-unknown': 'E_404' } },
    // @ts-expect-error: a choice cannot be undefined
    { 'list-order': undefined },
  ];
  return behaviours;
});

test('all options of a petstore are optional', () => {
  expectTypeOf(createPetstore).parameter(0).toEqualTypeOf<PetstoreOptions | undefined>();
  expectTypeOf(createPetstore).returns.toEqualTypeOf<Petstore>();
  createPetstore({
    baseUrl: 'https://api.example/v1',
    pets: 5,
    seed: 7,
    keys: { 'team-a': 'pro', 'team-b': { plan: 'free', expiresIn: '1h' } },
    clock: new Date('2026-11-21T12:00:00Z'),
    behaviour: { 'list-order': 'descending' },
    prefer: false,
    cors: false,
    showAssumptions: true,
    onBug: (bug) => expectTypeOf(bug).toEqualTypeOf<unknown>(),
  });
});

test('invalid options are rejected', () => {
  const options: PetstoreOptions[] = [
    // @ts-expect-error: there is no plan `gold`
    { keys: { 'team-a': 'gold' } },
    // @ts-expect-error: a key of the user’s own needs a plan
    { keys: { 'team-a': { expiresIn: '1h' } } },
    // @ts-expect-error: a number of pets is a number
    { pets: '5' },
    // @ts-expect-error: `petz` is no option
    { petz: 5 },
    // @ts-expect-error: a fixture needs an inventory
    { fixture: { pets: [] } },
    // @ts-expect-error: the clock is real or stands at a moment
    { clock: 12 },
    // @ts-expect-error: a profile is what its file holds, not its name
    { profile: 'petstore-profile.json' },
    // @ts-expect-error: the profile has the latency
    { latency: 200 },
  ];
  return options;
});

test('a petstore accepts a profile as parsed, checked or not', () => {
  expectTypeOf(parseProfile).toEqualTypeOf<(text: string, name: string) => Profile>();
  expectTypeOf<Profile>().toExtend<NonNullable<PetstoreOptions['profile']>>();
  expectTypeOf<{ format: string; version: number }>().toExtend<NonNullable<PetstoreOptions['profile']>>();
  expectTypeOf<PetstoreOptions['latency']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<Profile['questions']>().toExtend<{ readonly [Id in QuestionId]?: { choice: Behaviour[Id] } }>();
});

test('a petstore has handlers for MSW, responses, a clock and a behaviour', () => {
  expectTypeOf<Petstore['handlers']>().toEqualTypeOf<readonly HttpHandler[]>();
  expectTypeOf<Petstore['handle']>().toEqualTypeOf<(request: PlainRequest) => PetstoreResponse>();
  expectTypeOf<Petstore['clock']>().toEqualTypeOf<Clock>();
  expectTypeOf<Petstore['behaviour']>().toEqualTypeOf<Behaviour>();
  expectTypeOf<Petstore['setBehaviour']>().parameters.toEqualTypeOf<[behaviour: PartialBehaviour]>();
  expectTypeOf<Petstore['seed']>().parameters.toEqualTypeOf<[options: SeedOptions]>();
  expectTypeOf<Petstore['reset']>().toEqualTypeOf<() => void>();
  expectTypeOf<Petstore['baseUrl']>().toEqualTypeOf<string>();
});

test('a petstore has methods to steer it', () => {
  expectTypeOf<Petstore['inventory']>().toEqualTypeOf<InventoryControl>();
  expectTypeOf<Petstore['limits']>().toEqualTypeOf<LimitsControl>();
  expectTypeOf<Petstore['keys']>().toEqualTypeOf<KeysControl>();
  expectTypeOf<Petstore['faults']>().toEqualTypeOf<Faults>();
  expectTypeOf<Petstore['journal']>().toEqualTypeOf<Journal>();
  expectTypeOf<Petstore['scenario']>().toEqualTypeOf<(name: ScenarioName, options?: ScenarioOptions) => void>();
  expectTypeOf<Petstore['snapshot']>().toEqualTypeOf<() => Snapshot>();
  expectTypeOf<Petstore['restore']>().toEqualTypeOf<(snapshot: Snapshot | object | string) => void>();
});

test('stock is set with any kind of id, in whole or in part', () => {
  expectTypeOf<StockItem['petId']>().toEqualTypeOf<number | bigint>();
  expectTypeOf<StockItem['status']>().toEqualTypeOf<PetStatus>();
  expectTypeOf<InventoryControl['get']>().toEqualTypeOf<(petId: number | bigint | string) => StockItem | undefined>();
  return ({ inventory }: Petstore) => {
    inventory.set(1, 5);
    inventory.set(1n, { status: 'sold' });
    for (const item of inventory.list()) inventory.set(item.petId, { ...item, quantity: 0 });
    // @ts-expect-error: `lost` is no status
    inventory.set(1, { status: 'lost' });
    // @ts-expect-error: a quantity is a number
    inventory.set(1, '5');
    // @ts-expect-error: an id that has still to be waited for is none
    inventory.set(Promise.resolve(1), 5);
  };
});

test('a key’s state omits its text', () => {
  expectTypeOf<ReturnType<KeysControl['list']>>().toEqualTypeOf<readonly KeyInfo[]>();
  expectTypeOf<ReturnType<KeysControl['get']>>().toEqualTypeOf<KeyInfo>();
  expectTypeOf<keyof KeyInfo>().toEqualTypeOf<'alias' | 'plan' | 'state' | 'minute' | 'day' | 'ban' | 'expiresAtMs'>();
  expectTypeOf<KeyInfo['state']>().toEqualTypeOf<'valid' | 'banned' | 'revoked' | 'expired'>();
  expectTypeOf<KeyInfo['minute']>().toEqualTypeOf<QuotaInfo>();
  expectTypeOf<QuotaInfo['resetsAtMs']>().toEqualTypeOf<number | undefined>();
  return ({ keys }: Petstore) => {
    for (const { alias } of keys.list()) keys.unban(alias);
    keys.delete('test_free');
    // @ts-expect-error: a key that has still to be waited for is none
    keys.get(Promise.resolve('test_free'));
    // @ts-expect-error: how a key stands is not set like this
    keys.get('key#1').state = 'banned';
  };
});

test('quotas and keys are set per key', () => {
  expectTypeOf<ReturnType<LimitsControl['get']>>().toEqualTypeOf<{
    readonly minute: WindowState;
    readonly day: WindowState;
  }>();
  expectTypeOf<keyof WindowState>().toEqualTypeOf<'limit' | 'remaining' | 'resetsAtMs'>();
  expectTypeOf<KeysControl['mint']>().toEqualTypeOf<(options?: MintOptions) => string>();
  return ({ keys, limits }: Petstore) => {
    const key = keys.mint({ plan: 'pro', expiresIn: '1h' });
    limits.set(key, { remaining: 5, window: 'day' });
    limits.exhaust(key);
    keys.ban(key, { for: '5m' });
    // @ts-expect-error: there is no plan `gold`
    keys.mint({ plan: 'gold' });
    // @ts-expect-error: what is left has to be said
    limits.set(key, {});
    // @ts-expect-error: there is no window `hour`
    limits.exhaust(key, 'hour');
  };
});

test('faults target operations, and the journal is filtered by them', () => {
  expectTypeOf<FaultTarget>().toEqualTypeOf<OperationId | 'any'>();
  expectTypeOf<keyof Fault>().toEqualTypeOf<'status' | 'network' | 'delayMs' | 'body' | 'dripMs'>();
  expectTypeOf<Fault['delayMs']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<ReturnType<Faults['list']>>().toEqualTypeOf<readonly FaultState[]>();
  expectTypeOf<keyof JournalFilter>().toEqualTypeOf<'operation' | 'status' | 'key'>();
  expectTypeOf<Journal['exchanges']>().toEqualTypeOf<readonly Exchange[]>();
  expectTypeOf<Journal>().toExtend<Transcript>();
  return (petstore: Petstore) => {
    const id = petstore.faults.next('updateInventory', { status: 503 }, { times: 3, key: 'key#1' });
    petstore.faults.remove(id);
    petstore.faults.always('any', { delayMs: 300 }, { probability: 0.5, seed: 2, times: 9 });
    // @ts-expect-error: there is no such operation
    petstore.faults.next('deletePet', { status: 503 });
  };
});

test('scenarios have literal names', () => {
  expectTypeOf<keyof typeof scenarios>().toEqualTypeOf<ScenarioName>();
  expectTypeOf<'sold-out'>().toExtend<ScenarioName>();
  expectTypeOf<PetstoreOptions['scenario']>().toEqualTypeOf<ScenarioName | undefined>();
  // @ts-expect-error: there is no such scenario
  return (petstore: Petstore) => petstore.scenario('sold-owt');
});

test('a snapshot is data', () => {
  expectTypeOf<Snapshot['takenAtMs']>().toEqualTypeOf<number>();
  expectTypeOf<Snapshot['stock'][number]['petId']>().toEqualTypeOf<string>();
});

test('a transcript is written as HAR and read back', () => {
  expectTypeOf(writeHar).parameter(0).toEqualTypeOf<Transcript>();
  expectTypeOf(writeHar).returns.toEqualTypeOf<string>();
  expectTypeOf(readHar).returns.toEqualTypeOf<Transcript>();
});

test('the compiler rejects what would be rejected at run time', () => {
  return (petstore: Petstore, key: Promise<string>) => {
    // @ts-expect-error: a missing await
    petstore.keys.ban(key);
    // @ts-expect-error: a mistyped option
    createPetstore({ baseURL: 'https://api.example.test/v1' });
    // @ts-expect-error: a mistyped field of a key
    createPetstore({ keys: { my_key: { plan: 'pro', expires: '1h' } } });
    // @ts-expect-error: a mistyped field of a request
    petstore.handle({ method: 'GET', path: '/v1/inventory', header: {} });
    // @ts-expect-error: a quantity that is text
    petstore.inventory.set(1, { quantity: '5' });
    // @ts-expect-error: a window that there is not
    petstore.limits.exhaust('test_free', 'hour');
    // @ts-expect-error: a moment that is none
    petstore.clock.set(null);
    // @ts-expect-error: the petstore is no transcript, its journal is
    writeHar(petstore, { name: 'my-tests', version: '1' });
    // @ts-expect-error: a transcript has a creator
    writeHar(petstore.journal);
  };
});

test('all properties of a petstore are readonly', () => {
  return (petstore: Petstore) => {
    // @ts-expect-error: it lives where it was made to live
    petstore.baseUrl = 'https://other.example';
    // @ts-expect-error: a behaviour is changed with setBehaviour
    petstore.behaviour = defaultBehaviour;
    // @ts-expect-error: nor a single choice
    petstore.behaviour['list-order'] = 'rotating';
  };
});

test('a response has a status, headers and optionally a body', () => {
  expectTypeOf<PetstoreResponse['status']>().toEqualTypeOf<number>();
  expectTypeOf<PetstoreResponse['headers']>().toEqualTypeOf<Readonly<Record<string, string>>>();
  expectTypeOf<PetstoreResponse['body']>().toEqualTypeOf<string | undefined>();
});

test('a request may omit headers and body', () => {
  expectTypeOf<{ method: string; path: string }>().toExtend<PlainRequest>();
  expectTypeOf<PlainRequest['body']>().toEqualTypeOf<string | Uint8Array | undefined>();
});

test('a misspelt field of an item is rejected', () => {
  expectTypeOf<keyof InventoryItem>().toEqualTypeOf<'petId' | 'quantity' | 'status'>();
});

test('a clock is advanced by durations and set to dates', () => {
  expectTypeOf<Clock['advance']>().parameter(0).toEqualTypeOf<string | number>();
  expectTypeOf<Clock['set']>().parameter(0).toEqualTypeOf<Date | string | number>();
  expectTypeOf<Clock['mode']>().toEqualTypeOf<'real' | 'manual'>();
  expectTypeOf<Clock['run']>().toEqualTypeOf<(scale?: number) => void>();
});

test('a fixture in code accepts any int64 id', () => {
  expectTypeOf<FixtureInput['inventory'][number]['petId']>().toEqualTypeOf<number | bigint>();
  expectTypeOf<FixtureInput['inventory'][number]['status']>().toEqualTypeOf<PetStatus>();
});

test('plans, keys and operations have literal names', () => {
  expectTypeOf<PlanName>().toEqualTypeOf<'free' | 'pro' | 'business' | 'enterprise'>();
  expectTypeOf<KeyOption>().toEqualTypeOf<PlanName | { readonly plan: PlanName; readonly expiresIn?: string }>();
  expectTypeOf<(typeof sampleKeys)[number]['plan']>().toEqualTypeOf<PlanName>();
  expectTypeOf<keyof typeof operations>().toEqualTypeOf<OperationId>();
  expectTypeOf<OperationId>().toEqualTypeOf<
    'listInventory' | 'updateInventory' | 'sendMessage' | 'getPet' | 'listOrders'
  >();
});

test('values read from text or headers may be missing', () => {
  expectTypeOf(parseBehaviour).returns.toEqualTypeOf<PartialBehaviour>();
  expectTypeOf(parseFixture).parameters.toEqualTypeOf<[text: string, name: string]>();
  expectTypeOf(parseRateLimitHeaders).returns.toEqualTypeOf<
    { readonly limit: number; readonly remaining: number; readonly resetSeconds: number } | undefined
  >();
  expectTypeOf(parseRetryAfter).returns.toEqualTypeOf<number | undefined>();
});
