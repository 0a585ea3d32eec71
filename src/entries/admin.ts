export type { AdminClient, OwnWorld, PageQuery, RequestFilter } from '../admin/client/admin-client.js';
export type { AdminClientOptions } from '../admin/client/caller.js';
export { AdminError } from '../admin/client/caller.js';
export { createAdminClient } from '../admin/client/create-admin-client.js';
export type { AdminEvent, AdminEventName, AdminEvents } from '../admin/events.js';
export type { FaultList, FaultOptions, FaultState } from '../admin/schemas/faults.js';
export type { KeyOptions, KeyPage, KeyState, MintedKey } from '../admin/schemas/keys.js';
export type {
  FindingsReport,
  MannersReport,
  RequestDetail,
  RequestLine,
  RequestPage,
  RequestUpdate,
  RequestWait,
  Traffic,
} from '../admin/schemas/requests.js';
export type { Health, StoreState } from '../admin/schemas/server.js';
export type {
  BehaviourChange,
  BehaviourList,
  ClockState,
  ScenarioList,
  SeedOptions,
  SnapshotList,
  SnapshotState,
  WorldEntry,
  WorldPage,
  WorldState,
} from '../admin/schemas/world.js';
export type { StockChange, StockEntry, StockPage, StockUpdate } from '../admin/stock.js';
export { InputError } from '../json/input-error.js';
