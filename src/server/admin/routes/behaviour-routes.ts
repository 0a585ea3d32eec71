import type { JsonObject } from '../../../json/json-value.js';
import { writeJson } from '../../../json/write-json.js';
import { questionIds } from '../../../spec/open-questions.js';
import { InputError } from '../../../validation/input-error.js';
import { nearestName } from '../../../validation/nearest-name.js';
import { parseBehaviour } from '../../../validation/parse-behaviour.js';
import type { AdminRoutes } from '../admin-route.js';
import { tellBehaviour } from '../tell/tell-behaviour.js';

export const behaviourRoutes = {
  listBehaviour: ({ served }) => tellBehaviour(served),
  changeBehaviour({ served, body }) {
    refuseUnknown(body);
    served.steering.setBehaviour(parseBehaviour(writeJson(body), 'of the body'));
    return tellBehaviour(served);
  },
} satisfies Partial<AdminRoutes>;

/** What was meant to be an id is not quoted: it may be a key. */
function refuseUnknown(body: JsonObject): void {
  const unknown = Object.keys(body).find((id) => !(questionIds as readonly string[]).includes(id));
  if (unknown === undefined) return;
  const near = nearestName(unknown, questionIds);
  const hint =
    near === undefined
      ? 'GET /__admin/behaviour lists them'
      : `Did you mean '${near}'? All are at GET /__admin/behaviour`;
  throw new InputError('Answering open questions', 'there is no such question', `${hint}.`);
}
