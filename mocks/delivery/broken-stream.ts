/** Makes a stream that gives some bytes and then breaks, as a lost connection does. */
export function brokenStream(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let isGiven = false;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (isGiven) controller.error(new TypeError('The connection broke halfway through the body'));
        else controller.enqueue(bytes);
        isGiven = true;
      },
    },
    // It breaks only when somebody asks for more: breaking loses what is still in the pipe.
    { highWaterMark: 0 },
  );
}
