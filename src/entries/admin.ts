export type { AdminClient, OwnWorld, Part, RequestFilter } from '../admin/client/admin-client.js';
export { AdminError } from '../admin/client/admin-error.js';
export type { AdminClientOptions } from '../admin/client/client-options.js';
export { createAdminClient } from '../admin/client/create-admin-client.js';
export type { AdminEvent, AdminEventName, AdminEvents } from '../admin/events.js';
export type { ClockState } from '../admin/schemas/clock.js';
export type { FaultAsk, FaultList, FaultState } from '../admin/schemas/faults.js';
export type { KeyMint, KeyPage, KeyState, MintedKey } from '../admin/schemas/keys.js';
export type {
  FindingsReport,
  MannersReport,
  RequestDetail,
  RequestLine,
  RequestNews,
  RequestPage,
  RequestsSeen,
  Traffic,
} from '../admin/schemas/requests.js';
export type { Health, Version } from '../admin/schemas/server.js';
export type { StockChange, StockEntry, StockNews, StockPage } from '../admin/schemas/stock.js';
export type {
  BehaviourChange,
  BehaviourList,
  ScenarioList,
  SeedAsk,
  SnapshotList,
  SnapshotState,
  WorldEntry,
  WorldPage,
  WorldState,
} from '../admin/schemas/world.js';
export { InputError } from '../validation/input-error.js';
