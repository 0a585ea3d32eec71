import type { ErrorName } from '../../src/spec/behaviour.js';
import { errorCatalogue } from '../../src/spec/error-catalogue.js';
import { namesOfError } from '../../src/spec/error-names.js';
import { askedOperation } from '../asked-operation.js';
import type { Call } from '../call.js';
import { addFields } from '../imitation/extra-fields.js';
import type { ImitatedAnswer } from '../imitation/imitation.js';
import type { Refusal } from './refusal.js';

/**
 * Writes the Error of §7: its status repeats the answer's; code and text are the open questions `error-codes` and `error-messages`.
 * A deployment that is imitated may add fields to it, or answer a path or method that is no operation's with plain text or nothing.
 */
export function errorBody(call: Call, refusal: Refusal, imitated: ImitatedAnswer | undefined): string | undefined {
  if (imitated?.refusal === 'nothing') return undefined;
  if (imitated?.refusal === 'text') return errorCatalogue[refusal.code].title;
  const { 'error-codes': codes, 'error-messages': texts } = call.world.behaviour;
  const code = ownText(codes, call, refusal) ?? refusal.code;
  const text = texts === 'explain' ? undefined : ownText(texts, call, refusal);
  const message = text === undefined ? refusal.message : withPetId(text, call);
  return addFields(JSON.stringify({ code, message, status: refusal.status }), imitated?.fields ?? '');
}

type Texts = { readonly [Name in ErrorName]?: string };

function ownText(texts: Texts, call: Call, refusal: Refusal): string | undefined {
  const name = namesToText(texts, call, refusal)?.at(-1);
  return name && texts[name];
}

/**
 * Answers the names of a refusal from that of its situation as this operation refuses it to the one that has a text; undefined where
 * none has.
 */
export function namesToText(
  texts: Texts,
  { request, route }: Call,
  { situation, code }: Refusal,
): readonly ErrorName[] | undefined {
  const names = namesOfError({ code, situation, operation: askedOperation(request, route) });
  const index = names.findIndex((name) => texts[name] !== undefined);
  return index === -1 ? undefined : names.slice(0, index + 1);
}

/** Puts the id that was asked for in its place, as it was sent where its escapes are broken; a path without one leaves the text as it is. */
function withPetId(text: string, { route, request }: Call): string {
  if (!route.operation?.path.endsWith('{petId}')) return text;
  const petId = route.petIdText ?? request.path.slice(request.path.lastIndexOf('/') + 1);
  return text.replaceAll('{petId}', () => petId);
}
