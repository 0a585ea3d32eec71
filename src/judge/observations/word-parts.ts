/** Letters in a row: `NOT_FOUND_MARTA` has three such runs. */
const RUN = /[\p{L}\p{M}]+/gu;
/** Where a new word begins inside of a run: `petNotFound`, `HTTPError`. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const APOSTROPHE = /['’]/g;
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', æ: 'ae', ø: 'oe', œ: 'oe' };

/**
 * Answers the words in a text, in lower case and without accents, whatever stands between them, and each run of letters as well: of
 * `askMarta-2.1` it is `ask`, `marta` and `askmarta`. A word with an umlaut is there in both its spellings.
 */
export function wordParts(text: string): Set<string> {
  const composed = text.normalize('NFC');
  const runs = [composed, ...(/['’]/.test(composed) ? [composed.replace(APOSTROPHE, '')] : [])].flatMap(
    (each) => each.match(RUN) ?? [],
  );
  return new Set(runs.flatMap((run) => [run, ...run.split(HUMP)]).flatMap(foldCase));
}

/** Answers a text in lower case and without accents, as it may be spelled. */
export function foldCase(text: string): string[] {
  const lower = text.normalize('NFC').toLowerCase().replaceAll('ß', 'ss').replaceAll('ł', 'l');
  const plain = lower.normalize('NFD').replace(/\p{M}/gu, '');
  if (plain === lower) return [plain];
  const spelled = lower.replace(/[äöüåæøœ]/g, (letter) => umlauts[letter] ?? letter);
  return [plain, spelled.normalize('NFD').replace(/\p{M}/gu, '')];
}
