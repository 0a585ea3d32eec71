/** Ends a run early. The message is the reason, in one line for people. */
export class Stop extends Error {
  override readonly name = 'Stop';
}
