export { type SampleKey, sampleKeys } from '../fixtures/keys.js';
export { type Fixture, parseFixture } from '../fixtures/parse-fixture.js';
export type { FixtureInput } from '../fixtures/stock.js';
export type { Clock } from '../mocks/clock.js';
export type { Fault, FaultState, Faults, FaultTarget } from '../mocks/faults/faults.js';
export type { Journal, JournalFilter } from '../mocks/journal/journal.js';
export type { PetstoreResponse } from '../mocks/neutral-http.js';
export type { PlainRequest } from '../mocks/petstore.js';
export { createPetstore, type Petstore } from '../mocks/petstore.js';
export type { KeyInfo, KeysControl, LimitsControl, MintOptions, QuotaInfo } from '../mocks/steering/keys-control.js';
export { type ScenarioName, scenarios } from '../mocks/steering/scenario-names.js';
export type { ScenarioOptions, Snapshot } from '../mocks/steering/steering.js';
export type { InventoryControl, StockItem } from '../mocks/stock/inventory-control.js';
export type { KeyOption, SeedOptions, WorldOptions as PetstoreOptions } from '../mocks/world-options.js';
export type { Exchange } from './exchange/exchange.js';
export { readHar } from './exchange/read-har.js';
export type { Transcript } from './exchange/transcript.js';
export { writeHar } from './exchange/write-har.js';
export { parseProfile } from './fidelity/profile/parse-profile.js';
export type { Profile } from './fidelity/profile/profile.js';
export { InputError } from './json/input-error.js';
export { manners } from './judge/manners/manners.js';
export { type Behaviour, defaultBehaviour, type PartialBehaviour, parseBehaviour } from './service/behaviour.js';
export type { ErrorCode } from './service/errors.js';
export type { OpenApiDocument } from './service/openapi.js';
export { type OpenApiOptions, openApiDocument } from './service/openapi.js';
export {
  type InventoryUpdate,
  type Message,
  type MessageRequest,
  type OperationId,
  operations,
  schemas,
} from './service/petstore.js';
export { type PlanLimits, type PlanName, plans } from './service/plans.js';
export type { OpenQuestion } from './service/questions/choices.js';
export { openQuestions, type QuestionId } from './service/questions/open-questions.js';
export {
  parseRateLimitFields,
  type QuotaPolicy,
  type RateLimitFields,
  type ServiceLimit,
} from './service/rate-limit-fields.js';
export {
  formatRateLimitHeaders,
  formatRetryAfter,
  parseRateLimitHeaders,
  parseRetryAfter,
  type RateLimitState,
  type RetryAfterFormat,
  type WindowState,
} from './service/rate-limit-headers.js';
export type { ErrorBody, InventoryItem, PetStatus } from './service/schemas.js';
export type { Operation } from './service/service.js';
export { type Statement, type StatementId, statements } from './service/statements.js';
