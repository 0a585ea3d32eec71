import type { OperationId } from '../../src/spec/operations.js';
import type { Deployment, Look } from './deployment.js';
import { drawsAt } from './draws-at.js';

/** What one answer takes over from a deployment. */
export interface ImitatedAnswer extends Pick<Look, 'refusal' | 'contentType'> {
  /** JSON text to stand behind the fields of an Error. */
  readonly fields: string;
  /** Headers beyond the document's. */
  readonly headers: Readonly<Record<string, string>>;
  /** `none`: it has none; undefined: what the open question says. */
  readonly cacheControl: string | undefined;
  readonly delayMs: number;
}

/** How a world's answers take after a deployment. */
export interface Imitation {
  readonly deployment: Deployment;
  /** Answers what the next answer takes over; what changes from answer to answer is drawn, always alike after a restart. */
  next(operation: OperationId | 'other', status: number, nowMs: number, path: string): ImitatedAnswer;
  /** Answers JSON text to stand behind the document's fields of a success: with what is missing or null at times, in turn. */
  nextFields(operation: OperationId, status: number): string;
  /** Lets the draws begin anew. */
  restart(): void;
  /** Remembers how far the draws have come; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

export interface ImitationOptions {
  /** Whether answers take as long as the deployment's. */
  readonly hasLatency: boolean;
  /** The same seed, the same draws. */
  readonly seed: number;
}

export function createImitation(deployment: Deployment, { hasLatency, seed }: ImitationOptions): Imitation {
  let answered = 0;
  let turns: ReadonlyMap<string, number> = new Map();
  return {
    deployment,
    next(operation, status, nowMs, path) {
      const turn = answered++;
      const look = deployment.lookOf(operation, status);
      const { constantHeaders, changingHeaders, cacheControl: caching, refusal, contentType } = look;
      const headers: Record<string, string> = { ...constantHeaders };
      for (const [index, { name, renew }] of changingHeaders.entries()) {
        headers[name] = renew(drawsAt(seed, turn, index + 1), nowMs);
      }
      const delayMs = hasLatency ? deployment.latencyOf(operation, drawsAt(seed, turn, 0)(0)) : 0;
      const row = changingHeaders.length + 1;
      const cacheControl = typeof caching === 'function' ? caching(drawsAt(seed, turn, row), nowMs) : caching;
      const draw = (field: number) => drawsAt(seed, turn, row + 1 + field);
      const fields = look.liveFields?.({ nowMs, path, draw }) ?? look.fields[0];
      return { refusal, contentType, fields, headers, cacheControl, delayMs };
    },
    nextFields(operation, status) {
      const { fields } = deployment.lookOf(operation, status);
      const turn = turns.get(operation) ?? 0;
      turns = new Map(turns).set(operation, turn + 1);
      return fields[turn % fields.length] ?? fields[0];
    },
    restart() {
      answered = 0;
      turns = new Map();
    },
    save() {
      const saved = { answered, turns };
      return () => {
        ({ answered, turns } = saved);
      };
    },
  };
}
