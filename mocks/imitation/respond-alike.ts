import type { Profile } from '../../src/fidelity/profile/profile.js';
import { errorCatalogue, namesOfError } from '../../src/service/errors.js';
import type { QuestionId } from '../../src/service/questions/open-questions.js';
import type { PetstoreResponse } from '../neutral-http.js';
import { addFields, type ErrorResponse, type StageResult } from '../operations/operation.js';
import type { RequestContext } from '../request-context.js';
import { errorBody, ownText, respond } from '../stages/respond.js';
import type { ImitatedResponse, Imitation } from './imitation.js';

/** Responds as the deployment of a profile does: with its headers, fields and delay, and with its bodies for unknown paths and methods. */
export function respondAlike(imitation: Imitation, context: RequestContext, result: StageResult): PetstoreResponse {
  const look = imitation.next(context.route.requested?.id ?? 'other', result.status, context.nowMs);
  const body = result.kind === 'error' ? bodyOfError(imitation, context, result, look) : result.body;
  return respond(context, withAllow(imitation, context, result), {
    body,
    encodedBody: result.kind === 'error' ? undefined : result.encodedBody,
    headers: { ...(body !== undefined && { 'Content-Type': look.contentType }), ...look.headers },
    delayMs: look.delayMs,
    isWithoutCaching: look.isWithoutCaching,
    isDeprecated: look.isDeprecated,
    isKnown: (id) => isKnown(imitation.deployment.profile, context, result, id),
  });
}

/** A 405 names the methods as the deployment does at this path. */
function withAllow({ deployment }: Imitation, { route }: RequestContext, result: StageResult): StageResult {
  const allow = deployment.profile.allow?.[route.operation?.path ?? ''];
  return allow === undefined || result.headers?.Allow === undefined ? result : { ...result, headers: { Allow: allow } };
}

function bodyOfError(
  { deployment }: Imitation,
  context: RequestContext,
  error: ErrorResponse,
  look: ImitatedResponse,
): string | undefined {
  if (look.errorBody === 'nothing') return undefined;
  if (look.errorBody === 'text') return errorCatalogue[error.code].title;
  const { route, request } = context;
  const fields = deployment.errorFields(route.requested?.id ?? 'other', error.status, error.situation);
  const echoed = fields
    .replaceAll('{method}', request.method)
    .replaceAll('{path}', JSON.stringify(request.path.split('?', 1).join()).slice(1, -1));
  return addFields(errorBody(context, error), echoed);
}

function isKnown(profile: Profile, context: RequestContext, result: StageResult, id: QuestionId): boolean {
  const { behaviour } = context.world;
  if (result.kind === 'error' && (id === 'error-codes' || id === 'error-messages')) {
    // A response depends on one member of these only.
    const texts = behaviour[id];
    const learned = profile.questions[id];
    if (texts === 'explain' || learned?.origin !== 'observed' || learned.choice === 'explain') return false;
    const text = ownText(texts, context, result);
    const isSame = text !== undefined && text === ownText(learned.choice, context, result);
    return isSame && !namesOfError(result).some((name) => learned.unseen?.includes(name));
  }
  // If no 429 was seen, only other responses show what one depends on.
  const isSeen = result.status !== 429 || Object.keys(profile.responses).some((place) => place.endsWith(' 429'));
  const learned = profile.questions[id];
  if (!isSeen || learned?.origin !== 'observed' || (learned.unseen ?? []).length > 0) return false;
  // Whether it was changed since.
  return learned.choice === behaviour[id] || JSON.stringify(learned.choice) === JSON.stringify(behaviour[id]);
}
