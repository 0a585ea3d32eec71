import type { FaultList } from './schemas/faults.js';
import type { KeyPage } from './schemas/keys.js';
import type { FindingsReport, MannersReport, RequestNews, Traffic } from './schemas/requests.js';
import type { Health } from './schemas/server.js';
import type { BehaviourList, ClockState, SnapshotList, StockNews, WorldPage } from './schemas/world.js';

/**
 * What `GET /__admin/events` tells, by the name of the event: each as its own list in the API has it, told once at the
 * beginning and again whenever it has changed. Lists that may be long come as their first part. A proxy tells of requests,
 * traffic, manners and findings alone: it has nothing else.
 */
export interface AdminEvents {
  /** First of all. `world`: what is being watched. */
  readonly hello: { readonly world: string } & Pick<Health, 'version' | 'baseUrl' | 'mode' | 'upstream'>;
  readonly clock: ClockState;
  readonly keys: KeyPage;
  readonly faults: FaultList;
  readonly behaviour: BehaviourList;
  readonly snapshots: SnapshotList;
  readonly worlds: WorldPage;
  readonly stock: StockNews;
  readonly requests: RequestNews;
  readonly traffic: Traffic;
  readonly manners: MannersReport;
  readonly findings: FindingsReport;
  /** Last of all: the server stops, or the world was dropped. */
  readonly bye: { readonly why: string };
}

export type AdminEventName = keyof AdminEvents;

/** One event: its name, and what it tells. */
export type AdminEvent = {
  readonly [Name in AdminEventName]: { readonly name: Name; readonly data: AdminEvents[Name] };
}[AdminEventName];
