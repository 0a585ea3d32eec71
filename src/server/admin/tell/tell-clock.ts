import type { ClockState } from '../../../admin/schemas/clock.js';
import type { ServedWorld } from '../../worlds/served-world.js';

export function tellClock({ steering: { clock } }: ServedWorld): ClockState {
  return { now: new Date(clock.now()).toISOString(), mode: clock.mode, scale: clock.scale };
}
