import type { Profile } from '../profile/profile.js';
import { parseUrl } from '../spec/parse-url.js';

/** Answers the profile with `{base_url}` where a text names the deployment's own address: that two have two addresses is no news. */
export function withoutAddress(profile: Profile): Profile {
  const { baseUrl } = profile.source;
  const origin = parseUrl(baseUrl)?.origin;
  if (origin === undefined) return profile;
  const replace = (text: string) => text.replaceAll(baseUrl, '{base_url}').replaceAll(origin, '{origin}');
  return {
    ...profile,
    questions: inTexts(profile.questions, replace),
    answers: inTexts(profile.answers, replace),
  };
}

/** Answers the same JSON, each text in it replaced. */
function inTexts<Json>(json: Json, replace: (text: string) => string): Json {
  return JSON.parse(JSON.stringify(json), (_, value) => (typeof value === 'string' ? replace(value) : value));
}
