export { type SampleKey, sampleKeys } from '../fixtures/keys.js';
export { type Fixture, parseFixture } from '../fixtures/parse-fixture.js';
export type { Clock } from '../mocks/clock.js';
export type { Fault, FaultDelay, FaultState, FaultTarget } from '../mocks/faults/fault.js';
export type { Faults } from '../mocks/faults/faults.js';
export type { Journal, JournalFilter } from '../mocks/journal/journal.js';
export type { KeyOption } from '../mocks/limits/key-option.js';
export type { WindowState } from '../mocks/limits/window-state.js';
export { createPetstore, type Petstore } from '../mocks/petstore.js';
export type { PetstoreAnswer } from '../mocks/petstore-answer.js';
export type { PlainRequest } from '../mocks/plain-request.js';
export type { InventoryControl, StockItem } from '../mocks/steering/inventory-control.js';
export type { KeyInfo, KeysControl, MintOptions, QuotaInfo } from '../mocks/steering/keys-control.js';
export type { LimitsControl } from '../mocks/steering/limits-control.js';
export { type ScenarioName, scenarios } from '../mocks/steering/scenario-names.js';
export type { ScenarioOptions } from '../mocks/steering/scenarios.js';
export type { Snapshot } from '../mocks/steering/snapshots.js';
export type { FixtureInput, SeedOptions, WorldOptions as PetstoreOptions } from '../mocks/world-options.js';
export { manners } from './judge/manners/manners.js';
export { parseProfile } from './profile/parse-profile.js';
export type { Profile } from './profile/profile.js';
export { type Behaviour, defaultBehaviour, type ErrorCode } from './spec/behaviour.js';
export { type OpenQuestion, openQuestions, type QuestionId } from './spec/open-questions.js';
export { type OpenApiOptions, openApiDocument } from './spec/openapi.js';
export type { OpenApiDocument } from './spec/openapi-document.js';
export { type Operation, type OperationId, operations } from './spec/operations.js';
export { type PlanLimits, type PlanName, plans } from './spec/plans.js';
export { formatRateLimitHeaders, parseRateLimitHeaders, type RateLimitState } from './spec/rate-limit-headers.js';
export { formatRetryAfter, parseRetryAfter, type RetryAfterFormat } from './spec/retry-after.js';
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
export type { Exchange } from './transcript/exchange.js';
export { readHar } from './transcript/har-in.js';
export { writeHar } from './transcript/har-out.js';
export type { Transcript } from './transcript/transcript.js';
export { InputError } from './validation/input-error.js';
export { type PartialBehaviour, parseBehaviour } from './validation/parse-behaviour.js';
