const COMMENT = 'This recording was not ended in good order: a key may show in it that was not known for one at first.';

/** Stands in a recording that grows, at its end, until it has had its last look for keys. */
export const UNFINISHED = `,\n    "comment": "${COMMENT}"`;

/** Behind it come brackets and blanks, more of them where an editor laid the file out anew. */
const MOST_BEHIND = 200;

/** Tells of a recording, going by its text, whether it was not ended in good order. */
export function isUnfinishedRecording(text: string): boolean {
  return text.slice(-COMMENT.length - MOST_BEHIND).includes(COMMENT);
}
