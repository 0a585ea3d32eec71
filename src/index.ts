export { type SampleKey, sampleKeys } from '../fixtures/keys.js';
export { type Fixture, parseFixture } from '../fixtures/parse-fixture.js';
export type { Clock } from '../mocks/clock.js';
export type { Fault, FaultState, FaultTarget } from '../mocks/faults/fault.js';
export type { Faults } from '../mocks/faults/faults.js';
export type { Journal, JournalFilter } from '../mocks/journal/journal.js';
export type { WindowState } from '../mocks/limits/account.js';
export type { PetstoreResponse } from '../mocks/neutral-http.js';
export type { PlainRequest } from '../mocks/petstore.js';
export { createPetstore, type Petstore } from '../mocks/petstore.js';
export type { InventoryControl, StockItem } from '../mocks/steering/inventory-control.js';
export type { KeyInfo, KeysControl, MintOptions, QuotaInfo } from '../mocks/steering/keys-control.js';
export type { LimitsControl } from '../mocks/steering/limits-control.js';
export { type ScenarioName, scenarios } from '../mocks/steering/scenario-names.js';
export type { ScenarioOptions, Snapshot } from '../mocks/steering/steering.js';
export type { FixtureInput, KeyOption, SeedOptions, WorldOptions as PetstoreOptions } from '../mocks/world-options.js';
export type { Exchange } from './exchange/exchange.js';
export { readHar } from './exchange/read-har.js';
export type { Transcript } from './exchange/transcript.js';
export { writeHar } from './exchange/write-har.js';
export { parseProfile } from './fidelity/profile/parse-profile.js';
export type { Profile } from './fidelity/profile/profile.js';
export { manners } from './judge/manners/manners.js';
export { type Behaviour, defaultBehaviour } from './spec/behaviour.js';
export type { ErrorCode } from './spec/errors.js';
export { type OpenQuestion, openQuestions, type QuestionId } from './spec/open-questions.js';
export type { OpenApiDocument } from './spec/openapi.js';
export { type OpenApiOptions, openApiDocument } from './spec/openapi.js';
export { type Operation, type OperationId, operations } from './spec/operations.js';
export { type PlanLimits, type PlanName, plans } from './spec/plans.js';
export {
  parseRateLimitFields,
  type QuotaPolicy,
  type RateLimitFields,
  type ServiceLimit,
} from './spec/rate-limit-fields.js';
export {
  formatRateLimitHeaders,
  formatRetryAfter,
  parseRateLimitHeaders,
  parseRetryAfter,
  type RateLimitState,
  type RetryAfterFormat,
} from './spec/rate-limit-headers.js';
export {
  type ErrorBody,
  type InventoryItem,
  type InventoryUpdate,
  type Message,
  type MessageRequest,
  type PetStatus,
  schemas,
} from './spec/schemas.js';
export { type Statement, type StatementId, statements } from './spec/statements.js';
export { InputError } from './spec/validation/input-error.js';
export { type PartialBehaviour, parseBehaviour } from './spec/validation/parse-behaviour.js';
