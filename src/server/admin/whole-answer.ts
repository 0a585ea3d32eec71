import type { ServerAnswer } from '../responder.js';

/** What a route answers that is not to be written as JSON: it goes out as it stands. */
export class WholeAnswer {
  readonly answer: ServerAnswer;

  constructor(answer: ServerAnswer) {
    this.answer = answer;
  }
}
