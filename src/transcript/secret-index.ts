/** With fewer secrets it is quicker to seek each of them. */
const FEW_SECRETS = 30;

/** Of what a secret looks like, so many characters at its end are looked up. Beginnings such as `sk_live_` are shared by many. */
const LENGTH = 6;

/** Many secrets, and which of them may stand in a text: whoever sends another wrong key each time brings thousands. */
export interface SecretIndex<Secret> {
  /** In the order in which they were added. */
  readonly all: readonly Secret[];
  /** Adds a secret; `cores` are the texts of which one stands wherever it does, but for capitals and other ways to write a character. */
  add(secret: Secret, cores: readonly string[]): void;
  /** Answers every secret that may stand in a text, in the same order, and few others. */
  candidatesIn(text: string): readonly Secret[];
}

export function createSecretIndex<Secret>(): SecretIndex<Secret> {
  const all: Secret[] = [];
  const byEnd = new Map<string, number[]>();
  const short: number[] = [];

  return {
    all,
    add(secret, cores) {
      const place = all.push(secret) - 1;
      for (const core of cores) {
        const end = core.length < LENGTH ? undefined : simplify(core).slice(-LENGTH);
        const places = end === undefined ? short : (byEnd.get(end) ?? []);
        if (end !== undefined) byEnd.set(end, places);
        if (places.at(-1) !== place) places.push(place);
      }
    },
    candidatesIn(text) {
      if (all.length <= FEW_SECRETS) return all;
      const found = new Set(short);
      const simple = simplify(text);
      for (let start = 0; start + LENGTH <= simple.length; start++) {
        for (const place of byEnd.get(simple.slice(start, start + LENGTH)) ?? []) found.add(place);
      }
      return [...found].sort((one, other) => one - other).map((place) => all[place] as Secret);
    },
  };
}

/** Hex is written in capitals or not, base64 with `+/` or `-_`, and a space in a URL as `+`. No text becomes longer or shorter. */
function simplify(text: string): string {
  return text
    .replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
    .replace(/[+ ]/g, '-')
    .replaceAll('/', '_');
}
