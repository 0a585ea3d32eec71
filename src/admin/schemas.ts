import { schemas as serviceSchemas } from '../spec/schemas.js';
import * as faults from './schemas/faults.js';
import * as keys from './schemas/keys.js';
import * as requests from './schemas/requests.js';
import * as server from './schemas/server.js';
import * as world from './schemas/world.js';

/** Every shape of the admin API by its name. */
export const adminSchemas = {
  BehaviourChange: world.behaviourChange,
  BehaviourList: world.behaviourList,
  ClockAdvance: world.clockAdvance,
  ClockRun: world.clockRun,
  ClockSet: world.clockSet,
  ClockState: world.clockState,
  Done: server.done,
  Document: server.anyDocument,
  Error: serviceSchemas.Error,
  FaultAsk: faults.faultAsk,
  FaultList: faults.faultList,
  FaultState: faults.faultState,
  FindingsReport: requests.findingsReport,
  Health: server.health,
  KeyBan: keys.keyBan,
  KeyMint: keys.keyMint,
  KeyNamed: keys.keyNamed,
  KeyPage: keys.keyPage,
  KeyState: keys.keyState,
  LimitSet: keys.limitSet,
  MannersReport: requests.mannersReport,
  MintedKey: keys.mintedKey,
  RequestCount: requests.requestCount,
  RequestDetail: requests.requestDetail,
  RequestNews: requests.requestNews,
  RequestPage: requests.requestPage,
  RequestsSeen: requests.requestsSeen,
  ScenarioList: world.scenarioList,
  ScenarioPlay: world.scenarioPlay,
  SeedAsk: world.seedAsk,
  SnapshotList: world.snapshotList,
  SnapshotState: world.snapshotState,
  SnapshotTake: world.snapshotTake,
  StockChange: world.stockChange,
  StockEntry: world.stockEntry,
  StockNews: world.stockNews,
  StockPage: world.stockPage,
  Traffic: requests.traffic,
  Version: server.version,
  WorldPage: world.worldPage,
  WorldState: world.worldState,
} as const;

export type AdminSchemaName = keyof typeof adminSchemas;
