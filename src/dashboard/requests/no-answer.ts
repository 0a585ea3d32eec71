/** Answers what the page calls a request without an answer: the fake has reset the connection; what a proxy did not get may have many causes. */
export function noAnswer(isProxy: boolean): string {
  return isProxy ? 'none' : 'reset';
}
