import { isJsonObject, type JsonValue } from '../json/json-value.js';

/**
 * Answers how texts of messages are written, without what may be chance: that no id held a sign, how many zeros at its end a fraction
 * had, and which offset there was that day.
 */
export function withoutChance(id: 'message-id-format' | 'created-at-format', answer: JsonValue): JsonValue {
  if (id === 'message-id-format') {
    if (!isJsonObject(answer)) return { characters: answer };
    return answer.characters === 'base62' ? { ...answer, characters: 'base64url' } : answer;
  }
  if (typeof answer !== 'string') return answer;
  return answer
    .replace(/[+-]\d{2}(:?)(\d{2})?$/, (_, colon: string, minutes?: string) => (minutes ? `+00${colon}00` : '+00'))
    .replace(/([.,])(0+)/, (_, sign: string, zeros: string) => sign + '0'.repeat(Math.ceil(zeros.length / 3) * 3));
}
