// A page reads in several places at once. Which of its requests was under way when something ended, and how far it had come,
// is a matter of moments, and Chromium has other words for each: a test that ends something lets all of them pass.

/** What Chromium logs of a page that looks at a world that is gone. */
export function ofGoneWorld(world: string): RegExp {
  return new RegExp(`status of 404.*/__admin/[^?]*\\?(?:\\S*&)?world=${world}\\b`);
}

/** What Chromium logs of a page whose server goes: of requests that were under way, and of those that do not find it any more. */
export const ofLostServer =
  /net::ERR_(?:CONNECTION_(?:REFUSED|RESET|CLOSED|ABORTED|FAILED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH) .*\/__admin\//;
