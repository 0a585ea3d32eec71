import { ask } from './http-client.js';

/** One request of a workload; without a body it is a GET. */
export interface PlannedRequest {
  readonly path: string;
  readonly body?: string;
  /** Left out: the benchmark's own. */
  readonly key?: string;
}

export interface Workload {
  readonly id: 'list' | 'update' | 'alternate';
  readonly title: string;
  connections(petCount: number): number;
  /** What one connection sends, over and over. */
  requests(petIds: readonly number[], connection: number): PlannedRequest[];
}

const CONNECTIONS = 32;
const REQUESTS_PER_CONNECTION = 200;

const listRequest: PlannedRequest = { path: '/v1/inventory' };

/** The list of 100,000 pets weighs megabytes: many at a time would measure the kernel's buffers. */
const listConnections = (petCount: number) => (petCount > 10_000 ? 2 : CONNECTIONS);

export const workloads: readonly Workload[] = [
  {
    id: 'list',
    title: 'GET /inventory',
    connections: listConnections,
    requests: () => [listRequest],
  },
  {
    id: 'update',
    title: 'PATCH /inventory/{petId}, the ids spread over all pets',
    connections: () => CONNECTIONS,
    requests: spreadUpdates,
  },
  {
    id: 'alternate',
    title: 'PATCH and GET in turn, so that no list is like the one before',
    connections: listConnections,
    requests: (petIds, connection) => spreadUpdates(petIds, connection).flatMap((update) => [update, listRequest]),
  },
];

/** Returns what each connection sends to a running server of the workload. */
export async function plannedRequests(
  id: Workload['id'],
  url: string,
  connections: number,
): Promise<PlannedRequest[][]> {
  const { body } = await ask(`${url}/inventory`);
  const workload = workloads.find((each) => each.id === id);
  const petIds = (JSON.parse(body) as { petId: number }[]).map(({ petId }) => petId);
  return Array.from({ length: connections }, (_, connection) => workload?.requests(petIds, connection) ?? []);
}

/** Steps through the ids by the golden section: the same in every run, near to even, and no neighbour follows its neighbour. */
function spreadUpdates(petIds: readonly number[], connection: number): PlannedRequest[] {
  return Array.from({ length: REQUESTS_PER_CONNECTION }, (_, step) => {
    const turn = (connection * REQUESTS_PER_CONNECTION + step) * 0.618_033_988_749_895;
    const petId = petIds[Math.floor((turn % 1) * petIds.length)];
    return { path: `/v1/inventory/${petId}`, body: `{"quantity":${step % 100}}` };
  });
}
