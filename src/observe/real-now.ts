/** Taken before any test can put fake timers in its place: the service that is observed lives in real time. */
const RealDate = globalThis.Date;

/** Answers milliseconds since the epoch, fake timers or not. */
export function realNow(): number {
  return RealDate.now();
}
