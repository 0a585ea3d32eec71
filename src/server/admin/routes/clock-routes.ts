import type { ClockAdvance, ClockRun, ClockSet } from '../../../admin/schemas/clock.js';
import type { AdminRoutes } from '../admin-route.js';
import { tellClock } from '../tell/tell-clock.js';
import { plainBody } from './plain-body.js';

export const clockRoutes = {
  getClock: ({ served }) => tellClock(served),
  advanceClock(call) {
    call.served.steering.clock.advance(plainBody<ClockAdvance>(call).by);
    return tellClock(call.served);
  },
  setClock(call) {
    call.served.steering.clock.set(plainBody<ClockSet>(call).to);
    return tellClock(call.served);
  },
  freezeClock({ served }) {
    served.steering.clock.freeze();
    return tellClock(served);
  },
  runClock(call) {
    call.served.steering.clock.run(plainBody<ClockRun>(call).scale);
    return tellClock(call.served);
  },
} satisfies Partial<AdminRoutes>;
