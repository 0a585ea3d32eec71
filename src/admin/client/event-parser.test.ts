import { expect, test } from 'vitest';
import { createEventParser } from './event-parser.js';

const stream =
  ': hello\r\n\r\nevent: clock\ndata: {"now":1}\n\ndata: a\rdata:b\r\ndata\n\nid: 7\nevent: keys\n\nevent:bye\r\ndata:  x\r\n\r\n';
const events = [
  { name: 'clock', data: '{"now":1}' },
  { name: 'message', data: 'a\nb\n' },
  { name: 'bye', data: ' x' },
];

test('events are read whatever ends their lines; comments and events without data are none', () => {
  expect(createEventParser()(stream)).toEqual(events);
});

test('events are the same wherever the stream is cut in two', () => {
  for (let place = 0; place <= stream.length; place++) {
    const parse = createEventParser();
    expect([...parse(stream.slice(0, place)), ...parse(stream.slice(place))]).toEqual(events);
  }
});

test('events are the same when they come letter by letter', () => {
  expect([...stream].flatMap(createEventParser())).toEqual(events);
});

test('an event is told as soon as its empty line is there, even where half of that line break is still to come', () => {
  const parse = createEventParser();
  expect(parse('data: x\r\r')).toEqual([{ name: 'message', data: 'x' }]);
  expect(parse('\ndata: y\n\n')).toEqual([{ name: 'message', data: 'y' }]);
});

test('an event that breaks off is none', () => {
  expect(createEventParser()('data: x\n')).toEqual([]);
});
