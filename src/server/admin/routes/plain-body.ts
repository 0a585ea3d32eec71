import { withoutExactNumbers } from '../../../validation/validate.js';
import type { AdminCall } from '../admin-route.js';

/** Answers the body of a call, whose schema has vouched for its shape, with plain numbers: `1e2` is 100. */
export function plainBody<Body>({ body }: AdminCall): Body {
  return withoutExactNumbers(body) as Body;
}
